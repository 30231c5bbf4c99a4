import { z } from "zod";
import { id } from "./fields.ts";

export const NewFriendRequest = z.object({ receiverId: id });

export interface FriendRequest {
  id: string;
  sender: { id: string; username: string; email: string; profileImage: string | null };
  createdAt: string;
}

/** How the viewer stands to someone. At most one of them is true. */
export interface FriendStatus {
  requestSent: boolean;
  requestReceived: boolean;
  friends: boolean;
}
