import * as accountLimits from "../contract/account/limits.ts";
import { type Owner, write } from "./frame.tsx";

export const verificationMail = (owner: Owner) =>
  write({
    ...owner,
    subject: `Verify your email address for ${owner.site.name}`,
    request:
      `Welcome to ${owner.site.name}! Please confirm that this is your email address, and your account is ready.`,
    action: "Verify email address",
    lifetime: `The link works once, and for ${hours(accountLimits.verifyLink.lifetime)}.`,
    otherwise: `If you did not sign up at ${owner.site.name}, please ignore this email: unless the link is followed, ` +
      `the account cannot be used, and is removed after ${days(accountLimits.unverified.lifetime)}.`,
  });

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

function hours(ms: number): string {
  const count = ms / 3600_000;
  return count === 1 ? "1 hour" : `${count} hours`;
}

const days = (ms: number): string => `${ms / (24 * 3600_000)} days`;
