CREATE TABLE `link_previews` (
	`key` text PRIMARY KEY NOT NULL,
	`url` text,
	`site` text,
	`title` text,
	`picture_name` text,
	`size` integer DEFAULT 0 NOT NULL,
	`picture` blob,
	`fetched_at` integer,
	`failed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `link_previews_picture` ON `link_previews` (`picture_name`) WHERE picture_name is not null;--> statement-breakpoint
CREATE INDEX `link_previews_size` ON `link_previews` (`fetched_at`,`size`) WHERE size > 0;--> statement-breakpoint
ALTER TABLE `messages` ADD `link_key` text;--> statement-breakpoint
CREATE INDEX `messages_link` ON `messages` (`link_key`) WHERE link_key is not null;