import { z } from "zod";
import * as constants from "./constants.ts";

/** An account elsewhere, as a form names it. */
export const IdentityForm = z.object({
  issuer: z.string().min(1).max(constants.elsewhere.next),
  subject: z.string().min(1).max(constants.elsewhere.subject),
});
