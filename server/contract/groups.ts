import { z } from "zod";
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

export interface Member {
  user: UserCard;
  joinedAt: string;
}

export interface Group {
  id: string;
  groupName: string;
  description: string | null;
  image: string | null;
  createdBy: string;
  memberCount: number;
  createdAt: string;
  members: Member[];
}

/** A group as its picture and name show it. */
export type GroupFace = Pick<Group, "id" | "groupName" | "image">;

/** A group as its card shows it. */
export type GroupSummary = Omit<Group, "members">;
