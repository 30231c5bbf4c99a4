CREATE TABLE `books` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`title` text NOT NULL,
	`author` text,
	`description` text,
	`cover_key` text,
	`page_count` integer NOT NULL,
	`published_date` text,
	`publisher` text,
	`categories` text NOT NULL,
	`language` text,
	`isbn` text,
	`google_books_id` text,
	`added_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`cover_key`) REFERENCES `covers`(`key`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `books_added_by` ON `books` (`added_by`);--> statement-breakpoint
CREATE INDEX `books_cover` ON `books` (`cover_key`) WHERE cover_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `books_google_books_id` ON `books` (`group_id`,`google_books_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `books_isbn` ON `books` (`group_id`,`isbn`);--> statement-breakpoint
CREATE TABLE `catalogue` (
	`number` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`source` text NOT NULL,
	`title` text NOT NULL,
	`author` text,
	`description` text,
	`page_count` integer,
	`published_date` text,
	`publisher` text,
	`categories` text NOT NULL,
	`language` text,
	`isbn` text,
	`google_books_id` text,
	`title_words` text NOT NULL,
	`author_words` text NOT NULL,
	`subject_words` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `catalogue_key_unique` ON `catalogue` (`key`);--> statement-breakpoint
CREATE INDEX `catalogue_isbn` ON `catalogue` (`isbn`) WHERE isbn is not null;--> statement-breakpoint
CREATE TABLE `catalogue_authors` (
	`key` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `covers` (
	`key` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`seen_at` integer NOT NULL,
	`used_at` integer DEFAULT 0 NOT NULL,
	`failed_at` integer,
	`size` integer DEFAULT 0 NOT NULL,
	`bytes` blob
);
--> statement-breakpoint
CREATE INDEX `covers_used` ON `covers` (`used_at`,`size`) WHERE size > 0;--> statement-breakpoint
CREATE INDEX `covers_seen` ON `covers` (`seen_at`);--> statement-breakpoint
CREATE TABLE `imports` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`lines` integer NOT NULL,
	`counts` text NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE TABLE `notes` (
	`book_id` text NOT NULL,
	`user_id` text NOT NULL,
	`page_number` integer NOT NULL,
	`content` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`book_id`, `user_id`, `page_number`),
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notes_user` ON `notes` (`user_id`);--> statement-breakpoint
CREATE TABLE `progress` (
	`book_id` text NOT NULL,
	`user_id` text NOT NULL,
	`current_page` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`book_id`, `user_id`),
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `progress_user` ON `progress` (`user_id`);--> statement-breakpoint
CREATE TABLE `searches` (
	`source` text NOT NULL,
	`query` text NOT NULL,
	`results` text NOT NULL,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`source`, `query`)
);
--> statement-breakpoint
CREATE INDEX `searches_answered` ON `searches` (`answered_at`);