/** The texts that screens show for a failed call, in pages and islands alike. */
import type { Failure } from "./failure.ts";
import { texts } from "./texts.ts";

export interface FailureText {
  text: string;
  /** What the reader can do about it. */
  hint?: string;
}

/** Empty when there was no answer. */
type KnownFailure = Partial<Pick<Failure, "code" | "message">>;

export function loginFailureText(failure: KnownFailure): FailureText {
  const { login } = texts;
  return textOf(failure, login.failed, [
    ["email_unverified", "verify your email", { text: login.shownUnverified, hint: login.shownUnverifiedHint }],
    ["invalid_password", "invalid password", { text: login.shownInvalidPassword }],
    ["user_not_found", "user not found", { text: login.shownUserNotFound, hint: login.shownUserNotFoundHint }],
  ]);
}

export function registerFailureText(failure: KnownFailure): FailureText {
  const { register } = texts;
  const { code = "", message } = failure;
  // Of these the operator's settings are a part.
  if (message && ["registration_closed", "invitation_needed", "email_domain"].includes(code)) return { text: message };
  return textOf(failure, register.failed, [
    ["username_exists", "username already exists", { text: register.shownUsernameExists }],
    ["email_exists", "email already exists", { text: register.shownEmailExists }],
    ["weak_password", "weak password", { text: register.shownWeakPassword }],
  ]);
}

/** Unlike the others it does not show the server's message for an unknown code. */
export function verifyFailureText({ code, message }: KnownFailure): FailureText {
  const { verify } = texts;
  const invalid = { text: verify.shownInvalid };
  const found = find({ code, message }, [
    ["no_token", "no verification token", { text: verify.noToken }],
    ["already_verified", "already verified", { text: verify.shownAlreadyVerified }],
    ["invalid_token", "invalid", invalid],
    ["invalid_token", "expired", invalid],
  ]);
  return found ?? { text: verify.failed };
}

/** A code, a part of the message that means the same where there is no code, and the text for both. */
type Row = [code: string, part: string, text: FailureText];

const textOf = (failure: KnownFailure, otherwise: string, rows: Row[]): FailureText =>
  find(failure, rows) ?? { text: failure.message || otherwise };

function find({ code, message = "" }: KnownFailure, rows: Row[]): FailureText | undefined {
  const lower = message.toLowerCase();
  return rows.find((row) => code ? row[0] === code : lower.includes(row[1]))?.[2];
}
