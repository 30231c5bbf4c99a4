import { z } from "zod";
import { Reauthentication } from "./auth.ts";
import * as constants from "../constants.ts";

/** An account elsewhere, as a form names it. */
export const IdentityForm = Reauthentication.extend({
  issuer: z.string().min(1).max(constants.elsewhere.next),
  subject: z.string().min(1).max(constants.elsewhere.subject),
});
