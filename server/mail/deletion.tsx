/** What the owner of an account is mailed about its end. */
import type { MailSite } from "../settings/site.ts";
import { write } from "./mail_texts.tsx";

export const deletionMail = ({ site, name, day, url }: { site: MailSite; name: string; day: string; url: string }) =>
  write({
    site,
    subject: `Your ${site.name} account will be deleted`,
    name,
    request: `Your ${site.name} account will be deleted on ${day}, with your notes, pages, pictures and sessions. ` +
      "Until then you can change your mind.",
    action: "Keep my account",
    url,
    otherwise: "If you did not ask for this, log in, keep the account, and change your password.",
  });

export const deletedMail = ({ site, name }: { site: MailSite; name: string }) =>
  write({
    site,
    subject: `Your ${site.name} account is deleted`,
    name,
    request: `Your ${site.name} account is deleted. Nothing more will be sent to this address.`,
    // It may have been an operator.
    otherwise: "If you did not ask for this, write to the people who run this site.",
  });
