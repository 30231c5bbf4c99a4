import type { Availability } from "../../server/contract/auth.ts";
import { texts } from "../../server/contract/texts.ts";
import { call } from "../runtime/api.ts";

/**
 * What every address matches. What does not is not sent: a class that types would otherwise use up the limit of the
 * network address that it shares.
 */
const looksWhole = /^\S+@\S+\.\S{2,}$/;

/** Whether an address can be registered; `unanswered` where the server did not answer. Never rejects. */
export async function checkEmail(email: string): Promise<Availability & { unanswered?: boolean }> {
  if (!looksWhole.test(email.trim())) return { available: false, isValid: false, message: texts.register.invalidEmail };
  return await call<Availability>("POST", "/users/check-email", { email })
    .catch(() => ({ available: false, isValid: true, message: texts.register.checkFailed, unanswered: true }));
}
