import * as groupsLimits from "./limits.ts";
import { z } from "zod";
import { Reauthentication } from "../account/auth.ts";
import type { LastMessage } from "../chat/shapes.ts";
import { id, optionalText, picture, requiredText } from "../site/fields.ts";
import type { UserCard } from "../people/users.ts";
import { groupsTexts } from "./texts.ts";

export const NewGroup = z.object({
  groupName: requiredText(groupsLimits.groupName.max, groupsTexts.nameRequired),
  description: optionalText(groupsLimits.groupDescription.max).nullish(),
  image: picture.nullish(),
});
export type NewGroup = z.infer<typeof NewGroup>;

/** Changes of a group. A missing field stays as it is; null and blank clear it, except for the name. */
export const GroupUpdate = z.object({
  groupName: requiredText(groupsLimits.groupName.max, groupsTexts.nameRequired).nullish()
    .transform((name) => name ?? undefined),
  description: optionalText(groupsLimits.groupDescription.max).nullish(),
  image: picture.nullish(),
});
export type GroupUpdate = z.infer<typeof GroupUpdate>;

export const roles = ["creator", "organizer", "member"] as const;
/** `creator` hands the group over. */
export const RoleChange = Reauthentication.extend({ role: z.enum(roles) });

export const NewMember = z.object({ userId: id });

export type Role = (typeof roles)[number];

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
