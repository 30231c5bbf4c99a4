import type { Availability } from "../../server/contract/account/shapes.ts";
import { call } from "../runtime/api.ts";
import { registerTexts } from "../../server/contract/account/texts.ts";

/** An invalid one is not asked about: each question counts towards the limit of everybody at this network address. */
const looksWhole = /^\S+@\S+\.\S{2,}$/;

export async function checkEmail(email: string): Promise<Availability & { unanswered?: boolean }> {
  if (!looksWhole.test(email.trim())) return { available: false, isValid: false, message: registerTexts.invalidEmail };
  return await call("POST /users/check-email", {}, { email })
    .catch(() => ({ available: false, isValid: true, message: registerTexts.checkFailed, unanswered: true }));
}
