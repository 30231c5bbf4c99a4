CREATE TABLE `assets` (
	`name` text PRIMARY KEY NOT NULL,
	`content` blob NOT NULL,
	`stored_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `mails` ADD `claimed_until` integer;