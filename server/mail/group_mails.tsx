import { inOneLine, type Owner, toOwner, write } from "./frame.tsx";
import { isLinkable } from "./links.ts";

export function invitationMail({ inviter, groupName, ...owner }: Owner & { inviter: string; groupName: string }) {
  const who = safe(inviter, "Someone");
  const where = safe(groupName, "a study group");
  return write({
    ...owner,
    subject: `${who} invites you to ${where}`,
    request: `${who} invites you to join ${where} at ${owner.site.name}, where people study and read together.`,
    action: "See the invitation",
    lifetime: "It is good for 30 days.",
    otherwise: "If you do not want to join, you can decline there, also for good, or simply ignore this email.",
  });
}

function safe(name: string, otherwise: string): string {
  const plain = inOneLine(name);
  return plain && !isLinkable(plain) ? plain : otherwise;
}

export const handedOverMail = ({ groupName, to, ...owner }: Owner & { groupName: string; to: string }) =>
  toOwner(owner, {
    subject: `You handed over the group “${groupName}”`,
    request: `The group “${groupName}” at ${owner.site.name} belongs to ${to} now, and only they can give it back.`,
    otherwise: "If it was not you, choose a new password and log out everywhere else.",
  });

export const groupRemovedMail = ({ groupName, ...owner }: Owner & { groupName: string }) =>
  write({
    ...owner,
    subject: `Your group “${groupName}” was deleted`,
    request: `The people who run ${owner.site.name} have deleted your group “${groupName}”, with everything in it.`,
    otherwise: "If you think that this is a mistake, write to the people who run this site.",
  });
