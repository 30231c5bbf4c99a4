import * as accountLimits from "./limits.ts";
import { verifyTexts } from "./texts.ts";
import type { Failure } from "../site/shapes.ts";

export interface FailureText {
  text: string;
  hint?: string;
}

type KnownFailure = Partial<Pick<Failure, "code" | "message">>;

const texts = {
  login: {
    userNotFound: "No account found with this email address.",
    userNotFoundHint: "New here? Sign up for an account.",
    invalidPassword: "Invalid password. Please try again.",
    unverified: "Please verify your email address before logging in.",
    unverifiedHint: "Check your email for the verification link.",
    failed: "Failed to login",
  },
  register: {
    usernameExists: "This username is already taken. Please choose another.",
    emailExists: "An account with this email already exists. Please log in or use a different email.",
    weakPassword: `Your password is too weak. Please use at least ${accountLimits.password.min} characters.`,
    failed: "Failed to register. Please try again or contact support.",
  },
  verify: {
    alreadyVerified: "Your email is already verified. You can log in.",
    invalid: "This verification link is invalid or has already been used. " +
      "If you need a new one, please request another verification email.",
    failed: "Failed to verify email. Please try again.",
  },
};

export function loginFailureText(failure: KnownFailure): FailureText {
  const { login } = texts;
  return textOf(failure, login.failed, [
    ["email_unverified", "verify your email", { text: login.unverified, hint: login.unverifiedHint }],
    ["invalid_password", "invalid password", { text: login.invalidPassword }],
    ["user_not_found", "user not found", { text: login.userNotFound, hint: login.userNotFoundHint }],
  ]);
}

export function registerFailureText(failure: KnownFailure): FailureText {
  const { register } = texts;
  const { code = "", message } = failure;
  // Of these the operator's settings are a part.
  if (message && ["registration_closed", "invitation_needed", "email_domain"].includes(code)) return { text: message };
  return textOf(failure, register.failed, [
    ["username_exists", "username already exists", { text: register.usernameExists }],
    ["email_exists", "email already exists", { text: register.emailExists }],
    ["weak_password", "weak password", { text: register.weakPassword }],
  ]);
}

/** Unlike the others it does not show the server's message for an unknown code. */
export function verifyFailureText({ code, message }: KnownFailure): FailureText {
  const { verify } = texts;
  const invalid = { text: verify.invalid };
  const known = find({ code, message }, [
    ["no_token", "no verification token", { text: verifyTexts.noToken }],
    ["already_verified", "already verified", { text: verify.alreadyVerified }],
    ["invalid_token", "invalid", invalid],
    ["invalid_token", "expired", invalid],
  ]);
  return known ?? { text: verify.failed };
}

/** A code, a part of the message that means the same where there is no code, and the text for both. */
type Row = [code: string, part: string, text: FailureText];

const textOf = (failure: KnownFailure, otherwise: string, rows: Row[]): FailureText =>
  find(failure, rows) ?? { text: failure.message || otherwise };

function find({ code, message = "" }: KnownFailure, rows: Row[]): FailureText | undefined {
  const lower = message.toLowerCase();
  return rows.find((row) => code ? row[0] === code : lower.includes(row[1]))?.[2];
}
