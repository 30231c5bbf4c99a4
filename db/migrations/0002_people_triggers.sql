-- Starts of words in usernames and full names, without case and accents. `%` and `_` count as letters, so that they mean
-- themselves. The prefix indexes let one- to four-letter queries be answered from the first rows on, whatever their number.
CREATE VIRTUAL TABLE `user_words` USING fts5(
	username, full_name, tokenize = "unicode61 remove_diacritics 2 tokenchars '%_'", prefix = '1 2 3 4'
);--> statement-breakpoint
-- The same names by runs of three letters, for what stands in the middle of a word.
CREATE VIRTUAL TABLE `user_parts` USING fts5(username, full_name, tokenize = "trigram remove_diacritics 1");--> statement-breakpoint
INSERT INTO user_numbers (user_id) SELECT id FROM users ORDER BY id;--> statement-breakpoint
INSERT INTO user_words (rowid, username, full_name)
	SELECT number, username, full_name FROM user_numbers JOIN users ON users.id = user_id;--> statement-breakpoint
INSERT INTO user_parts (rowid, username, full_name)
	SELECT number, username, full_name FROM user_numbers JOIN users ON users.id = user_id;--> statement-breakpoint
CREATE TRIGGER `users_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO user_numbers (user_id) VALUES (new.id);
	INSERT INTO user_words (rowid, username, full_name)
		SELECT number, new.username, new.full_name FROM user_numbers WHERE user_id = new.id;
	INSERT INTO user_parts (rowid, username, full_name)
		SELECT number, new.username, new.full_name FROM user_numbers WHERE user_id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER `users_search_update` AFTER UPDATE OF username, full_name ON `users`
WHEN old.username IS NOT new.username OR old.full_name IS NOT new.full_name BEGIN
	UPDATE user_words SET username = new.username, full_name = new.full_name
		WHERE rowid = (SELECT number FROM user_numbers WHERE user_id = new.id);
	UPDATE user_parts SET username = new.username, full_name = new.full_name
		WHERE rowid = (SELECT number FROM user_numbers WHERE user_id = new.id);
END;--> statement-breakpoint
CREATE TRIGGER `users_search_delete` BEFORE DELETE ON `users` BEGIN
	DELETE FROM user_words WHERE rowid = (SELECT number FROM user_numbers WHERE user_id = old.id);
	DELETE FROM user_parts WHERE rowid = (SELECT number FROM user_numbers WHERE user_id = old.id);
END;--> statement-breakpoint
-- Pictures that nobody refers to any more. Their address is `/media/`, 64 digits of hash, and the size.
CREATE TRIGGER `users_media_update` AFTER UPDATE OF profile_image ON `users`
WHEN old.profile_image IS NOT NULL AND old.profile_image IS NOT new.profile_image BEGIN
	DELETE FROM media WHERE hash = substr(old.profile_image, 8, 64)
		AND NOT EXISTS (SELECT 1 FROM users WHERE profile_image = old.profile_image)
		AND NOT EXISTS (SELECT 1 FROM groups WHERE image = old.profile_image);
END;--> statement-breakpoint
CREATE TRIGGER `users_media_delete` AFTER DELETE ON `users` WHEN old.profile_image IS NOT NULL BEGIN
	DELETE FROM media WHERE hash = substr(old.profile_image, 8, 64)
		AND NOT EXISTS (SELECT 1 FROM users WHERE profile_image = old.profile_image)
		AND NOT EXISTS (SELECT 1 FROM groups WHERE image = old.profile_image);
END;--> statement-breakpoint
CREATE TRIGGER `groups_media_update` AFTER UPDATE OF image ON `groups`
WHEN old.image IS NOT NULL AND old.image IS NOT new.image BEGIN
	DELETE FROM media WHERE hash = substr(old.image, 8, 64)
		AND NOT EXISTS (SELECT 1 FROM users WHERE profile_image = old.image)
		AND NOT EXISTS (SELECT 1 FROM groups WHERE image = old.image);
END;--> statement-breakpoint
CREATE TRIGGER `groups_media_delete` AFTER DELETE ON `groups` WHEN old.image IS NOT NULL BEGIN
	DELETE FROM media WHERE hash = substr(old.image, 8, 64)
		AND NOT EXISTS (SELECT 1 FROM users WHERE profile_image = old.image)
		AND NOT EXISTS (SELECT 1 FROM groups WHERE image = old.image);
END;
