import type { MailSite } from "../settings/site.ts";
import { inOneLine, isLinkable } from "./frame.tsx";
import { write } from "./mail_texts.tsx";

interface Invitation {
  site: MailSite;
  inviter: string;
  groupName: string;
  url: string;
}

/** The invitation of somebody without an account. Names that mail programs could make links of are left out. */
export function invitationMail({ site, inviter, groupName, url }: Invitation) {
  const who = safe(inviter, "Someone");
  const where = safe(groupName, "a study group");
  return write({
    site,
    subject: `${who} invites you to ${where}`,
    request: `${who} invites you to join ${where} at ${site.name}, where people study and read together.`,
    action: "See the invitation",
    url,
    lifetime: "It is good for 30 days.",
    otherwise: "If you do not want to join, you can decline there, also for good, or simply ignore this email.",
  });
}

function safe(name: string, otherwise: string): string {
  const plain = inOneLine(name);
  return plain && !isLinkable(plain) ? plain : otherwise;
}
