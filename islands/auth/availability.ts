/** The live check whether an address can be registered. */
import type { Availability } from "../../server/contract/auth.ts";
import { emailCheckDebounce } from "../../server/contract/constants.ts";
import { texts } from "../../server/contract/texts.ts";
import { call } from "../runtime/api.ts";

/**
 * Makes a check that runs once typing has paused, and ignores answers about what has been typed over.
 *
 * @param onAnswer called with the answer, or with undefined while there is none
 */
export function availabilityCheck(onAnswer: (answer: Availability | undefined) => void): (email: string) => void {
  let timer: ReturnType<typeof setTimeout>;
  let latest = "";
  return (email) => {
    clearTimeout(timer);
    latest = email;
    onAnswer(undefined);
    if (!email.trim()) return;
    timer = setTimeout(async () => {
      const answer = await checkEmail(email);
      if (email === latest) onAnswer(answer);
    }, emailCheckDebounce);
  };
}

/** Whether an address can be registered; `unanswered` where the server did not answer. Never rejects. */
export const checkEmail = (email: string): Promise<Availability & { unanswered?: boolean }> =>
  call<Availability>("POST", "/users/check-email", { email })
    .catch(() => ({ available: false, isValid: true, message: texts.register.checkFailed, unanswered: true }));
