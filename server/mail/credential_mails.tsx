import { twoStepTexts } from "../contract/account/texts.ts";
import { type Owner, toOwner } from "./frame.tsx";

const ifNotYou =
  "If it was not you, remove it on the page of your account, choose a new password and log out everywhere else.";

const ifNotYouBesides = "If it was not you, choose a new password and log out everywhere else.";

export const passkeyAddedMail = ({ key, ...owner }: Owner & { key: string }) =>
  toOwner(owner, {
    subject: `A passkey was added to your ${owner.site.name} account`,
    request: `A passkey named “${key}” can log in to your ${owner.site.name} account from now on.`,
    otherwise: ifNotYou,
  });

export const passkeyRemovedMail = ({ key, ...owner }: Owner & { key: string }) =>
  toOwner(owner, {
    subject: `A passkey was removed from your ${owner.site.name} account`,
    request: `The passkey named “${key}” no longer logs in to your ${owner.site.name} account.`,
    otherwise: ifNotYouBesides,
  });

export const identityUnlinkedMail = ({ provider, ...owner }: Owner & { provider: string }) =>
  toOwner(owner, {
    subject: `${provider} no longer logs in to your ${owner.site.name} account`,
    request: `Your account of ${provider} was unlinked from your ${owner.site.name} account.`,
    otherwise: ifNotYouBesides,
  });

export const exportedMail = ({ browser, ...owner }: Owner & { browser: string }) =>
  toOwner(owner, {
    subject: `The data of your ${owner.site.name} account was downloaded`,
    request:
      `Someone, hopefully you, downloaded everything that you have written at ${owner.site.name}, by ${browser}.`,
    otherwise: ifNotYouBesides,
  });

export const identityLinkedMail = (
  { provider, isClaimed, ...owner }: Owner & { provider: string; isClaimed: boolean },
) =>
  toOwner(owner, {
    subject: `${provider} logs in to your ${owner.site.name} account`,
    request: `Your account of ${provider} can log in to your ${owner.site.name} account from now on.` +
      (isClaimed
        ? " Since the address of your account had not been verified, the password it had and all its sessions have " +
          "ended. You can choose a new password."
        : ""),
    otherwise: ifNotYou,
  });

export const twoStepOnMail = (owner: Owner) =>
  toOwner(owner, {
    subject: `Two-step codes are on for your ${owner.site.name} account`,
    request: `After your password, ${owner.site.name} asks you for a code of your app from now on.`,
    // Whoever turned them on has the codes, and you have not: only they turn them off on the page.
    otherwise:
      "If it was not you, choose a new password, and write to the people who run this site: they can turn the " +
      "codes off.",
  });

export const twoStepOffMail = (owner: Owner) =>
  toOwner(owner, {
    subject: `Two-step codes are off for your ${owner.site.name} account`,
    request: `Your password alone logs in to your ${owner.site.name} account from now on.`,
    otherwise: "If it was not you, choose a new password, log out everywhere else and turn the codes on again.",
  });

export const newBrowserMail = ({ browser, address, ...owner }: Owner & { browser: string; address: string }) =>
  toOwner(owner, {
    subject: `A new browser logged in to your ${owner.site.name} account`,
    request:
      `Someone, hopefully you, logged in to your ${owner.site.name} account in a browser that had not been used for ` +
      `it before: ${browser}, from the network address ${address}.`,
    action: "See where you are logged in",
    otherwise: "If it was you, there is nothing to do here. If it was not you, log out everywhere else on that page, " +
      "and choose a new password.",
  });

export const wrongCodesMail = (owner: Owner) =>
  toOwner(owner, {
    subject: `Wrong two-step codes for your ${owner.site.name} account`,
    request:
      `Someone who got past the password of your ${owner.site.name} account has given many wrong two-step codes. ` +
      "Nobody got in. For an hour no more codes are accepted from browsers in which you have not logged in before.",
    otherwise: "If it was not you, somebody knows your password: choose a new one.",
  });

export const recoveryCodeUsedMail = ({ left, ...owner }: Owner & { left: number }) =>
  toOwner(owner, {
    subject: `A recovery code of your ${owner.site.name} account was used`,
    request: `One of the recovery codes of your ${owner.site.name} account was used in place of a code of your app. ` +
      `${twoStepTexts.left(left)}`,
    otherwise:
      "If it was not you, choose a new password, log out everywhere else, and make new recovery codes on that page.",
  });

export const recoveryCodesReplacedMail = (owner: Owner) =>
  toOwner(owner, {
    subject: `New recovery codes for your ${owner.site.name} account`,
    request: `New recovery codes were made for your ${owner.site.name} account. The earlier ones no longer work.`,
    otherwise:
      "If it was not you, choose a new password, log out everywhere else, and make new recovery codes on that page.",
  });

export const twoStepOffByOperatorMail = (owner: Owner) =>
  toOwner(owner, {
    subject: `Two-step codes were turned off for your ${owner.site.name} account`,
    request: `The people who run ${owner.site.name} have turned off the two-step codes of your account. ` +
      "Your password alone logs in to it from now on.",
    otherwise: "If you did not ask for it, choose a new password, log out everywhere else and turn the codes on again.",
  });
