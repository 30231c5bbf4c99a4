DROP INDEX `groups_deleted`;--> statement-breakpoint
ALTER TABLE `groups` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `groups_deleted` ON `groups` (`id`) WHERE active_at = 0 or deleted_at is not null;--> statement-breakpoint
-- When it was is not known. Instances of the version before go on marking deleted groups by `active_at` alone.
UPDATE `groups` SET `deleted_at` = unixepoch() * 1000 WHERE `active_at` = 0;
