DROP INDEX `messages_client`;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client` ON `messages` (`user_id`,`group_id`,`client_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `verify_by` integer;--> statement-breakpoint
CREATE INDEX `users_verify_by` ON `users` (`verify_by`) WHERE verify_by is not null;--> statement-breakpoint
CREATE INDEX `mails_recipient` ON `mails` (`recipient`);--> statement-breakpoint
-- Accounts that wait for their first link to be followed get seven days from now on. Whoever registered while no
-- verification was asked for has no link as old as the account, and stays.
UPDATE users SET verify_by = unixepoch() * 1000 + 604800000 WHERE verified_at IS NULL AND EXISTS (
	SELECT 1 FROM links WHERE user_id = users.id AND kind = 'verify'
		AND links.expires_at - 86400000 BETWEEN users.created_at AND users.created_at + 60000
);
