CREATE TABLE `book_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`book_id` text NOT NULL,
	`user_id` text,
	`kind` text NOT NULL,
	`before` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `book_changes_book` ON `book_changes` (`book_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `book_changes_user` ON `book_changes` (`user_id`);--> statement-breakpoint
CREATE TABLE `group_settings` (
	`group_id` text PRIMARY KEY NOT NULL,
	`plan` text DEFAULT 'members' NOT NULL,
	`contents` text DEFAULT 'members' NOT NULL,
	`shelf` text DEFAULT 'members' NOT NULL,
	`texts` text DEFAULT 'members' NOT NULL,
	`ask_to_share` integer DEFAULT false NOT NULL,
	`everyone` integer DEFAULT false NOT NULL,
	`listed` integer DEFAULT false NOT NULL,
	`hide_members` integer DEFAULT false NOT NULL,
	`overview` integer DEFAULT false NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer,
	`time_zone` text,
	`started_at` integer,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- People without an email address. Dropping the table, as generated, would delete all that refers to it.
ALTER TABLE `users` ALTER COLUMN `email` TO `email` text;--> statement-breakpoint
ALTER TABLE `users` ADD `added_to` text REFERENCES groups(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `users` ADD `guest_until` integer;--> statement-breakpoint
CREATE INDEX `users_added_to` ON `users` (`added_to`) WHERE added_to is not null;--> statement-breakpoint
CREATE INDEX `users_guest_until` ON `users` (`guest_until`) WHERE guest_until is not null;--> statement-breakpoint
ALTER TABLE `books` ADD `removed_at` integer;--> statement-breakpoint
CREATE INDEX `books_removed` ON `books` (`removed_at`) WHERE removed_at is not null;--> statement-breakpoint
ALTER TABLE `invites` ADD `code` text;--> statement-breakpoint
CREATE UNIQUE INDEX `invites_code_unique` ON `invites` (`code`);--> statement-breakpoint
ALTER TABLE `members` ADD `shares_pages` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `overview_since` integer;--> statement-breakpoint
ALTER TABLE `notices` ADD `actor_id` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `notices_actor` ON `notices` (`actor_id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE TRIGGER `notices_by_deleted` BEFORE INSERT ON `notices`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.actor_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `book_changes_of_deleted` BEFORE INSERT ON `book_changes`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;
--> statement-breakpoint
-- Groups in which people talk already are shown no first steps.
INSERT INTO `group_settings` (`group_id`, `started_at`)
SELECT `id`, `created_at` FROM `groups` WHERE EXISTS (SELECT 1 FROM `messages` WHERE `messages`.`group_id` = `groups`.`id`);
