/** What the owner of an account is mailed when something of how they sign in is changed. */
import type { MailSite } from "../settings/site.ts";
import { write } from "./mail_texts.tsx";

interface Owner {
  site: MailSite;
  name?: string | null;
}

interface Link extends Owner {
  url: string;
}

export const passwordChangedMail = ({ site, name }: Owner) =>
  write({
    site,
    subject: `Your password for ${site.name} was changed`,
    name,
    request: `The password of your ${site.name} account was changed, and all other sessions were ended.`,
    otherwise: "If it was not you, choose a new password at once by the link below the login form.",
  });

/** To the new address. */
export const emailChangeMail = ({ site, name, url }: Link) =>
  write({
    site,
    subject: `Confirm your new email address for ${site.name}`,
    name,
    request: `Please confirm that this is to be the email address of your ${site.name} account.`,
    action: "Use this address",
    url,
    lifetime: "The link works once, and for 24 hours.",
    otherwise: "If you did not ask for this, please ignore this email: nothing changes.",
  });

/** To a new address that has an account already. */
export const addressTakenMail = ({ site }: Owner) =>
  write({
    site,
    subject: `You already have an account at ${site.name}`,
    request: `Someone, maybe you, wanted to use this address for their ${site.name} account. ` +
      "It already has one of its own, and so nothing was changed.",
    otherwise: "If it was not you, please ignore this email.",
  });

/** To the address that the account has. */
export const emailRequestedMail = ({ site, name, email, url }: Link & { email: string }) =>
  write({
    site,
    subject: `A new email address for your ${site.name} account`,
    name,
    request: `Someone, hopefully you, asked to use ${email} for your ${site.name} account. ` +
      "Until that is confirmed by a mail to the new address, everything stays as it is.",
    action: "It was not me: choose a new password",
    url,
    otherwise: "If it was you, there is nothing to do here.",
  });

/** To the address that the account had. */
export const emailChangedMail = ({ site, name, email, url }: Link & { email: string }) =>
  write({
    site,
    subject: `Your ${site.name} account has another email address now`,
    name,
    request: `The email address of your ${site.name} account is ${email} now. ` +
      "Nothing more will be sent to this one.",
    action: "Forgot password",
    url,
    otherwise: "If it was not you, please write to the people who run the site.",
  });
