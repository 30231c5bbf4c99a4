CREATE TABLE `file_chunks` (
	`file_id` text NOT NULL,
	`variant` text NOT NULL,
	`number` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`file_id`, `variant`, `number`),
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`message_id` text,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`size` integer NOT NULL,
	`stored_size` integer NOT NULL,
	`width` integer,
	`height` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `files_group` ON `files` (`group_id`,`stored_size`);--> statement-breakpoint
CREATE INDEX `files_user` ON `files` (`user_id`,`group_id`);--> statement-breakpoint
CREATE INDEX `files_message` ON `files` (`message_id`);--> statement-breakpoint
CREATE INDEX `files_unused` ON `files` (`created_at`) WHERE message_id is null;--> statement-breakpoint
CREATE TABLE `mail_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`mentions` integer DEFAULT true NOT NULL,
	`digest` integer DEFAULT true NOT NULL,
	`mentions_at` integer,
	`digest_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_settings_token_unique` ON `mail_settings` (`token`);--> statement-breakpoint
CREATE TABLE `mentions` (
	`message_id` text NOT NULL,
	`user_id` text NOT NULL,
	`group_id` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`message_id`, `user_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mentions_user` ON `mentions` (`user_id`,`group_id`,`seq`);--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`url` text NOT NULL,
	`group_id` text,
	`seq` integer,
	`subject` text,
	`created_at` integer NOT NULL,
	`read_at` integer,
	`mail_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notices_user` ON `notices` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `notices_unread` ON `notices` (`user_id`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `notices_group` ON `notices` (`group_id`,`seq`);--> statement-breakpoint
CREATE INDEX `notices_created` ON `notices` (`created_at`);--> statement-breakpoint
CREATE INDEX `notices_membership` ON `notices` (`user_id`,`group_id`);--> statement-breakpoint
CREATE INDEX `notices_mail` ON `notices` (`mail_at`) WHERE mail_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `notices_subject` ON `notices` (`user_id`,`kind`,`subject`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`endpoint` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_hash` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_hash`);--> statement-breakpoint
CREATE TABLE `reactions` (
	`message_id` text NOT NULL,
	`user_id` text NOT NULL,
	`emoji` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`message_id`, `emoji`, `user_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reactions_user` ON `reactions` (`user_id`);--> statement-breakpoint
CREATE TABLE `service_keys` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `mails` ADD `unsubscribe_url` text;--> statement-breakpoint
ALTER TABLE `members` ADD `role` text DEFAULT 'member' NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `last_read_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `notify` text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `pushed_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `rev` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `reply_to_seq` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `pinned_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `fingerprint` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `number` integer;--> statement-breakpoint
UPDATE `messages` SET `rev` = `seq`;--> statement-breakpoint
-- What was written before counts as read.
UPDATE `members` SET `last_read_seq` = coalesce((SELECT max(`seq`) FROM `messages` WHERE `messages`.`group_id` = `members`.`group_id`), 0);--> statement-breakpoint
CREATE INDEX `messages_group_rev` ON `messages` (`group_id`,`rev`);--> statement-breakpoint
CREATE INDEX `messages_fingerprint` ON `messages` (`fingerprint`) WHERE fingerprint is not null;--> statement-breakpoint
CREATE INDEX `messages_pinned` ON `messages` (`group_id`,`pinned_at`) WHERE pinned_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_number` ON `messages` (`number`) WHERE number is not null;--> statement-breakpoint
CREATE INDEX `messages_unindexed` ON `messages` (`created_at`) WHERE number is null;--> statement-breakpoint
-- Instances of the version before store messages without `rev`.
CREATE TRIGGER `messages_rev_insert` AFTER INSERT ON `messages` WHEN new.rev = 0 BEGIN
	UPDATE messages SET rev = 1 + (SELECT max(rev) FROM messages WHERE group_id = new.group_id) WHERE id = new.id;
END;--> statement-breakpoint
-- Nor do they know how far anybody has read: what was written before somebody was added is not unread.
CREATE TRIGGER `members_read_insert` AFTER INSERT ON `members` WHEN new.last_read_seq = 0 BEGIN
	UPDATE members SET last_read_seq = coalesce((SELECT max(seq) FROM messages WHERE group_id = new.group_id), 0)
		WHERE group_id = new.group_id AND user_id = new.user_id;
END;--> statement-breakpoint
-- The words of messages. `groups` is the group's id, by which a search finds that group's messages only. It stores no
-- texts; a message is added under its number a moment after it is sent, many in one commit.
CREATE VIRTUAL TABLE `message_words` USING fts5(
	groups, content, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
);--> statement-breakpoint
-- In percent: of what is deleted the index is cleared later than by itself, as each time delays other writes.
INSERT INTO `message_words` (`message_words`, rank) VALUES ('deletemerge', 75);--> statement-breakpoint
CREATE TRIGGER `messages_search_update` AFTER UPDATE OF content ON `messages`
WHEN new.number IS NOT NULL AND old.content IS NOT new.content BEGIN
	UPDATE message_words SET groups = replace(new.group_id, '-', ''), content = new.content WHERE rowid = new.number;
END;--> statement-breakpoint
CREATE TRIGGER `messages_search_delete` AFTER DELETE ON `messages` WHEN old.number IS NOT NULL BEGIN
	DELETE FROM message_words WHERE rowid = old.number;
END;--> statement-breakpoint
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
END;--> statement-breakpoint
-- Nobody else can see or remove what they have not sent: it is deleted next, as what is released in db/files.ts.
CREATE TRIGGER `members_files_delete` AFTER DELETE ON `members` BEGIN
	UPDATE files SET created_at = 0, stored_size = 0
		WHERE user_id = old.user_id AND group_id = old.group_id AND message_id IS NULL AND created_at > 0;
END;
