CREATE TABLE `meeting_dates` (
	`meeting_id` text NOT NULL,
	`date` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`place` text,
	`url` text,
	`book_id` text,
	`up_to` integer,
	`cancelled_at` integer,
	`sequence` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`meeting_id`, `date`),
	FOREIGN KEY (`meeting_id`) REFERENCES `meetings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `meeting_dates_book` ON `meeting_dates` (`book_id`) WHERE book_id is not null;--> statement-breakpoint
ALTER TABLE `sessions` ADD `time_zone` text;--> statement-breakpoint
CREATE INDEX `meetings_going_on` ON `meetings` (`group_id`) WHERE repeats is not null and cancelled_at is null;