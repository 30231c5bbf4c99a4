CREATE TABLE `unindexed_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `unindexed_messages_number_unique` ON `unindexed_messages` (`number`);--> statement-breakpoint
-- The index is merged by the service, in small parts: by itself it would write hundreds of pages in one commit.
INSERT INTO `message_words` (`message_words`, rank) VALUES ('automerge', 0);--> statement-breakpoint
-- Whichever version gives a message its number, this one makes its words: those of the version before it replaces.
CREATE TRIGGER `messages_search_number` AFTER UPDATE OF number ON `messages`
WHEN old.number IS NULL AND new.number IS NOT NULL BEGIN
	INSERT OR IGNORE INTO unindexed_messages (number) VALUES (new.number);
END;--> statement-breakpoint
DROP TRIGGER `messages_search_update`;--> statement-breakpoint
-- Its former words are gone at once; a change while it is read to be indexed makes it wait under another id.
CREATE TRIGGER `messages_search_update` AFTER UPDATE OF content, form ON `messages`
WHEN new.number IS NOT NULL AND (old.content IS NOT new.content OR old.form IS NOT new.form) BEGIN
	DELETE FROM message_words WHERE rowid = new.number;
	DELETE FROM unindexed_messages WHERE number = new.number;
	INSERT INTO unindexed_messages (number) SELECT new.number WHERE new.deleted_at IS NULL;
END;--> statement-breakpoint
DROP TRIGGER `messages_search_delete`;--> statement-breakpoint
CREATE TRIGGER `messages_search_delete` AFTER DELETE ON `messages` WHEN old.number IS NOT NULL BEGIN
	DELETE FROM message_words WHERE rowid = old.number;
	DELETE FROM unindexed_messages WHERE number = old.number;
END;--> statement-breakpoint
-- Indexed again, the latest first, is what has other words now: what is not of English, or of Latin letters with accents.
INSERT INTO `unindexed_messages` (`number`) SELECT `number` FROM `messages`
WHERE `number` IS NOT NULL AND octet_length(`content`) <> length(`content`)
	AND `content` GLOB '*[^' || char(1) || '-~À-ÅÇ-ÏÑ-ÖÙ-Ýà-åç-ïñ-öù-ýÿ‐-‧]*'
ORDER BY `number`;
