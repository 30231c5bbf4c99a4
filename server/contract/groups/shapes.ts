import { z } from "zod";
import { Reauthentication } from "../account/shapes.ts";
import { LastMessage } from "../chat/shapes.ts";
import * as groupsLimits from "./limits.ts";
import { groupsTexts, inviteTexts } from "./texts.ts";
import { Face, PublicUser, UserCard } from "../people/shapes.ts";
import { email, id, optionalText, picture, rawText, requiredText } from "../site/fields.ts";
import { count, time } from "../site/shapes.ts";
import { Format } from "../site/written_shapes.ts";

const groupName = requiredText(groupsLimits.groupName.max, groupsTexts.nameRequired);
const description = optionalText(groupsLimits.groupDescription.max).nullish();
const image = picture.nullish();

export const NewGroup = z.object({ groupName, description, image });
export type NewGroup = z.infer<typeof NewGroup>;

/** A missing field stays as it is; null and blank clear it, except for the name. */
export const GroupUpdate = z.object({
  groupName: groupName.nullish().transform((name) => name ?? undefined),
  description,
  image,
});
export type GroupUpdate = z.infer<typeof GroupUpdate>;

/** A conversation of two friends, and the books of one person, are groups that nobody joins, leaves or organizes. */
export const groupKinds = ["group", "direct", "own"] as const;
export type GroupKind = (typeof groupKinds)[number];

const roles = ["creator", "organizer", "member"] as const;
export type Role = (typeof roles)[number];

export const RoleChange = Reauthentication.extend({ role: z.enum(roles) });

/** The members who may change plans, contents or the shelf. */
export const changers = ["members", "organizers"] as const;

export const NewMember = z.object({ userId: id });

export const notifyLevels = ["all", "mentions", "none"] as const;
export type NotifyLevel = (typeof notifyLevels)[number];
export const NotifySetting = z.object({ level: z.enum(notifyLevels) });

const Member = z.strictObject({ user: UserCard, joinedAt: time, role: z.enum(roles) }).meta({ id: "Member" });
export type Member = z.infer<typeof Member>;

const groupSummary = {
  id: z.string(),
  groupName: z.string(),
  description: z.string().nullable(),
  image: z.string().nullable(),
  memberCount: count,
  role: z.enum(roles).describe("The caller's."),
  unread: count,
  mentions: count,
  lastReadSeq: count,
  notify: z.enum(notifyLevels),
  lastMessage: LastMessage.nullable(),
  rev: count,
};

export const Group = z.strictObject({
  ...groupSummary,
  format: Format.describe("Of the description."),
  kind: z.enum(groupKinds),
  createdBy: z.string().nullable().describe("Null where `kind` is not `group`: it has no organizers."),
  createdAt: time,
  members: z.array(Member),
}).meta({ id: "Group" });
export type Group = z.infer<typeof Group>;

export const GroupQuery = z.object({
  page: z.coerce.number<number>().int().min(1).max(groupsLimits.groups.members).optional()
    .describe(`In place of all members those of one page of ${groupsLimits.memberList.page}, from 1.`),
});

export type GroupFace = Pick<Group, "id" | "groupName" | "image">;
export type GroupLink = GroupFace & Pick<Group, "unread" | "mentions" | "notify">;

const { days, uses } = groupsLimits.invites;
const wholeDays = z.int(inviteTexts.invalidDays).min(1, inviteTexts.invalidDays).max(days.max, inviteTexts.invalidDays);
const wholeUses = z.int(inviteTexts.invalidUses).min(1, inviteTexts.invalidUses).max(uses, inviteTexts.invalidUses);

export const NewInviteLink = z.object({
  days: wholeDays.default(days.usual),
  maxUses: wholeUses.nullish().transform((value) => value ?? null),
});
export type NewInviteLink = z.infer<typeof NewInviteLink>;

const typedNumber = (value: unknown) => typeof value === "string" && value.trim() ? Number(value) : undefined;

export const NewInviteLinkForm = z.object({
  days: z.preprocess(typedNumber, wholeDays.default(days.usual)),
  maxUses: z.preprocess(typedNumber, wholeUses.nullish()).transform((value) => value ?? null),
});

