ALTER TABLE `files` ADD `hash` text;--> statement-breakpoint
-- What is deleted or changed of a name leaves no trace in the pages of the index. `message_words` does not know the words
-- of what is deleted: db/message_search.ts merges its pages instead. The catalogue is public.
INSERT INTO `user_words` (`user_words`, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO `user_parts` (`user_parts`, rank) VALUES ('secure-delete', 1);
