/** Invitations into a group by email address. */
import * as groupsLimits from "./limits.ts";
import { z } from "zod";
import { email, id, rawText } from "../site/fields.ts";
import { inviteTexts } from "./texts.ts";
import type { Invited } from "./invites.ts";
import type { PublicUser } from "../people/users.ts";

const { emails: most } = groupsLimits.invitations;

// Counted before the first one is parsed.
const addresses = z.array(z.unknown(), inviteTexts.noAddress).max(most, inviteTexts.tooManyAddresses(most))
  .pipe(z.array(email).min(1, inviteTexts.noAddress))
  .transform((emails) => [...new Set(emails)]);

export const MailInvitations = z.object({ emails: addresses });
export type MailInvitations = z.infer<typeof MailInvitations>;

/**
 * The same from a form, pasted in any way: separated by commas, semicolons, blanks or lines, with names around the
 * addresses, quoted, or as `mailto:` links. What looks like none is named in the failure.
 */
export const MailInvitationsForm = z.object({
  emails: rawText(groupsLimits.invitations.typed / 4, { tooLong: inviteTexts.tooManyAddresses(most) })
    .transform((typed, context): unknown[] => {
      const { found, wrong } = readAddresses(typed);
      if (wrong) context.addIssue({ code: "custom", message: inviteTexts.unreadable(wrong) });
      return found;
    })
    .pipe(addresses),
});

/**
 * The addresses of a pasted text, and the first thing in it that has an at sign and is none: of those alone that would
 * be invited, since more are refused anyway.
 */
export function readAddresses(typed: string): { found: string[]; wrong?: string } {
  const pieces = typed.replaceAll(/mailto:/gi, " ").split(/[\s,;<>()[\]"'|]+/).filter((piece) => piece.includes("@"));
  const found = [...new Set(pieces.map((piece) => withoutStops(piece).toLowerCase()))];
  const wrong = found.slice(0, most).find((piece) => !email.safeParse(piece).success);
  return { found, wrong: wrong?.slice(0, 80) };
}

/** Without the full stops and colons around it; a pattern for those at the end would try each run of them anew. */
function withoutStops(piece: string): string {
  const isStop = (at: number) => piece[at] === "." || piece[at] === ":";
  let [start, end] = [0, piece.length];
  while (start < end && isStop(start)) start++;
  while (end > start && isStop(end - 1)) end--;
  return piece.slice(start, end);
}

/** The id of the invitation before which to list. */
export const InvitationsQuery = z.object({ before: id.optional() });

export const Decline = z.object({ never: z.boolean().optional() });

/** How many were invited, are in the group already, or want no invitations into it. */
export interface InvitedByMail {
  invited: number;
  alreadyIn: number;
  refused: number;
}

/** An invitation that waits for the caller's answer. */
export interface Invitation {
  id: string;
  group: Invited["group"];
  invitedBy: PublicUser;
  createdAt: string;
}
