CREATE TABLE `known_browsers` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `known_browsers_last_used` ON `known_browsers` (`last_used_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `proven_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `two_step` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `operates_since` integer;--> statement-breakpoint
-- Sessions end 180 days after their start, however often they are used.
UPDATE `sessions` SET `expires_at` = `created_at` + 15552000000 WHERE `expires_at` > `created_at` + 15552000000;--> statement-breakpoint
CREATE TRIGGER `known_browsers_of_deleted` BEFORE INSERT ON `known_browsers`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;
