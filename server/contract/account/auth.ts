import * as accountLimits from "./limits.ts";
import * as peopleLimits from "../people/limits.ts";
import { z } from "zod";
import { asciiLowerCase, email, password, rawText, requiredText } from "../site/fields.ts";
import type { PasswordStrength } from "./password_strength.ts";
import type { User } from "../people/users.ts";
import { registerServerTexts, registerTexts } from "./texts.ts";
import { validationServerTexts } from "../site/texts.ts";

const fullname = requiredText(peopleLimits.fullName.max);
const username = rawText(peopleLimits.username.max).trim().toLowerCase().regex(
  /^[a-z0-9._-]{3,30}$/,
  registerServerTexts.invalidUsername,
);

/** The token of an invitation. */
const invite = z.string().max(100);

/** What registering takes. `fullName` and `name` are read as `fullname` too. */
export const Registration = z.preprocess(
  (input) => isRecord(input) ? { ...input, fullname: input.fullname ?? input.fullName ?? input.name } : input,
  z.object({ fullname, email, password, username: username.optional(), invite: invite.optional() }),
);
export type Registration = z.infer<typeof Registration>;

/** The registration form, which asks for the password twice. */
export const RegistrationForm = z.object({ fullname, email, password, confirmPassword: z.string() })
  .superRefine(samePassword);

/** What logging in takes: addresses and passwords of any form, which are known or not. */
export const Credentials = z.object({
  email: rawText(accountLimits.email.max).trim().overwrite(asciiLowerCase).min(1, validationServerTexts.required).max(
    accountLimits.email.max,
  ),
  password: z.string(validationServerTexts.required).min(1, validationServerTexts.required).max(
    accountLimits.password.max,
  ),
});
export type Credentials = z.infer<typeof Credentials>;

/** The address to mail a link to. */
export const Address = z.object({ email });
export type Address = z.infer<typeof Address>;

/** What the availability check takes: any string, valid or not. */
export const AddressToCheck = z.object({ email: z.string(validationServerTexts.required) });

/** What the check of a new password takes: any, valid or not, and whose it is to be. */
export const PasswordToCheck = z.object({
  password: z.string(validationServerTexts.required).max(accountLimits.password.max),
  email: z.string().max(4 * accountLimits.email.max).optional(),
  fullname: z.string().max(4 * peopleLimits.fullName.max).optional(),
});
export type PasswordToCheck = z.infer<typeof PasswordToCheck>;

/** How strong a password is, and why it is weak where its form does not tell. */
export interface PasswordVerdict {
  strength: PasswordStrength;
  reason: string | null;
}

/** The token of a mailed link, and the new password. */
export const PasswordReset = z.object({ token: z.string().min(1).max(200), password });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** The form of a mailed reset link, which asks for the password twice. */
export const PasswordResetForm = PasswordReset.extend({ confirmPassword: z.string() }).superRefine(samePassword);

/** A new password for somebody who knows the present one. */
export const PasswordChange = z.object({
  currentPassword: z.string(validationServerTexts.required).min(1, validationServerTexts.required).max(
    accountLimits.password.max,
  ),
  newPassword: password,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

/** The same from a form, which asks for the new one twice. */
export const PasswordChangeForm = PasswordChange.extend({ confirmPassword: z.string() })
  .superRefine(({ newPassword, confirmPassword }, context) =>
    samePassword({ password: newPassword, confirmPassword }, context)
  );

/** A new address, and the password that proves who asks. */
export const EmailChange = z.object({
  email,
  password: z.string(validationServerTexts.required).min(1, validationServerTexts.required).max(
    accountLimits.password.max,
  ),
});
export type EmailChange = z.infer<typeof EmailChange>;

/** Who asks for the deletion of their account; without a password for accounts that have none. */
export const DeletionRequest = z.object({ password: z.string().max(accountLimits.password.max).default("") });

/** The token of a mailed link. */
export const LinkToken = z.object({ token: z.string().min(1).max(200) });

/** A session, as its owner sees it. */
export interface OwnSession {
  id: string;
  createdAt: string;
  /** To the hour. */
  lastSeenAt: string;
  /** In words: "Firefox on Windows". */
  device: string;
  /** The network address that it was started from; null where it is not known. */
  address: string | null;
  current: boolean;
}

export interface Authenticated {
  message: string;
  user: User;
  token: string | null;
  /** The group by whose invitation somebody has registered, where they are in it already. */
  groupId?: string;
}

/** What a login answers to somebody with two-step codes, in place of a session. */
export interface TwoStepNeeded {
  twoFactor: true;
  /** With which the code is sent. */
  ticket: string;
  message: string;
}

export interface Availability {
  available: boolean;
  isValid: boolean;
  message: string;
}

function samePassword(form: { password: string; confirmPassword: string }, context: z.RefinementCtx): void {
  if (form.password === form.confirmPassword) return;
  context.addIssue({ code: "custom", path: ["confirmPassword"], message: registerTexts.passwordsDiffer });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The password or a code of an app, which is asked for where the session is older than `accountLimits.recentSignIn`. */
export const Reauthentication = z.object({
  password: z.string().max(accountLimits.password.max).optional(),
  code: z.string().trim().max(50).optional(),
});
export type Reauthentication = z.infer<typeof Reauthentication>;
