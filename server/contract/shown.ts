/** What the screens say about a failure, for pages and islands alike. */
import type { Failure } from "./failure.ts";
import { texts } from "./texts.ts";

export interface Shown {
  text: string;
  /** What to do about it. */
  hint?: string;
}

/** What is known of a failed call; nothing where there was no answer. */
type Known = Partial<Pick<Failure, "code" | "message">>;

/** Why signing in failed. Without a message of the server nothing is known of it. */
export function shownLoginError(failure: Known): Shown {
  const { login } = texts;
  return shown(failure, login.failed, [
    ["email_unverified", "verify your email", { text: login.shownUnverified, hint: login.shownUnverifiedHint }],
    ["invalid_password", "invalid password", { text: login.shownInvalidPassword }],
    ["user_not_found", "user not found", { text: login.shownUserNotFound, hint: login.shownUserNotFoundHint }],
  ]);
}

/** Why registering failed. */
export function shownRegisterError(failure: Known): Shown {
  const { register } = texts;
  return shown(failure, register.failed, [
    ["username_exists", "username already exists", { text: register.shownUsernameExists }],
    ["email_exists", "email already exists", { text: register.shownEmailExists }],
    ["weak_password", "weak password", { text: register.shownWeakPassword }],
  ]);
}

/** Why an address could not be verified. Beside the known reasons the server's words are not shown. */
export function shownVerifyError({ code, message }: Known): Shown {
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

/** A code, what the message of a server without codes contains in its place, and what is shown for both. */
type Row = [code: string, part: string, shown: Shown];

const shown = (failure: Known, otherwise: string, rows: Row[]): Shown =>
  find(failure, rows) ?? { text: failure.message || otherwise };

function find({ code, message = "" }: Known, rows: Row[]): Shown | undefined {
  const lower = message.toLowerCase();
  return rows.find((row) => code ? row[0] === code : lower.includes(row[1]))?.[2];
}
