/** The rule for a registration form that the server and the island share. */
import { validationTexts } from "../site/texts.ts";
import * as accountLimits from "./limits.ts";
import { registerTexts } from "./texts.ts";

interface RegistrationFields {
  fullname: string;
  email: string;
  password: string;
  confirmPassword: string;
}

/** The text for what is wrong with a registration form, as far as it shows without asking the server. */
export function registrationProblem(fields: Partial<RegistrationFields>): string | undefined {
  const { fullname = "", email = "", password = "", confirmPassword = "" } = fields;
  if (![fullname, email, password, confirmPassword].every((value) => value.trim())) return validationTexts.fillAll;
  if (password !== confirmPassword) return registerTexts.passwordsDiffer;
  if (password.length < accountLimits.password.min) return registerTexts.passwordTooShort;
  return undefined;
}
