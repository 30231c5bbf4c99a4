/** What the screens say about a message of the server, for pages and islands alike. */
import { texts } from "./texts.ts";

export interface Shown {
  text: string;
  /** What to do about it. */
  hint?: string;
}

const says = (message: string, part: string) => message.toLowerCase().includes(part);

/** Why signing in failed. Without a message of the server nothing is known of it. */
export function shownLoginError(message: string | undefined): Shown {
  const { login } = texts;
  if (!message) return { text: login.failed };
  if (says(message, "verify your email")) return { text: login.shownUnverified, hint: login.shownUnverifiedHint };
  if (says(message, "invalid password")) return { text: login.shownInvalidPassword };
  if (says(message, "user not found")) return { text: login.shownUserNotFound, hint: login.shownUserNotFoundHint };
  return { text: message };
}

/** Why registering failed. */
export function shownRegisterError(message: string | undefined): Shown {
  const { register } = texts;
  if (!message) return { text: register.failed };
  if (says(message, "username already exists")) return { text: register.shownUsernameExists };
  if (says(message, "email already exists")) return { text: register.shownEmailExists };
  if (says(message, "weak password")) return { text: register.shownWeakPassword };
  return { text: message };
}

/** Why an address could not be verified. */
export function shownVerifyError(message: string | undefined): Shown {
  const { verify } = texts;
  if (!message) return { text: verify.failed };
  if (says(message, "no verification token")) return { text: verify.noToken };
  if (says(message, "already verified")) return { text: verify.shownAlreadyVerified };
  if (says(message, "invalid") || says(message, "expired")) return { text: verify.shownInvalid };
  return { text: verify.failed };
}
