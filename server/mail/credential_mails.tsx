/** What the owner of an account is mailed when it gets or loses a way to sign in. */
import { twoStepTexts } from "../contract/account/texts.ts";
import type { MailSite } from "../settings/site.ts";
import { write } from "./mail_texts.tsx";

interface Owner {
  site: MailSite;
  name?: string | null;
  /** Of the page of the account. */
  url: string;
}

const ifNotYou =
  "If it was not you, remove it on the page of your account, choose a new password and log out everywhere else.";

const ifNotYouBesides = "If it was not you, choose a new password and log out everywhere else.";

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

export const passkeyRemovedMail = ({ site, name, key, url }: Owner & { key: string }) =>
  write({
    site,
    subject: `A passkey was removed from your ${site.name} account`,
    name,
    request: `The passkey named “${key}” no longer signs in to your ${site.name} account.`,
    action: "See your account",
    url,
    otherwise: ifNotYouBesides,
  });

export const identityUnlinkedMail = ({ site, name, provider, url }: Owner & { provider: string }) =>
  write({
    site,
    subject: `${provider} no longer signs in to your ${site.name} account`,
    name,
    request: `Your account of ${provider} was unlinked from your ${site.name} account.`,
    action: "See your account",
    url,
    otherwise: ifNotYouBesides,
  });

export const exportedMail = ({ site, name, browser, url }: Owner & { browser: string }) =>
  write({
    site,
    subject: `The data of your ${site.name} account was downloaded`,
    name,
    request: `Someone, hopefully you, downloaded everything that you have written at ${site.name}, by ${browser}.`,
    action: "See your account",
    url,
    otherwise: ifNotYouBesides,
  });

export const handedOverMail = ({ site, name, groupName, to, url }: Owner & { groupName: string; to: string }) =>
  write({
    site,
    subject: `You handed over the group “${groupName}”`,
    name,
    request: `The group “${groupName}” at ${site.name} belongs to ${to} now, and only they can give it back.`,
    action: "See your account",
    url,
    otherwise: ifNotYouBesides,
  });

/** To whom it belonged. */
export const groupRemovedMail = ({ site, name, groupName }: Owner & { groupName: string }) =>
  write({
    site,
    subject: `Your group “${groupName}” was deleted`,
    name,
    request: `The people who run ${site.name} have deleted your group “${groupName}”, with everything in it.`,
    otherwise: "If you think that this is a mistake, write to the people who run this site.",
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

export const newBrowserMail = ({ site, name, browser, address, url }: Owner & { browser: string; address: string }) =>
  write({
    site,
    subject: `A new browser signed in to your ${site.name} account`,
    name,
    request: `Someone, hopefully you, signed in to your ${site.name} account in a browser that had not been used for ` +
      `it before: ${browser}, from the network address ${address}.`,
    action: "See where you are signed in",
    url,
    otherwise: "If it was you, there is nothing to do here. If it was not you, log out everywhere else on that page, " +
      "and choose a new password.",
  });

export const wrongCodesMail = ({ site, name, url }: Owner) =>
  write({
    site,
    subject: `Wrong two-step codes for your ${site.name} account`,
    name,
    request: `Someone who got past the password of your ${site.name} account has given many wrong two-step codes. ` +
      "Nobody got in. For an hour no more codes are accepted from browsers in which you have not logged in before.",
    action: "See your account",
    url,
    otherwise: "If it was not you, somebody knows your password: choose a new one.",
  });

export const recoveryCodeUsedMail = ({ site, name, left, url }: Owner & { left: number }) =>
  write({
    site,
    subject: `A recovery code of your ${site.name} account was used`,
    name,
    request: `One of the recovery codes of your ${site.name} account was used in place of a code of your app. ` +
      `${twoStepTexts.left(left)}`,
    action: "See your account",
    url,
    otherwise:
      "If it was not you, choose a new password, log out everywhere else, and make new recovery codes on that page.",
  });

export const recoveryCodesReplacedMail = ({ site, name, url }: Owner) =>
  write({
    site,
    subject: `New recovery codes for your ${site.name} account`,
    name,
    request: `New recovery codes were made for your ${site.name} account. The earlier ones no longer work.`,
    action: "See your account",
    url,
    otherwise:
      "If it was not you, choose a new password, log out everywhere else, and make new recovery codes on that page.",
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
