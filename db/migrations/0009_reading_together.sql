CREATE TABLE `answers` (
	`question_id` text NOT NULL,
	`user_id` text NOT NULL,
	`content` text NOT NULL,
	`first_content` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`question_id`, `user_id`),
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `answers_user` ON `answers` (`user_id`);--> statement-breakpoint
CREATE TABLE `chapters` (
	`book_id` text NOT NULL,
	`number` integer NOT NULL,
	`title` text NOT NULL,
	`page` integer NOT NULL,
	PRIMARY KEY(`book_id`, `number`),
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `edition_chapters` (
	`edition_id` text NOT NULL,
	`title` text NOT NULL,
	`page` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `title`),
	FOREIGN KEY (`edition_id`) REFERENCES `editions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `editions` (
	`id` text PRIMARY KEY NOT NULL,
	`book_id` text NOT NULL,
	`unit` text NOT NULL,
	`page_count` integer NOT NULL,
	`points` text,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `editions_kind` ON `editions` (`book_id`,`unit`,`page_count`);--> statement-breakpoint
CREATE TABLE `library` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`title` text NOT NULL,
	`author` text,
	`isbn` text,
	`page_count` integer,
	`status` text NOT NULL,
	`started_on` text,
	`finished_on` text,
	`rating` real,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `library_finished` ON `library` (`user_id`,`finished_on`);--> statement-breakpoint
CREATE UNIQUE INDEX `library_key` ON `library` (`user_id`,`key`);--> statement-breakpoint
CREATE TABLE `note_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`note_id` text NOT NULL,
	`user_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`note_id`) REFERENCES `notes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `note_answers_note` ON `note_answers` (`note_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `note_answers_user` ON `note_answers` (`user_id`);--> statement-breakpoint
CREATE TABLE `plans` (
	`book_id` text PRIMARY KEY NOT NULL,
	`starts_on` text NOT NULL,
	`target_on` text NOT NULL,
	`days` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `plans_created_by` ON `plans` (`created_by`);--> statement-breakpoint
CREATE TABLE `questions` (
	`id` text PRIMARY KEY NOT NULL,
	`book_id` text NOT NULL,
	`user_id` text NOT NULL,
	`position` integer NOT NULL,
	`edition_id` text,
	`question` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `questions_book` ON `questions` (`book_id`,`position`);--> statement-breakpoint
CREATE INDEX `questions_user` ON `questions` (`user_id`);--> statement-breakpoint
CREATE TABLE `reader_settings` (
	`book_id` text NOT NULL,
	`user_id` text NOT NULL,
	`edition_id` text,
	`shares_page` integer,
	`reminded_at` integer,
	PRIMARY KEY(`book_id`, `user_id`),
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`edition_id`) REFERENCES `editions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `reader_settings_user` ON `reader_settings` (`user_id`);--> statement-breakpoint
CREATE INDEX `reader_settings_edition` ON `reader_settings` (`edition_id`);--> statement-breakpoint
CREATE TABLE `reading_days` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`book_id` text NOT NULL,
	`pages` real NOT NULL,
	PRIMARY KEY(`user_id`, `day`, `book_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `timer_readers` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`joined_at` integer NOT NULL,
	`pages` real DEFAULT 0 NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `timers`(`group_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `timer_readers_user` ON `timer_readers` (`user_id`);--> statement-breakpoint
CREATE TABLE `timers` (
	`group_id` text PRIMARY KEY NOT NULL,
	`started_by` text NOT NULL,
	`started_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`started_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `timers_started_by` ON `timers` (`started_by`);--> statement-breakpoint
CREATE TABLE `unveilings` (
	`message_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`message_id`, `user_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `unveilings_user` ON `unveilings` (`user_id`);--> statement-breakpoint
DROP INDEX `notes_user`;--> statement-breakpoint
ALTER TABLE `notes` ADD `id` text;--> statement-breakpoint
ALTER TABLE `notes` ADD `shared_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `notes_id` ON `notes` (`id`);--> statement-breakpoint
CREATE INDEX `notes_shared` ON `notes` (`book_id`,`page_number`) WHERE shared_at is not null;--> statement-breakpoint
CREATE INDEX `notes_user` ON `notes` (`user_id`,`updated_at`);--> statement-breakpoint
ALTER TABLE `messages` ADD `anchor_book_id` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `anchor_position` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `anchor_edition_id` text;--> statement-breakpoint
CREATE INDEX `messages_anchor` ON `messages` (`anchor_book_id`,`anchor_position`) WHERE anchor_book_id is not null;--> statement-breakpoint
ALTER TABLE `progress` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `progress` ADD `reached` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `progress` ADD `finished_at` integer;--> statement-breakpoint
CREATE TABLE `position_moves` (
	`edition_id` text NOT NULL,
	`from_position` integer NOT NULL,
	`to_position` integer NOT NULL,
	`page` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `from_position`)
);
--> statement-breakpoint
CREATE INDEX `messages_anchor_edition` ON `messages` (`anchor_edition_id`) WHERE anchor_edition_id is not null;--> statement-breakpoint
UPDATE notes SET id = lower(hex(randomblob(16)));--> statement-breakpoint
UPDATE progress SET
	position = current_page * 1000000000 / (SELECT page_count FROM books WHERE books.id = book_id),
	reached = current_page * 1000000000 / (SELECT page_count FROM books WHERE books.id = book_id),
	finished_at = CASE WHEN current_page = (SELECT page_count FROM books WHERE books.id = book_id) THEN read_at END;
--> statement-breakpoint
-- An instance of the version before, which may still run, knows neither of them.
CREATE TRIGGER notes_without_id AFTER INSERT ON notes WHEN new.id IS NULL
BEGIN
	UPDATE notes SET id = lower(hex(randomblob(16))) WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER progress_begun_without_position AFTER INSERT ON progress WHEN new.position = 0 AND new.current_page > 0
BEGIN
	UPDATE progress SET
		position = current_page * 1000000000 / (SELECT page_count FROM books WHERE books.id = book_id),
		reached = current_page * 1000000000 / (SELECT page_count FROM books WHERE books.id = book_id),
		finished_at = CASE WHEN current_page = (SELECT page_count FROM books WHERE books.id = book_id) THEN read_at END
	WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER progress_turned_without_position AFTER UPDATE OF current_page ON progress
WHEN new.position = old.position AND new.current_page <> old.current_page
BEGIN
	UPDATE progress SET
		position = current_page * 1000000000 / (SELECT page_count FROM books WHERE books.id = book_id),
		reached = max(reached, current_page * 1000000000 / (SELECT page_count FROM books WHERE books.id = book_id)),
		finished_at = coalesce(finished_at,
			CASE WHEN current_page = (SELECT page_count FROM books WHERE books.id = book_id) THEN read_at END)
	WHERE rowid = new.rowid;
END;--> statement-breakpoint
-- The notice of an answer goes with the answer, and those of all answers with their note.
CREATE TRIGGER note_answer_deleted AFTER DELETE ON note_answers
BEGIN
	DELETE FROM notices WHERE user_id = (SELECT user_id FROM notes WHERE id = old.note_id)
		AND kind = 'reply' AND subject = old.id;
END;--> statement-breakpoint
CREATE TRIGGER note_deleted BEFORE DELETE ON notes
BEGIN
	DELETE FROM notices WHERE user_id = old.user_id
		AND kind = 'reply' AND subject IN (SELECT id FROM note_answers WHERE note_id = old.id);
END;
