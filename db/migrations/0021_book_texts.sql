CREATE TABLE `book_texts` (
	`book_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`added_by` text,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`hash`) REFERENCES `texts`(`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `book_texts_hash` ON `book_texts` (`hash`);--> statement-breakpoint
CREATE INDEX `book_texts_added_by` ON `book_texts` (`added_by`);--> statement-breakpoint
CREATE TABLE `highlight_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`highlight_id` text NOT NULL,
	`user_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`highlight_id`) REFERENCES `highlights`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `highlight_answers_highlight` ON `highlight_answers` (`highlight_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `highlight_answers_user` ON `highlight_answers` (`user_id`);--> statement-breakpoint
CREATE TABLE `highlights` (
	`id` text PRIMARY KEY NOT NULL,
	`book_id` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`from_place` integer NOT NULL,
	`to_place` integer NOT NULL,
	`exact` text NOT NULL,
	`prefix` text NOT NULL,
	`suffix` text NOT NULL,
	`color` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`shared_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`lost_at` integer,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `highlights_place` ON `highlights` (`book_id`,`from_place`);--> statement-breakpoint
CREATE INDEX `highlights_own` ON `highlights` (`user_id`,`book_id`,`from_place`);--> statement-breakpoint
CREATE INDEX `highlights_user` ON `highlights` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `highlights_shared` ON `highlights` (`book_id`,`hash`,`user_id`,`to_place`) WHERE shared_at is not null and lost_at is null;--> statement-breakpoint
CREATE TABLE `text_parts` (
	`hash` text NOT NULL,
	`number` integer NOT NULL,
	`from_place` integer NOT NULL,
	`to_place` integer NOT NULL,
	`html` text NOT NULL,
	`plain` text NOT NULL,
	PRIMARY KEY(`hash`, `number`),
	FOREIGN KEY (`hash`) REFERENCES `texts`(`hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `text_parts_place` ON `text_parts` (`hash`,`from_place`);--> statement-breakpoint
CREATE TABLE `text_pictures` (
	`hash` text NOT NULL,
	`number` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`hash`, `number`),
	FOREIGN KEY (`hash`) REFERENCES `texts`(`hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `texts` (
	`hash` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`problem` text,
	`read_until` integer,
	`title` text DEFAULT '' NOT NULL,
	`language` text,
	`characters` integer DEFAULT 0 NOT NULL,
	`sections` text DEFAULT '[]' NOT NULL,
	`print_pages` text,
	`stored_bytes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `progress` ADD `text_place` integer;--> statement-breakpoint
CREATE TRIGGER `highlights_of_deleted` BEFORE INSERT ON `highlights`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `highlights_storage_insert` AFTER INSERT ON `highlights` BEGIN
	UPDATE account_storage SET bytes = bytes + 500 + octet_length(new.exact) + octet_length(new.note)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `highlights_storage_update` AFTER UPDATE OF exact, note ON `highlights` BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.exact) + octet_length(new.note)
		- octet_length(old.exact) - octet_length(old.note)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `highlights_storage_delete` AFTER DELETE ON `highlights` BEGIN
	UPDATE account_storage SET bytes = bytes - (500 + octet_length(old.exact) + octet_length(old.note))
		WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `highlight_answers_of_deleted` BEFORE INSERT ON `highlight_answers`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `highlight_answers_storage_insert` AFTER INSERT ON `highlight_answers` BEGIN
	UPDATE account_storage SET bytes = bytes + 500 + octet_length(new.content)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `highlight_answers_storage_delete` AFTER DELETE ON `highlight_answers` BEGIN
	UPDATE account_storage SET bytes = bytes - (500 + octet_length(old.content))
		WHERE user_id = old.user_id;
END;--> statement-breakpoint
-- The notice of an answer goes with the answer, and those of all answers with their highlight.
CREATE TRIGGER `highlight_answer_deleted` AFTER DELETE ON `highlight_answers` BEGIN
	DELETE FROM notices WHERE user_id = (SELECT user_id FROM highlights WHERE id = old.highlight_id)
		AND kind = 'reply' AND subject = old.id;
END;--> statement-breakpoint
CREATE TRIGGER `highlight_deleted` BEFORE DELETE ON `highlights` BEGIN
	DELETE FROM notices WHERE user_id = old.user_id
		AND kind = 'reply' AND subject IN (SELECT id FROM highlight_answers WHERE highlight_id = old.id);
END;--> statement-breakpoint
CREATE TRIGGER `book_texts_of_deleted` BEFORE INSERT ON `book_texts`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.added_by AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `book_texts_storage_insert` AFTER INSERT ON `book_texts` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes + (SELECT stored_bytes FROM texts WHERE hash = new.hash)
		WHERE id = (SELECT group_id FROM books WHERE id = new.book_id);
END;--> statement-breakpoint
CREATE TRIGGER `book_texts_storage_delete` BEFORE DELETE ON `book_texts` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes - (SELECT stored_bytes FROM texts WHERE hash = old.hash)
		WHERE id = (SELECT group_id FROM books WHERE id = old.book_id);
END;--> statement-breakpoint
CREATE TRIGGER `texts_storage_update` AFTER UPDATE OF stored_bytes ON `texts` BEGIN
	UPDATE groups SET stored_bytes = stored_bytes + (new.stored_bytes - old.stored_bytes) * (
		SELECT count(*) FROM book_texts JOIN books ON books.id = book_id WHERE hash = new.hash AND group_id = groups.id
	) WHERE id IN (SELECT group_id FROM book_texts JOIN books ON books.id = book_id WHERE hash = new.hash);
END;
