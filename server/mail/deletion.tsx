/** What the owner of an account is mailed about its end. */
import { texts } from "../contract/texts.ts";
import { write } from "./messages.tsx";

export const deletionMail = ({ name, day, url }: { name: string; day: string; url: string }) =>
  write({
    subject: `Your ${texts.productName} account will be deleted`,
    name,
    request:
      `Your ${texts.productName} account will be deleted on ${day}, with your notes, pages, pictures and sessions. ` +
      "Until then you can change your mind.",
    action: "Keep my account",
    url,
    otherwise: "If you did not ask for this, log in, keep the account, and change your password.",
  });

export const deletedMail = ({ name }: { name: string }) =>
  write({
    subject: `Your ${texts.productName} account is deleted`,
    name,
    request: `Your ${texts.productName} account is deleted. Nothing more will be sent to this address.`,
    otherwise: "Thank you for having studied with us.",
  });