export const InviteLink = z.strictObject({
  id: z.string(),
  expiresAt: time,
  uses: count,
  maxUses: count.nullable(),
  createdBy: z.string(),
  code: z.string().nullable().describe(
    "Six letters, in place of the token; null for links of before there were codes.",
  ),
  url: z.string().optional().describe("With the token: only when it is made."),
}).meta({ id: "Invite" });
export type InviteLink = z.infer<typeof InviteLink>;

export const JoinPreview = z.strictObject({
  group: z.strictObject({
    groupName: z.string(),
    description: z.string().nullable(),
    format: Format,
    image: z.string().nullable(),
    memberCount: count,
  }),
  invitedBy: Face,
});
export type JoinPreview = z.infer<typeof JoinPreview>;

const { emails: mostEmails } = groupsLimits.invitations;

// Counted before the first one is parsed.
const emails = z.array(z.unknown(), inviteTexts.noAddress).max(mostEmails, inviteTexts.tooManyAddresses(mostEmails))
  .pipe(z.array(email).min(1, inviteTexts.noAddress))
  .transform((emails) => [...new Set(emails)]);

export const NewInvitations = z.object({ emails });

/** Pasted in any way: separated by commas, semicolons, blanks or lines, with names around them, or as `mailto:`. */
export const NewInvitationsForm = z.object({
  emails: rawText(groupsLimits.invitations.typed / 4, { tooLong: inviteTexts.tooManyAddresses(mostEmails) })
    .transform((typed, context): unknown[] => {
      const { found, wrong } = readAddresses(typed);
      if (wrong) context.addIssue({ code: "custom", message: inviteTexts.unreadable(wrong) });
      return found;
    })
    .pipe(emails),
});

/**
 * With the first thing that is none: among those alone that would be invited, or between commas, semicolons or lines
 * without an at sign.
 */
export function readAddresses(typed: string): { found: string[]; wrong?: string } {
  const pieces = typed.replaceAll(/mailto:/gi, " ").split(/[\s,;<>()[\]"'|]+/).filter((piece) => piece.includes("@"));
  const found = [...new Set(pieces.map((piece) => withoutStops(piece).toLowerCase()))];
  const wrong = found.slice(0, mostEmails).find((piece) => !email.safeParse(piece).success);
  return { found, wrong: (wrong ?? findStray(typed))?.slice(0, 80) };
}

/** Names in quotation marks may have commas. */
const findStray = (typed: string): string | undefined =>
  typed.replaceAll(/"[^"@]*"/g, " ").split(/[,;\r\n]/).map((piece) => piece.trim())
    .find((piece) => /[\p{L}\p{N}]/u.test(piece) && !piece.includes("@"));

/** Without the full stops and colons around it; a pattern for those at the end would try each run of them anew. */
function withoutStops(piece: string): string {
  const isStop = (at: number) => piece[at] === "." || piece[at] === ":";
  let [start, end] = [0, piece.length];
  while (start < end && isStop(start)) start++;
  while (end > start && isStop(end - 1)) end--;
  return piece.slice(start, end);
}

export const InvitedByMail = z.strictObject({ invited: count, alreadyIn: count, refused: count });

export const InvitationsQuery = z.object({
  before: id.optional().describe("The id of the invitation before which to list."),
});

export const Invitation = z.strictObject({
  id: z.string(),
  group: JoinPreview.shape.group,
  invitedBy: PublicUser,
  createdAt: time,
}).meta({ id: "Invitation" });
export type Invitation = z.infer<typeof Invitation>;

export const Decline = z.object({ never: z.boolean().optional() });

const CurrentBook = z.strictObject({
  title: z.string(),
  currentPage: count.describe("In the book's own pages."),
  pageCount: count,
  progress: count.describe("Whole percent."),
});
export type CurrentBook = z.infer<typeof CurrentBook>;

const OverviewGroup = z.strictObject({
  ...groupSummary,
  description: z.string().nullable().describe("Its words, without marks and what is hidden."),
  book: CurrentBook.nullable(),
  faces: z.array(Face).describe("Of its first members."),
});
export type OverviewGroup = z.infer<typeof OverviewGroup>;

export const Overview = z.strictObject({
  groups: z.array(OverviewGroup).describe("The reader's, latest activity first."),
  requests: count.describe("How many friend requests wait for the reader's answer."),
  notices: count.describe("How many unread notices are not about a message: those are counted with its group."),
  unreadNotices: count.describe("How many notices are unread at all."),
  direct: count.describe("How many messages are unread in conversations."),
});
export type Overview = z.infer<typeof Overview>;
