ALTER TABLE `answers` ADD `form` text;--> statement-breakpoint
ALTER TABLE `groups` ADD `form` text;--> statement-breakpoint
ALTER TABLE `highlight_answers` ADD `form` text;--> statement-breakpoint
ALTER TABLE `highlights` ADD `form` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `form` text;--> statement-breakpoint
ALTER TABLE `note_answers` ADD `form` text;--> statement-breakpoint
ALTER TABLE `notes` ADD `form` text;--> statement-breakpoint
ALTER TABLE `questions` ADD `form` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `form` text;--> statement-breakpoint
-- A form is of the text that it was made of: whatever changes that, also the version before, takes the form away.
CREATE TRIGGER `messages_form_update` AFTER UPDATE OF content ON `messages`
WHEN old.form IS NOT NULL AND old.content IS NOT new.content BEGIN
	UPDATE messages SET form = NULL WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `notes_form_update` AFTER UPDATE OF content ON `notes`
WHEN old.form IS NOT NULL AND old.content IS NOT new.content BEGIN
	UPDATE notes SET form = NULL WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `note_answers_form_update` AFTER UPDATE OF content ON `note_answers`
WHEN old.form IS NOT NULL AND old.content IS NOT new.content BEGIN
	UPDATE note_answers SET form = NULL WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `questions_form_update` AFTER UPDATE OF question ON `questions`
WHEN old.form IS NOT NULL AND old.question IS NOT new.question BEGIN
	UPDATE questions SET form = NULL WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `answers_form_update` AFTER UPDATE OF content ON `answers`
WHEN old.form IS NOT NULL AND old.content IS NOT new.content BEGIN
	UPDATE answers SET form = NULL WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_form_update` AFTER UPDATE OF text ON `reviews`
WHEN old.form IS NOT NULL AND old.text IS NOT new.text BEGIN
	UPDATE reviews SET form = NULL WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `groups_form_update` AFTER UPDATE OF description ON `groups`
WHEN old.form IS NOT NULL AND old.description IS NOT new.description BEGIN
	UPDATE groups SET form = NULL WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `messages_form_storage_insert` AFTER INSERT ON `messages` WHEN new.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.form) WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `messages_form_storage_update` AFTER UPDATE OF form ON `messages` WHEN old.form IS NOT new.form BEGIN
	UPDATE account_storage SET bytes = bytes + coalesce(octet_length(new.form), 0) - coalesce(octet_length(old.form), 0)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `messages_form_storage_delete` AFTER DELETE ON `messages` WHEN old.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes - octet_length(old.form) WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `notes_form_storage_insert` AFTER INSERT ON `notes` WHEN new.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.form) WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `notes_form_storage_update` AFTER UPDATE OF form ON `notes` WHEN old.form IS NOT new.form BEGIN
	UPDATE account_storage SET bytes = bytes + coalesce(octet_length(new.form), 0) - coalesce(octet_length(old.form), 0)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `notes_form_storage_delete` AFTER DELETE ON `notes` WHEN old.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes - octet_length(old.form) WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `note_answers_form_storage_insert` AFTER INSERT ON `note_answers` WHEN new.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.form) WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `note_answers_form_storage_update` AFTER UPDATE OF form ON `note_answers` WHEN old.form IS NOT new.form BEGIN
	UPDATE account_storage SET bytes = bytes + coalesce(octet_length(new.form), 0) - coalesce(octet_length(old.form), 0)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `note_answers_form_storage_delete` AFTER DELETE ON `note_answers` WHEN old.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes - octet_length(old.form) WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `questions_form_storage_insert` AFTER INSERT ON `questions` WHEN new.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.form) WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `questions_form_storage_update` AFTER UPDATE OF form ON `questions` WHEN old.form IS NOT new.form BEGIN
	UPDATE account_storage SET bytes = bytes + coalesce(octet_length(new.form), 0) - coalesce(octet_length(old.form), 0)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `questions_form_storage_delete` AFTER DELETE ON `questions` WHEN old.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes - octet_length(old.form) WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `answers_form_storage_insert` AFTER INSERT ON `answers` WHEN new.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.form) WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `answers_form_storage_update` AFTER UPDATE OF form ON `answers` WHEN old.form IS NOT new.form BEGIN
	UPDATE account_storage SET bytes = bytes + coalesce(octet_length(new.form), 0) - coalesce(octet_length(old.form), 0)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `answers_form_storage_delete` AFTER DELETE ON `answers` WHEN old.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes - octet_length(old.form) WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_form_storage_insert` AFTER INSERT ON `reviews` WHEN new.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.form) WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_form_storage_update` AFTER UPDATE OF form ON `reviews` WHEN old.form IS NOT new.form BEGIN
	UPDATE account_storage SET bytes = bytes + coalesce(octet_length(new.form), 0) - coalesce(octet_length(old.form), 0)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `reviews_form_storage_delete` AFTER DELETE ON `reviews` WHEN old.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes - octet_length(old.form) WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `highlight_answers_form_update` AFTER UPDATE OF content ON `highlight_answers`
WHEN old.form IS NOT NULL AND old.content IS NOT new.content BEGIN
	UPDATE highlight_answers SET form = NULL WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `highlight_answers_form_storage_insert` AFTER INSERT ON `highlight_answers` WHEN new.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.form) WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `highlight_answers_form_storage_update` AFTER UPDATE OF form ON `highlight_answers` WHEN old.form IS NOT new.form BEGIN
	UPDATE account_storage SET bytes = bytes + coalesce(octet_length(new.form), 0) - coalesce(octet_length(old.form), 0)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `highlight_answers_form_storage_delete` AFTER DELETE ON `highlight_answers` WHEN old.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes - octet_length(old.form) WHERE user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `highlights_form_update` AFTER UPDATE OF note ON `highlights`
WHEN old.form IS NOT NULL AND old.note IS NOT new.note BEGIN
	UPDATE highlights SET form = NULL WHERE rowid = new.rowid;
END;--> statement-breakpoint
CREATE TRIGGER `highlights_form_storage_insert` AFTER INSERT ON `highlights` WHEN new.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes + octet_length(new.form) WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `highlights_form_storage_update` AFTER UPDATE OF form ON `highlights` WHEN old.form IS NOT new.form BEGIN
	UPDATE account_storage SET bytes = bytes + coalesce(octet_length(new.form), 0) - coalesce(octet_length(old.form), 0)
		WHERE user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER `highlights_form_storage_delete` AFTER DELETE ON `highlights` WHEN old.form IS NOT NULL BEGIN
	UPDATE account_storage SET bytes = bytes - octet_length(old.form) WHERE user_id = old.user_id;
END;
