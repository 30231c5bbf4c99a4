CREATE TABLE `account_storage` (
	`user_id` text PRIMARY KEY NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;--> statement-breakpoint
ALTER TABLE `groups` ADD `stored_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `library_long_keys` ON `library` (`id`) WHERE length(key) > 64;--> statement-breakpoint
-- What there is already.
UPDATE groups SET stored_bytes =
	(SELECT coalesce(sum(500 + stored_size), 0) FROM files WHERE group_id = groups.id)
	+ (SELECT coalesce(sum(500 + octet_length(title) + coalesce(octet_length(author), 0)
		+ coalesce(octet_length(description), 0) + coalesce(octet_length(publisher), 0) + octet_length(categories)), 0)
		FROM books WHERE group_id = groups.id)
	+ (SELECT coalesce(sum(200 + octet_length(chapters.title)), 0) FROM books
		JOIN chapters ON book_id = books.id WHERE group_id = groups.id)
	+ (SELECT coalesce(sum(200 + octet_length(edition_chapters.title)), 0) FROM books
		JOIN editions ON editions.book_id = books.id
		JOIN edition_chapters ON edition_id = editions.id WHERE group_id = groups.id);--> statement-breakpoint
INSERT INTO account_storage (user_id, bytes)
	SELECT users.id, coalesce(sum(stored.bytes), 0) FROM users LEFT JOIN (
		SELECT user_id, sum(500 + octet_length(content)) AS bytes FROM messages GROUP BY +user_id
		UNION ALL SELECT user_id, sum(500 + octet_length(content)) AS bytes FROM notes GROUP BY +user_id
		UNION ALL SELECT user_id, sum(500 + octet_length(content)) AS bytes FROM note_answers GROUP BY +user_id
		UNION ALL SELECT user_id, sum(500 + octet_length(question)) AS bytes FROM questions GROUP BY +user_id
		UNION ALL SELECT user_id, sum(500 + octet_length(content) + octet_length(first_content)) AS bytes
			FROM answers GROUP BY +user_id
		UNION ALL SELECT user_id, sum(500 + octet_length(title) + coalesce(octet_length(author), 0)) AS bytes
			FROM library GROUP BY +user_id
		UNION ALL SELECT user_id, sum(200) AS bytes FROM reactions GROUP BY +user_id
		UNION ALL SELECT created_by, stored_bytes FROM groups
	) AS stored ON stored.user_id = users.id GROUP BY users.id;--> statement-breakpoint
CREATE TRIGGER `users_storage_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO account_storage (user_id) VALUES (new.id);
END;--> statement-breakpoint
-- What each account writes.
CREATE TRIGGER `messages_storage_insert` AFTER INSERT ON `messages` BEGIN
	UPDATE account_storage SET bytes = bytes + 500 + octet_length(new.content)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `messages_storage_update` AFTER UPDATE OF content ON `messages` BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.content) - octet_length(old.content)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `messages_storage_delete` AFTER DELETE ON `messages` BEGIN
	UPDATE account_storage SET bytes = bytes - (500 + octet_length(old.content))
		WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `notes_storage_insert` AFTER INSERT ON `notes` BEGIN
	UPDATE account_storage SET bytes = bytes + 500 + octet_length(new.content)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `notes_storage_update` AFTER UPDATE OF content ON `notes` BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.content) - octet_length(old.content)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `notes_storage_delete` AFTER DELETE ON `notes` BEGIN
	UPDATE account_storage SET bytes = bytes - (500 + octet_length(old.content))
		WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `note_answers_storage_insert` AFTER INSERT ON `note_answers` BEGIN
	UPDATE account_storage SET bytes = bytes + 500 + octet_length(new.content)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `note_answers_storage_delete` AFTER DELETE ON `note_answers` BEGIN
	UPDATE account_storage SET bytes = bytes - (500 + octet_length(old.content))
		WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `questions_storage_insert` AFTER INSERT ON `questions` BEGIN
	UPDATE account_storage SET bytes = bytes + 500 + octet_length(new.question)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `questions_storage_delete` AFTER DELETE ON `questions` BEGIN
	UPDATE account_storage SET bytes = bytes - (500 + octet_length(old.question))
		WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `answers_storage_insert` AFTER INSERT ON `answers` BEGIN
	UPDATE account_storage SET bytes = bytes + 500 + octet_length(new.content) + octet_length(new.first_content)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `answers_storage_update` AFTER UPDATE OF content, first_content ON `answers` BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.content) + octet_length(new.first_content)
		- (octet_length(old.content) + octet_length(old.first_content))
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `answers_storage_delete` AFTER DELETE ON `answers` BEGIN
	UPDATE account_storage SET bytes = bytes - (500 + octet_length(old.content) + octet_length(old.first_content))
		WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `library_storage_insert` AFTER INSERT ON `library` BEGIN
	UPDATE account_storage SET bytes = bytes + 500 + octet_length(new.title) + coalesce(octet_length(new.author), 0)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `library_storage_delete` AFTER DELETE ON `library` BEGIN
	UPDATE account_storage SET bytes = bytes - (500 + octet_length(old.title) + coalesce(octet_length(old.author), 0))
		WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `reactions_storage_insert` AFTER INSERT ON `reactions` BEGIN
	UPDATE account_storage SET bytes = bytes + 200
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `reactions_storage_delete` AFTER DELETE ON `reactions` BEGIN
	UPDATE account_storage SET bytes = bytes - 200
		WHERE user_id = old.user_id;
