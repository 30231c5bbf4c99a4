CREATE TABLE `assets` (
	`name` text PRIMARY KEY NOT NULL,
	`content` blob NOT NULL,
	`stored_at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `mails_due`;--> statement-breakpoint
ALTER TABLE `mails` ADD `claimed_until` integer;--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`,`claimed_until`);--> statement-breakpoint
-- Of two instances that migrate at the same time one fails, with everything it changed.
CREATE UNIQUE INDEX `migrations_once` ON `__drizzle_migrations` (`created_at`);
