import { z } from "zod";
import { id } from "./fields.ts";

export const NewFriendRequest = z.object({ receiverId: id });

export interface FriendRequest {
  id: string;
  sender: { id: string; username: string; email: string; profileImage: string | null };
  createdAt: string;
}

/** What came of asking someone to be friends. */
export interface FriendRequested {
  message: string;
  /** Whether the other one had asked already, so that both are friends now. */
  friends: boolean;
}

/** How the viewer stands to someone. At most one of them is true. */
export interface FriendStatus {
  requestSent: boolean;
  requestReceived: boolean;
  friends: boolean;
}
