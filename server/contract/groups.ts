import { z } from "zod";
import type { LastMessage } from "./chat.ts";
import * as constants from "./constants.ts";
import { id, optionalText, picture, requiredText } from "./fields.ts";
import { texts } from "./texts.ts";
import type { UserCard } from "./users.ts";

export const NewGroup = z.object({
  groupName: requiredText(constants.groupName.max, texts.groups.nameRequired),
  description: optionalText(constants.groupDescription.max).nullish(),
  image: picture.nullish(),
});
export type NewGroup = z.infer<typeof NewGroup>;

export const NewMember = z.object({ userId: id });

export type Role = "creator" | "organizer" | "member";

export interface Member {
  user: UserCard;
  joinedAt: string;
  role: Role;
}

/** Which messages of a group make notices. */
export const notifyLevels = ["all", "mentions", "none"] as const;
export type NotifyLevel = (typeof notifyLevels)[number];
export const NotifySetting = z.object({ level: z.enum(notifyLevels) });

export interface Group {
  id: string;
  groupName: string;
  description: string | null;
  image: string | null;
  createdBy: string;
  memberCount: number;
  createdAt: string;
  members: Member[];
  /** The caller's, as what follows. */
  role: Role;
  unread: number;
  mentions: number;
  lastReadSeq: number;
  notify: NotifyLevel;
  lastMessage: LastMessage | null;
  /** Of the latest change of its messages. */
  rev: number;
}

/** A group as its picture and name show it. */
export type GroupFace = Pick<Group, "id" | "groupName" | "image">;

/** A group as its card shows it. */
export type GroupSummary = Omit<Group, "members">;
