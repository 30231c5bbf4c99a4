/** What the owner of an account is mailed when it gets or loses a way to sign in. */
import type { MailSite } from "../site.ts";
import { write } from "./messages.tsx";

interface Owner {
  site: MailSite;
  name?: string | null;
  /** Of the page of the account. */
  url: string;
}

const ifNotYou =
  "If it was not you, remove it on the page of your account, choose a new password and log out everywhere else.";

export const passkeyAddedMail = ({ site, name, key, url }: Owner & { key: string }) =>
  write({
    site,
    subject: `A passkey was added to your ${site.name} account`,
    name,
    request: `A passkey named “${key}” can sign in to your ${site.name} account from now on.`,
    action: "See your account",
    url,
    otherwise: ifNotYou,
  });

export const identityLinkedMail = ({ site, name, provider, isClaimed, url }: Owner & Linked) =>
  write({
    site,
    subject: `${provider} signs in to your ${site.name} account`,
    name,
    request: `Your account of ${provider} can sign in to your ${site.name} account from now on.` +
      (isClaimed
        ? " Since the address of your account had not been verified, the password it had and all its sessions have " +
          "ended. You can choose a new password."
        : ""),
    action: "See your account",
    url,
    otherwise: ifNotYou,
  });

interface Linked {
  /** Where the other account is. */
  provider: string;
  /** Whether the address of the account had not been verified. */
  isClaimed: boolean;
}

export const twoStepOnMail = ({ site, name, url }: Owner) =>
  write({
    site,
    subject: `Two-step codes are on for your ${site.name} account`,
    name,
    request: `After your password, ${site.name} asks you for a code of your app from now on.`,
    action: "See your account",
    url,
    // Whoever turned them on has the codes, and you have not: only they turn them off on the page.
    otherwise:
      "If it was not you, choose a new password, and write to the people who run this site: they can turn the " +
      "codes off.",
  });

export const twoStepOffMail = ({ site, name, url }: Owner) =>
  write({
    site,
    subject: `Two-step codes are off for your ${site.name} account`,
    name,
    request: `Your password alone signs in to your ${site.name} account from now on.`,
    action: "See your account",
    url,
    otherwise: "If it was not you, choose a new password, log out everywhere else and turn the codes on again.",
  });

export const twoStepOffByOperatorMail = ({ site, name, url }: Owner) =>
  write({
    site,
    subject: `Two-step codes were turned off for your ${site.name} account`,
    name,
    request: `The people who run ${site.name} have turned off the two-step codes of your account. ` +
      "Your password alone signs in to it from now on.",
    action: "See your account",
    url,
    otherwise: "If you did not ask for it, choose a new password, log out everywhere else and turn the codes on again.",
  });
