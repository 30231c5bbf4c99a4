ALTER TABLE `members` ADD `pushed_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `notices_membership` ON `notices` (`user_id`,`group_id`);--> statement-breakpoint
-- A friend request that was answered needs no notice any more, nor does one that is gone; a friendship that has ended
-- was not accepted after all.
CREATE TRIGGER `friendships_notices_update` AFTER UPDATE OF accepted_at ON `friendships`
WHEN new.accepted_at IS NOT NULL BEGIN
	DELETE FROM notices WHERE kind = 'friendRequest' AND subject = new.id AND user_id IN (new.user_a, new.user_b);
END;--> statement-breakpoint
CREATE TRIGGER `friendships_notices_delete` AFTER DELETE ON `friendships` BEGIN
	DELETE FROM notices WHERE kind IN ('friendRequest', 'friendAccepted') AND subject = old.id
		AND user_id IN (old.user_a, old.user_b);
END;--> statement-breakpoint
CREATE TRIGGER `messages_notices_update` AFTER UPDATE OF deleted_at ON `messages` WHEN new.deleted_at IS NOT NULL BEGIN
	DELETE FROM notices WHERE group_id = new.group_id AND seq = new.seq;
END;--> statement-breakpoint
-- Who has left a group, or was in one that is deleted, can open nothing of it.
CREATE TRIGGER `members_notices_delete` AFTER DELETE ON `members` BEGIN
	DELETE FROM notices WHERE user_id = old.user_id AND group_id = old.group_id;
END;
