import { fileSize } from "../chat/file_size.ts";

/** What the page of one's own account says, and what signing in says about accounts. */
export const accountTexts = {
  title: "My account",
  description: "Your sign-in, your sessions, your data.",
  tabs: { "sign-in": "Sign-in", sessions: "Sessions", privacy: "Privacy", data: "Your data" },
  disabled: "This account is disabled. Please write to the people who run this site.",
  loadFailed: "Failed to load this part of your account",

  storage: (used: number, quota: number) => `You store ${fileSize(used)} of ${fileSize(quota)}.`,
  storageNotice:
    "The groups that you made have no room for more files and books, and once it is full you can write nothing more. " +
    "Messages, notes, files and groups that you delete make room.",

  sessions: "Where you are signed in",
  current: "This browser",
  since: (time: string) => `Signed in ${time}`,
  lastSeen: (time: string) => `last used ${time}`,
  unknownAddress: "unknown address",
  endSession: "Log out there",
  endOthers: "Log out everywhere else",
  onlyThis: "You are not signed in anywhere else.",
  sessionEnded: "That session has ended.",
  othersEnded: "All other sessions have ended.",
  sessionNotFound: "That session has already ended.",

  password: "Password",
  passwordHint: "Changing it logs you out everywhere else.",
  currentPassword: "Current password",
  newPassword: "New password",
  confirmPassword: "Confirm new password",
  changePassword: "Change password",
  passwordChanged: "Your password has been changed.",
  noPassword: "Your account has no password yet. We can email you a link to choose one.",
  passwordFirst: "To change it, choose a password first.",
  mailPasswordLink: "Email me a link",
  lastWay: "This is the only way to sign in to your account. Choose a password or add another one first.",

  email: "Email address",
  newEmail: "New email address",
  yourEmail: (email: string) => `Your address is ${email}.`,
  changeEmail: "Change address",
  emailRequested: "We've emailed a link to the new address. Open it to confirm the change.",
  emailChanged: (email: string) => `Your email address is ${email} now.`,
  sameEmail: "This is already your address.",
  confirmEmail: "Do you want to use this email address for your account?",
  useEmail: "Use this address",
  keysRemoved:
    "Your address has only just been verified, so passkeys, two-step codes and linked accounts that were added before have been removed.",
  invalidEmailLink: "This link is invalid, expired or has already been used. Please ask for a new one.",

  privacy: "Who can see my email address",
  emailVisible: "Everyone who is signed in can see my email address",
  emailVisibleHint: "Members of your groups and your friends always see it.",
  save: "Save",
  saved: "Saved.",
};
