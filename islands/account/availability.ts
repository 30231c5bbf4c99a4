import type { Availability } from "../../server/contract/account/shapes.ts";
import { call } from "../runtime/api.ts";
import { registerTexts } from "../../server/contract/account/texts.ts";

/**
 * What every address matches. Of what does not the server would only say that it is invalid, and asking would count
 * towards the limit of everybody at this network address.
 */
const looksWhole = /^\S+@\S+\.\S{2,}$/;

/** Whether an address can be registered; `unanswered` where the server did not answer. Never rejects. */
export async function checkEmail(email: string): Promise<Availability & { unanswered?: boolean }> {
  if (!looksWhole.test(email.trim())) return { available: false, isValid: false, message: registerTexts.invalidEmail };
  return await call<Availability>("POST", "/users/check-email", { email })
    .catch(() => ({ available: false, isValid: true, message: registerTexts.checkFailed, unanswered: true }));
}
