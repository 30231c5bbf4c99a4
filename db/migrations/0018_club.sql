CREATE TABLE `book_interests` (
	`book_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`book_id`, `user_id`),
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `book_interests_user` ON `book_interests` (`user_id`);--> statement-breakpoint
CREATE TABLE `calendars` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_token_unique` ON `calendars` (`token`);--> statement-breakpoint
CREATE TABLE `imported_highlights` (
	`book_id` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`book_id`, `user_id`, `hash`),
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `imported_highlights_user` ON `imported_highlights` (`user_id`);--> statement-breakpoint
CREATE TABLE `join_requests` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`text` text,
	`created_at` integer NOT NULL,
	`declined_at` integer,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `join_requests_user` ON `join_requests` (`user_id`);--> statement-breakpoint
CREATE TABLE `meeting_replies` (
	`meeting_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`user_id` text NOT NULL,
	`reply` text NOT NULL,
	`replied_at` integer NOT NULL,
	PRIMARY KEY(`meeting_id`, `starts_at`, `user_id`),
	FOREIGN KEY (`meeting_id`) REFERENCES `meetings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `meeting_replies_user` ON `meeting_replies` (`user_id`);--> statement-breakpoint
CREATE TABLE `meetings` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`title` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`time_zone` text NOT NULL,
	`place` text,
	`url` text,
	`book_id` text,
	`up_to` integer,
	`repeats` text,
	`sequence` integer DEFAULT 0 NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`cancelled_at` integer,
	`remind_at` integer,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `meetings_group` ON `meetings` (`group_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `meetings_created_by` ON `meetings` (`created_by`);--> statement-breakpoint
CREATE INDEX `meetings_book` ON `meetings` (`book_id`) WHERE book_id is not null;--> statement-breakpoint
CREATE INDEX `meetings_remind` ON `meetings` (`remind_at`) WHERE remind_at is not null;--> statement-breakpoint
CREATE TABLE `poll_options` (
	`id` text PRIMARY KEY NOT NULL,
	`poll_id` text NOT NULL,
	`number` integer NOT NULL,
	`text` text NOT NULL,
	`book_id` text,
	FOREIGN KEY (`poll_id`) REFERENCES `polls`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `poll_options_book` ON `poll_options` (`book_id`) WHERE book_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `poll_options_number` ON `poll_options` (`poll_id`,`number`);--> statement-breakpoint
CREATE TABLE `poll_votes` (
	`poll_id` text NOT NULL,
	`user_id` text NOT NULL,
	`option_id` text NOT NULL,
	`rank` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`poll_id`, `user_id`, `option_id`),
	FOREIGN KEY (`poll_id`) REFERENCES `polls`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`option_id`) REFERENCES `poll_options`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `poll_votes_user` ON `poll_votes` (`user_id`);--> statement-breakpoint
CREATE INDEX `poll_votes_option` ON `poll_votes` (`option_id`,`rank`,`user_id`);--> statement-breakpoint
CREATE TABLE `polls` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`question` text NOT NULL,
	`kind` text NOT NULL,
	`is_secret` integer DEFAULT false NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`closes_at` integer,
	`closed_at` integer,
	`winner_id` text,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `polls_group` ON `polls` (`group_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `polls_created_by` ON `polls` (`created_by`);--> statement-breakpoint
CREATE INDEX `polls_due` ON `polls` (`closes_at`) WHERE closes_at is not null and closed_at is null;--> statement-breakpoint
CREATE TABLE `reading_goals` (
	`user_id` text NOT NULL,
	`year` integer NOT NULL,
	`books` integer NOT NULL,
	PRIMARY KEY(`user_id`, `year`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reviews` (
	`book_id` text NOT NULL,
	`user_id` text NOT NULL,
	`stars` real,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`book_id`, `user_id`),
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reviews_user` ON `reviews` (`user_id`);--> statement-breakpoint
CREATE TABLE `thread_reads` (
	`group_id` text NOT NULL,
	`thread_seq` integer NOT NULL,
	`user_id` text NOT NULL,
	`last_read_seq` integer NOT NULL,
	PRIMARY KEY(`group_id`, `thread_seq`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `thread_reads_user` ON `thread_reads` (`user_id`,`group_id`);--> statement-breakpoint
ALTER TABLE `books` ADD `state` text DEFAULT 'now' NOT NULL;--> statement-breakpoint
ALTER TABLE `books` ADD `shelf_position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `groups` ADD `kind` text DEFAULT 'group' NOT NULL;--> statement-breakpoint
ALTER TABLE `groups` ADD `people_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `groups_people` ON `groups` (`people_key`) WHERE people_key is not null;--> statement-breakpoint
ALTER TABLE `mail_settings` ADD `meeting_day` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `mail_settings` ADD `meeting_hour` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `mails` ADD `calendar` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `thread_seq` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `poll_id` text;--> statement-breakpoint
CREATE INDEX `messages_thread` ON `messages` (`group_id`,`thread_seq`,`seq`) WHERE thread_seq is not null;--> statement-breakpoint
CREATE INDEX `messages_poll` ON `messages` (`poll_id`) WHERE poll_id is not null;--> statement-breakpoint
ALTER TABLE `notices` ADD `count` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `library` ADD `current_page` integer;--> statement-breakpoint
CREATE INDEX `group_settings_listed` ON `group_settings` (`group_id`) WHERE listed;--> statement-breakpoint
CREATE TRIGGER `reviews_of_deleted` BEFORE INSERT ON `reviews`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `reading_goals_of_deleted` BEFORE INSERT ON `reading_goals`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `reviews_storage_insert` AFTER INSERT ON `reviews` BEGIN
	UPDATE account_storage SET bytes = bytes + 500 + octet_length(new.text)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_storage_update` AFTER UPDATE OF text ON `reviews` BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.text) - octet_length(old.text)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_storage_delete` AFTER DELETE ON `reviews` BEGIN
	UPDATE account_storage SET bytes = bytes - (500 + octet_length(old.text))
		WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `book_interests_of_deleted` BEFORE INSERT ON `book_interests`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `polls_of_deleted` BEFORE INSERT ON `polls`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.created_by AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `poll_votes_of_deleted` BEFORE INSERT ON `poll_votes`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `meetings_of_deleted` BEFORE INSERT ON `meetings`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.created_by AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `meeting_replies_of_deleted` BEFORE INSERT ON `meeting_replies`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `calendars_of_deleted` BEFORE INSERT ON `calendars`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `thread_reads_of_deleted` BEFORE INSERT ON `thread_reads`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `imported_highlights_of_deleted` BEFORE INSERT ON `imported_highlights`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `join_requests_of_deleted` BEFORE INSERT ON `join_requests`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
-- Of a reply, also of one that the version before stores: its thread, which its author and that of
-- the first message are in.
CREATE TRIGGER `messages_thread_insert` AFTER INSERT ON `messages` WHEN new.reply_to_seq IS NOT NULL BEGIN
	UPDATE messages SET thread_seq = (
		SELECT coalesce(first.thread_seq, first.seq) FROM messages AS first
			WHERE first.group_id = new.group_id AND first.seq = new.reply_to_seq
	) WHERE id = new.id;
	INSERT INTO thread_reads (group_id, thread_seq, user_id, last_read_seq)
		SELECT first.group_id, first.seq, first.user_id, first.seq FROM messages AS reply
			JOIN messages AS first ON first.group_id = reply.group_id AND first.seq = reply.thread_seq
			WHERE reply.id = new.id
		ON CONFLICT DO NOTHING;
	INSERT INTO thread_reads (group_id, thread_seq, user_id, last_read_seq)
		SELECT group_id, thread_seq, user_id, seq FROM messages WHERE id = new.id AND thread_seq IS NOT NULL
		ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
-- What there is already, all of it read.
CREATE INDEX `messages_replies` ON `messages` (`group_id`, `reply_to_seq`) WHERE reply_to_seq IS NOT NULL;--> statement-breakpoint
UPDATE messages SET thread_seq = threads.first_seq FROM (
	WITH RECURSIVE threads (group_id, seq, first_seq) AS (
		SELECT reply.group_id, reply.seq, first.seq FROM messages AS reply
			JOIN messages AS first ON first.group_id = reply.group_id AND first.seq = reply.reply_to_seq
			WHERE reply.reply_to_seq IS NOT NULL AND first.reply_to_seq IS NULL
		UNION ALL SELECT reply.group_id, reply.seq, threads.first_seq FROM threads
			JOIN messages AS reply INDEXED BY messages_replies
			ON reply.group_id = threads.group_id AND reply.reply_to_seq = threads.seq AND reply.reply_to_seq IS NOT NULL
	) SELECT group_id, seq, first_seq FROM threads
) AS threads WHERE messages.group_id = threads.group_id AND messages.seq = threads.seq;--> statement-breakpoint
DROP INDEX `messages_replies`;--> statement-breakpoint
INSERT INTO thread_reads (group_id, thread_seq, user_id, last_read_seq)
	SELECT written.group_id, written.thread_seq, written.user_id, (
		SELECT max(latest.seq) FROM messages AS latest
			WHERE latest.group_id = written.group_id AND latest.thread_seq = written.thread_seq
	) FROM (
		SELECT DISTINCT group_id, thread_seq, user_id FROM messages WHERE thread_seq IS NOT NULL
		UNION SELECT first.group_id, first.seq, first.user_id FROM (
			SELECT DISTINCT group_id, thread_seq FROM messages WHERE thread_seq IS NOT NULL
		) AS threads JOIN messages AS first ON first.group_id = threads.group_id AND first.seq = threads.thread_seq
	) AS written;--> statement-breakpoint
CREATE TRIGGER `poll_votes_of_removed` AFTER DELETE ON `members`
WHEN EXISTS (SELECT 1 FROM groups WHERE id = old.group_id AND deleted_at IS NULL) BEGIN
	DELETE FROM poll_votes WHERE user_id = old.user_id AND poll_id IN (
		SELECT id FROM polls WHERE group_id = old.group_id AND closed_at IS NULL
	);
END;
