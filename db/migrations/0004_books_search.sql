-- Starts of words in the catalogue's folded texts (`db/folding.ts`), so that the tokenizer has nothing left to fold. The
-- prefix indexes let one- to three-letter words be answered from the first rows on, whatever their number.
CREATE VIRTUAL TABLE `catalogue_words` USING fts5(
	title_words, author_words, subject_words,
	content = 'catalogue', content_rowid = 'number', tokenize = "unicode61 remove_diacritics 0", prefix = '1 2 3'
);--> statement-breakpoint
CREATE TRIGGER `catalogue_search_insert` AFTER INSERT ON `catalogue` BEGIN
	INSERT INTO catalogue_words (rowid, title_words, author_words, subject_words)
		VALUES (new.number, new.title_words, new.author_words, new.subject_words);
END;--> statement-breakpoint
CREATE TRIGGER `catalogue_search_update` AFTER UPDATE OF title_words, author_words, subject_words ON `catalogue`
WHEN (old.title_words, old.author_words, old.subject_words) IS NOT (new.title_words, new.author_words, new.subject_words) BEGIN
	INSERT INTO catalogue_words (catalogue_words, rowid, title_words, author_words, subject_words)
		VALUES ('delete', old.number, old.title_words, old.author_words, old.subject_words);
	INSERT INTO catalogue_words (rowid, title_words, author_words, subject_words)
		VALUES (new.number, new.title_words, new.author_words, new.subject_words);
END;--> statement-breakpoint
CREATE TRIGGER `catalogue_search_delete` AFTER DELETE ON `catalogue` BEGIN
	INSERT INTO catalogue_words (catalogue_words, rowid, title_words, author_words, subject_words)
		VALUES ('delete', old.number, old.title_words, old.author_words, old.subject_words);
END;
