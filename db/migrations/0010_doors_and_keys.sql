CREATE TABLE `announcements` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "announcements_one" CHECK("announcements"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`operator` text NOT NULL,
	`act` text NOT NULL,
	`subject_id` text,
	`subject` text NOT NULL,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`user_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `blocked_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `day_counts` (
	`day` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `name`)
);
--> statement-breakpoint
CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `invitation_refusals` (
	`group_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `email`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invitation_refusals_of` ON `invitation_refusals` (`email`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`email` text NOT NULL,
	`typed_email` text NOT NULL,
	`hash` text,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_hash_unique` ON `invitations` (`hash`);--> statement-breakpoint
CREATE INDEX `invitations_to` ON `invitations` (`email`);--> statement-breakpoint
CREATE INDEX `invitations_invited_by` ON `invitations` (`invited_by`);--> statement-breakpoint
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email` ON `invitations` (`group_id`,`email`);--> statement-breakpoint
CREATE TABLE `invites` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`hash` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`max_uses` integer,
	`uses` integer DEFAULT 0 NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_hash_unique` ON `invites` (`hash`);--> statement-breakpoint
CREATE INDEX `invites_group` ON `invites` (`group_id`);--> statement-breakpoint
CREATE INDEX `invites_created_by` ON `invites` (`created_by`);--> statement-breakpoint
CREATE INDEX `invites_expiry` ON `invites` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`group_id` text,
	`user_id` text,
	`reason` text NOT NULL,
	`snapshot` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decision` text,
	`note` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`created_at`,`id`) WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX `reports_decided` ON `reports` (`created_at`,`id`) WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX `reports_to_empty` ON `reports` (`decided_at`) WHERE decided_at is not null and snapshot <> '{"title":"","text":null,"context":[]}';--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`);--> statement-breakpoint
CREATE INDEX `reports_user` ON `reports` (`user_id`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`data` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tickets_user` ON `tickets` (`user_id`);--> statement-breakpoint
CREATE INDEX `tickets_expiry` ON `tickets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `totps` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `links` ADD `email` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_seen_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `address` text;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id` ON `sessions` (`id`);--> statement-breakpoint
ALTER TABLE `users` ADD `email_visible` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `last_seen_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `disabled_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `deletes_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `invite_id` text REFERENCES invites(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `users_deletes_at` ON `users` (`deletes_at`) WHERE deletes_at is not null;--> statement-breakpoint
CREATE INDEX `users_invite` ON `users` (`invite_id`) WHERE invite_id is not null;--> statement-breakpoint
UPDATE `sessions` SET `id` = lower(hex(randomblob(16))), `last_seen_at` = `created_at`;--> statement-breakpoint
-- Instances of the version before start sessions without an id.
CREATE TRIGGER `sessions_id_insert` AFTER INSERT ON `sessions` WHEN new.id IS NULL BEGIN
	UPDATE sessions SET id = lower(hex(randomblob(16))), last_seen_at = new.created_at WHERE hash = new.hash;
END;--> statement-breakpoint
-- What operators have done stays written.
CREATE TRIGGER `audit_log_update` BEFORE UPDATE ON `audit_log` BEGIN
	SELECT raise(ABORT, 'the audit log is not changed');
END;--> statement-breakpoint
CREATE TRIGGER `audit_log_delete` BEFORE DELETE ON `audit_log` BEGIN
	SELECT raise(ABORT, 'the audit log is not changed');
END;--> statement-breakpoint
-- Of an account that is deleted nothing is stored any more: what was under way when it was deleted does nothing.
CREATE TRIGGER `users_deleted_update` BEFORE UPDATE ON `users`
WHEN old.deleted_at IS NOT NULL AND new.deletes_at IS old.deletes_at BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `sessions_of_deleted` BEFORE INSERT ON `sessions`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `links_of_deleted` BEFORE INSERT ON `links`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `tickets_of_deleted` BEFORE INSERT ON `tickets`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `passkeys_of_deleted` BEFORE INSERT ON `passkeys`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `totps_of_deleted` BEFORE INSERT ON `totps`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `recovery_codes_of_deleted` BEFORE INSERT ON `recovery_codes`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `identities_of_deleted` BEFORE INSERT ON `identities`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `groups_of_deleted` BEFORE INSERT ON `groups`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.created_by AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `members_of_deleted` BEFORE INSERT ON `members`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `invites_of_deleted` BEFORE INSERT ON `invites`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.created_by AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `invitations_of_deleted` BEFORE INSERT ON `invitations`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.invited_by AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `blocks_of_deleted` BEFORE INSERT ON `blocks`
WHEN EXISTS (SELECT 1 FROM users WHERE id IN (new.user_id, new.blocked_id) AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `reports_of_deleted` BEFORE INSERT ON `reports`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.reporter_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `unveilings_of_deleted` BEFORE INSERT ON `unveilings`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `mentions_of_deleted` BEFORE INSERT ON `mentions`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `reactions_of_deleted` BEFORE INSERT ON `reactions`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `notices_of_deleted` BEFORE INSERT ON `notices`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `push_subscriptions_of_deleted` BEFORE INSERT ON `push_subscriptions`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `mail_settings_of_deleted` BEFORE INSERT ON `mail_settings`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `friendships_of_deleted` BEFORE INSERT ON `friendships`
WHEN EXISTS (SELECT 1 FROM users WHERE id IN (new.user_a, new.user_b) AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `books_of_deleted` BEFORE INSERT ON `books`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.added_by AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `progress_of_deleted` BEFORE INSERT ON `progress`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `reader_settings_of_deleted` BEFORE INSERT ON `reader_settings`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `plans_of_deleted` BEFORE INSERT ON `plans`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.created_by AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `notes_of_deleted` BEFORE INSERT ON `notes`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `note_answers_of_deleted` BEFORE INSERT ON `note_answers`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `questions_of_deleted` BEFORE INSERT ON `questions`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `answers_of_deleted` BEFORE INSERT ON `answers`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `reading_days_of_deleted` BEFORE INSERT ON `reading_days`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `library_of_deleted` BEFORE INSERT ON `library`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `timers_of_deleted` BEFORE INSERT ON `timers`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.started_by AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;--> statement-breakpoint
CREATE TRIGGER `timer_readers_of_deleted` BEFORE INSERT ON `timer_readers`
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND deleted_at IS NOT NULL) BEGIN
	SELECT raise(IGNORE);
END;
