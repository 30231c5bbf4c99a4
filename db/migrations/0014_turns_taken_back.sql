ALTER TABLE `progress` ADD `opened_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `progress` ADD `opened_at` integer DEFAULT 0 NOT NULL;