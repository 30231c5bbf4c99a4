/** What people read about signing in with an account elsewhere. */
import { accountTexts } from "./account_texts.ts";
import * as constants from "../constants.ts";
import { registrationTexts } from "./registration_texts.ts";
import { serverTexts } from "../server_texts.ts";

export const identityTexts = {
  title: "Sign in elsewhere",
  about: (name: string) => `You can also sign in with your ${name} account.`,
  signIn: (name: string) => `Sign in with ${name}`,
  link: (name: string) => `Link your ${name} account`,
  linkTitle: (name: string) => `Continue to ${name}`,
  linkAbout: (name: string) => `Sign in there once, and ${name} also signs you in to this account.`,
  goOn: "Continue",
  cancel: "Cancel",
  linkedOn: (day: string) => `Linked ${day}`,
  unlink: "Unlink",
  unlinkOne: (issuer: string) => `Unlink ${issuer}`,
  linked: "The account is linked. You can sign in with it from now on.",
  unlinked: "The account is no longer linked.",
  notFound: "That account is not linked.",
  failedTitle: (name: string) => `Signing in with ${name} did not work`,
  toLogin: "Back to login",
  toAccount: "Back to your account",
};

/** Why signing in elsewhere failed, by the failure's code, for the page that says so. */
export const identityProblems = {
  provider_unavailable: (name: string) => `${name} does not answer at the moment. Please try again in a few minutes.`,
  access_denied: (name: string) => `You were not signed in, since ${name} was told not to.`,
  sign_in_expired: () => "This took too long, was done already, or was begun in another browser. Please try again.",
  invalid_answer: (name: string) => `The answer of ${name} is not valid. Please try again.`,
  email_not_verified: (name: string) =>
    `${name} names no verified email address of yours. Verify your address there, or sign up here.`,
  link_first: (name: string) =>
    `There is an account with your email address already. Log in to it, and link ${name} on the page of your account.`,
  operator_address: (name: string) =>
    `This address is one of the people who run this site. Log in or sign up with a password, and link ${name} on the page of your account.`,
  identity_taken: (name: string) => `This account of ${name} is linked to another account here.`,
  too_many_identities: () => `You have linked ${constants.elsewhere.max} accounts. Unlink one first.`,
  other_account: () => "You are signed in with a different account by now. Please begin again.",
  email_exists: () => "An account with this email address was made at the same time. Please try again.",
  account_disabled: () => accountTexts.disabled,
  email_unverified: () => serverTexts.login.unverified,
  registration_closed: () => registrationTexts.closed,
  invitation_needed: () => registrationTexts.inviteOnly,
  email_domain: (_: string, domains: string[]) => registrationTexts.domains(domains),
  too_many_requests: () => "That was too often. Please wait a moment, and try again.",
  unavailable: () => "The service is temporarily unavailable. Please try again in a moment.",
  failed: () => "Something went wrong. Please try again.",
};
export type IdentityProblem = keyof typeof identityProblems;

export const asIdentityProblem = (code: string | undefined): IdentityProblem =>
  code !== undefined && Object.hasOwn(identityProblems, code) ? code as IdentityProblem : "failed";
