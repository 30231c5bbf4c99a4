/** Links by which people join a group. */
import * as groupsLimits from "./limits.ts";
import { z } from "zod";
import { inviteTexts } from "./texts.ts";
import type { Face } from "../people/users.ts";

const { days, uses } = groupsLimits.invites;
const wholeDays = z.int(inviteTexts.invalidDays).min(1, inviteTexts.invalidDays).max(days.max, inviteTexts.invalidDays);
const wholeUses = z.int(inviteTexts.invalidUses).min(1, inviteTexts.invalidUses).max(uses, inviteTexts.invalidUses);

/** For how many days, and for how many people; any number where it is left out. */
export const NewInvite = z.object({
  days: wholeDays.default(days.usual),
  maxUses: wholeUses.nullish().transform((value) => value ?? null),
});
export type NewInvite = z.infer<typeof NewInvite>;

const typed = (value: unknown) => typeof value === "string" && value.trim() ? Number(value) : undefined;

/** The same from a form. */
export const NewInviteForm = z.object({
  days: z.preprocess(typed, wholeDays.default(days.usual)),
  maxUses: z.preprocess(typed, wholeUses.nullish()).transform((value) => value ?? null),
});

/** An invite link, to those who may make one. */
export interface Invite {
  id: string;
  expiresAt: string;
  uses: number;
  maxUses: number | null;
  /** The id of who made it. */
  createdBy: string;
  /** With the token: only when it is made. */
  url?: string;
}

/** What a link shows of the group that it leads to. */
export interface Invited {
  group: { groupName: string; description: string | null; image: string | null; memberCount: number };
  invitedBy: Face;
}
