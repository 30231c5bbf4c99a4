CREATE TABLE `friendships` (
	`user_a` text NOT NULL,
	`user_b` text NOT NULL,
	`id` text NOT NULL,
	`requested_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`accepted_at` integer,
	PRIMARY KEY(`user_a`, `user_b`),
	FOREIGN KEY (`user_a`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_b`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "friendships_order" CHECK(user_a < user_b),
	CONSTRAINT "friendships_requester" CHECK(requested_by in (user_a, user_b))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `friendships_id_unique` ON `friendships` (`id`);--> statement-breakpoint
CREATE INDEX `friendships_user_b` ON `friendships` (`user_b`);--> statement-breakpoint
CREATE TABLE `media` (
	`hash` text NOT NULL,
	`size` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`hash`, `size`)
);
--> statement-breakpoint
CREATE TABLE `user_numbers` (
	`number` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_numbers_user_id_unique` ON `user_numbers` (`user_id`);--> statement-breakpoint
CREATE INDEX `groups_image` ON `groups` (`image`) WHERE image is not null;--> statement-breakpoint
CREATE INDEX `users_profile_image` ON `users` (`profile_image`) WHERE profile_image is not null;