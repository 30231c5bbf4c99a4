/** The live check whether an address can be registered. */
import type { Availability } from "../../server/contract/auth.ts";
import { emailCheckDebounce } from "../../server/contract/constants.ts";
import { texts } from "../../server/contract/texts.ts";
import { call } from "../runtime/api.ts";

/**
 * Makes a check that runs once typing has paused, and forgets answers to what has been typed over.
 *
 * @param tell called with the answer, or with undefined while there is none
 */
export function availabilityCheck(tell: (answer: Availability | undefined) => void): (email: string) => void {
  let timer: ReturnType<typeof setTimeout>;
  let latest = "";
  return (email) => {
    clearTimeout(timer);
    latest = email;
    tell(undefined);
    if (!email.trim()) return;
    timer = setTimeout(async () => {
      const answer = await checkEmail(email);
      if (email === latest) tell(answer);
    }, emailCheckDebounce);
  };
}

/** Asks the server about an address. An answer is always given; one that could not be had says so. */
export const checkEmail = (email: string): Promise<Availability & { unanswered?: boolean }> =>
  call<Availability>("POST", "/users/check-email", { email })
    .catch(() => ({ available: false, isValid: true, message: texts.register.checkFailed, unanswered: true }));