END;--> statement-breakpoint
-- What each group holds.
CREATE TRIGGER `files_storage_insert` AFTER INSERT ON `files` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes + 500 + new.stored_size
		WHERE id = new.group_id;
END;--> statement-breakpoint
CREATE TRIGGER `files_storage_update` AFTER UPDATE OF stored_size ON `files` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes + new.stored_size - old.stored_size
		WHERE id = new.group_id;
END;--> statement-breakpoint
CREATE TRIGGER `files_storage_delete` AFTER DELETE ON `files` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes - (500 + old.stored_size)
		WHERE id = old.group_id;
END;--> statement-breakpoint
CREATE TRIGGER `books_storage_insert` AFTER INSERT ON `books` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes + 500 + octet_length(new.title) + coalesce(octet_length(new.author), 0)
		+ coalesce(octet_length(new.description), 0) + coalesce(octet_length(new.publisher), 0) + octet_length(new.categories)
		WHERE id = new.group_id;
END;--> statement-breakpoint
CREATE TRIGGER `books_storage_delete` AFTER DELETE ON `books` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes - (500 + octet_length(old.title) + coalesce(octet_length(old.author), 0)
		+ coalesce(octet_length(old.description), 0) + coalesce(octet_length(old.publisher), 0) + octet_length(old.categories))
		WHERE id = old.group_id;
END;--> statement-breakpoint
CREATE TRIGGER `chapters_storage_insert` AFTER INSERT ON `chapters` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes + 200 + octet_length(new.title)
		WHERE id = (SELECT group_id FROM books WHERE id = new.book_id);
END;--> statement-breakpoint
CREATE TRIGGER `chapters_storage_delete` AFTER DELETE ON `chapters` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes - (200 + octet_length(old.title))
		WHERE id = (SELECT group_id FROM books WHERE id = old.book_id);
END;--> statement-breakpoint
CREATE TRIGGER `edition_chapters_storage_insert` AFTER INSERT ON `edition_chapters` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes + 200 + octet_length(new.title)
		WHERE id = (SELECT group_id FROM books JOIN editions ON editions.book_id = books.id WHERE editions.id = new.edition_id);
END;--> statement-breakpoint
CREATE TRIGGER `edition_chapters_storage_update` AFTER UPDATE OF title ON `edition_chapters` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes + octet_length(new.title) - octet_length(old.title)
		WHERE id = (SELECT group_id FROM books JOIN editions ON editions.book_id = books.id WHERE editions.id = new.edition_id);
END;--> statement-breakpoint
CREATE TRIGGER `edition_chapters_storage_delete` AFTER DELETE ON `edition_chapters` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes - (200 + octet_length(old.title))
		WHERE id = (SELECT group_id FROM books JOIN editions ON editions.book_id = books.id WHERE editions.id = old.edition_id);
END;--> statement-breakpoint
-- It counts for who made the group, and with it for whom that is handed over to.
CREATE TRIGGER `groups_storage_update` AFTER UPDATE OF stored_bytes, created_by ON `groups` BEGIN
	UPDATE account_storage SET bytes = bytes - old.stored_bytes WHERE user_id = old.created_by;
	UPDATE account_storage SET bytes = bytes + new.stored_bytes WHERE user_id = new.created_by;
END;--> statement-breakpoint
CREATE TRIGGER `groups_storage_delete` AFTER DELETE ON `groups` BEGIN
	UPDATE account_storage SET bytes = bytes - old.stored_bytes WHERE user_id = old.created_by;
END;
