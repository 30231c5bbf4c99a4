import * as accountLimits from "./limits.ts";
import { z } from "zod";
import { Reauthentication } from "./auth.ts";

/** An account elsewhere, as a form names it. */
export const IdentityForm = Reauthentication.extend({
  issuer: z.string().min(1).max(accountLimits.elsewhere.next),
  subject: z.string().min(1).max(accountLimits.elsewhere.subject),
});
