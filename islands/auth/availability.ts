import type { Availability } from "../../server/contract/auth.ts";
import { texts } from "../../server/contract/texts.ts";
import { call } from "../runtime/api.ts";

/** Whether an address can be registered; `unanswered` where the server did not answer. Never rejects. */
export const checkEmail = (email: string): Promise<Availability & { unanswered?: boolean }> =>
  call<Availability>("POST", "/users/check-email", { email })
    .catch(() => ({ available: false, isValid: true, message: texts.register.checkFailed, unanswered: true }));
