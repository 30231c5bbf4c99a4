DROP INDEX `highlights_shared`;--> statement-breakpoint
CREATE INDEX `highlights_shared` ON `highlights` (`book_id`,`hash`,`to_place`,`user_id`) WHERE shared_at is not null and lost_at is null;