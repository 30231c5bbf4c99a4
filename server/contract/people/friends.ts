import { z } from "zod";
import { id } from "../site/fields.ts";
import type { UserCard } from "./users.ts";

export const NewFriendRequest = z.object({ receiverId: id });

export interface FriendRequest {
  id: string;
  sender: Omit<UserCard, "bio">;
  createdAt: string;
}

/** The result of a friend request. */
export interface FriendRequested {
  message: string;
  /** True when the other user had sent a request already, so that both are friends now. */
  friends: boolean;
}

/** The viewer's relation to another user. At most one is true. */
export interface FriendStatus {
  requestSent: boolean;
  requestReceived: boolean;
  friends: boolean;
}
