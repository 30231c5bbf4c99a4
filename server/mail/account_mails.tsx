import * as accountLimits from "../contract/account/limits.ts";
import { inOneLine, isLinkable, type Owner, toOwner, write } from "./frame.tsx";
import { twoStepTexts } from "../contract/account/texts.ts";
import { counted } from "../contract/site/plural.ts";

/** @param groupName of the group by whose link they have signed up */
export const verificationMail = ({ groupName, ...owner }: Owner & { groupName?: string }) =>
  write({
    ...owner,
    subject: `Verify your email address for ${owner.site.name}`,
    request:
      `Welcome to ${owner.site.name}!${joining(groupName)} Please confirm that this is your email address, and your ` +
      "account is ready.",
    action: "Verify email address",
    lifetime: `The link works once, and for ${hours(accountLimits.verifyLink.lifetime)}.`,
    otherwise: `If you did not sign up at ${owner.site.name}, please ignore this email: unless the link is followed, ` +
      `the account cannot be used, and is removed after ${days(accountLimits.unverified.lifetime)}.`,
  });

/** A name that looks like a link is left out: anybody may make a group, and this is mailed to strangers. */
function joining(groupName = ""): string {
  const plain = inOneLine(groupName);
  return plain && !isLinkable(plain) ? ` You are joining ${plain}.` : "";
}

export const resetMail = (owner: Owner) =>
  write({
    ...owner,
    subject: `Choose a new password for ${owner.site.name}`,
    request: `Someone, hopefully you, asked for a new password for your ${owner.site.name} account. ` +
      "This link lets you choose one.",
    action: "Choose a new password",
    lifetime: `The link works once, and for ${
      hours(accountLimits.resetLink.lifetime)
    }. A new password logs you out everywhere.`,
    otherwise: "If you did not ask for this, please ignore this email: your password stays as it is.",
  });

export const addedMail = (owner: Owner) =>
  write({
    ...owner,
    subject: `Your account at ${owner.site.name}`,
    request: `An account was made for you at ${owner.site.name}, with this email address. ` +
      "This link lets you choose a password.",
    action: "Choose a password",
    lifetime: `The link works once, and for ${days(accountLimits.addedPeople.cardLifetime)}.`,
    otherwise: "If you do not know why, please ignore this email: nobody can use the account without the link.",
  });

export const passwordChangedMail = (owner: Owner) =>
  write({
    ...owner,
    subject: `Your password for ${owner.site.name} was changed`,
    request: `The password of your ${owner.site.name} account was changed, and all other sessions were ended.`,
    otherwise: "If it was not you, choose a new password at once by the link below the login form.",
  });

export const emailChangeMail = (owner: Owner) =>
  write({
    ...owner,
    subject: `Confirm your new email address for ${owner.site.name}`,
    request: `Please confirm that this is to be the email address of your ${owner.site.name} account.`,
    action: "Use this address",
    lifetime: "The link works once, and for 24 hours.",
    otherwise: "If you did not ask for this, please ignore this email: nothing changes.",
  });

export const addressTakenMail = (owner: Owner) =>
  write({
    ...owner,
    subject: `You already have an account at ${owner.site.name}`,
    request: `Someone, maybe you, wanted to use this address for their ${owner.site.name} account. ` +
      "It already has one of its own, and so nothing was changed.",
    otherwise: "If it was not you, please ignore this email.",
  });

export const emailRequestedMail = ({ email, ...owner }: Owner & { email: string }) =>
  write({
    ...owner,
    subject: `A new email address for your ${owner.site.name} account`,
    request: `Someone, hopefully you, asked to use ${email} for your ${owner.site.name} account. ` +
      "Until that is confirmed by a mail to the new address, everything stays as it is.",
    action: "It was not me: choose a new password",
    otherwise: "If it was you, there is nothing to do here.",
  });

export const emailChangedMail = ({ email, ...owner }: Owner & { email: string }) =>
  write({
    ...owner,
    subject: `Your ${owner.site.name} account has another email address now`,
    request: `The email address of your ${owner.site.name} account is ${email} now. ` +
      "Nothing more will be sent to this one.",
    action: "Forgot password",
    otherwise: "If it was not you, please write to the people who run the site.",
  });

export const deletionMail = ({ day, ...owner }: Owner & { day: string }) =>
  write({
    ...owner,
    subject: `Your ${owner.site.name} account will be deleted`,
    request:
      `Your ${owner.site.name} account will be deleted on ${day}, with your notes, pages, pictures and sessions. ` +
      "Until then you can change your mind.",
    action: "Keep my account",
    otherwise: "If you did not ask for this, log in, keep the account, and change your password.",
  });

export const deletedMail = (owner: Owner) =>
  write({
    ...owner,
    subject: `Your ${owner.site.name} account is deleted`,
    request: `Your ${owner.site.name} account is deleted. Nothing more will be sent to this address.`,
    otherwise: "If you did not ask for this, write to the people who run this site.",
  });

const hours = (ms: number): string => counted(ms / 3600_000, "hour");

const days = (ms: number): string => counted(ms / (24 * 3600_000), "day");

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
    // The person who turned them on has the codes, and you have not: only they can turn them off on the page.
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
