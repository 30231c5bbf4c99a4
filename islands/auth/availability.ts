import type { Availability } from "../../server/contract/auth.ts";
import { texts } from "../../server/contract/texts.ts";
import { call } from "../runtime/api.ts";

/** What every address has. Of one that is half typed the server would say nothing else, to each of a class that types. */
const looksWhole = /^\S+@\S+\.\S{2,}$/;

/** Whether an address can be registered; `unanswered` where the server did not answer. Never rejects. */
export async function checkEmail(email: string): Promise<Availability & { unanswered?: boolean }> {
  if (!looksWhole.test(email.trim())) return { available: false, isValid: false, message: texts.register.invalidEmail };
  return await call<Availability>("POST", "/users/check-email", { email })
    .catch(() => ({ available: false, isValid: true, message: texts.register.checkFailed, unanswered: true }));
}
