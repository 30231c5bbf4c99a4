import * as accountLimits from "./limits.ts";
import { registerTexts } from "./texts.ts";
import { validationTexts } from "../site/texts.ts";

interface RegistrationFields {
  fullname: string;
  email: string;
  password: string;
  confirmPassword: string;
}

export function registrationProblem(fields: Partial<RegistrationFields>): string | undefined {
  const { fullname = "", email = "", password = "", confirmPassword = "" } = fields;
  if (![fullname, email, password, confirmPassword].every((value) => value.trim())) return validationTexts.fillAll;
  if (password !== confirmPassword) return registerTexts.passwordsDiffer;
  if (password.length < accountLimits.password.min) return registerTexts.passwordTooShort;
  return undefined;
}

export const passwordStrengths = ["Weak", "Medium", "Strong"] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

export function passwordStrength(password: string): PasswordStrength {
  if (password.length < accountLimits.password.min) return "Weak";
  const isStrong = password.length >= accountLimits.password.strong && /\p{Lu}/u.test(password) &&
    /\p{Nd}/u.test(password);
  return isStrong ? "Strong" : "Medium";
}

export const looksLikeCode = (text: string): boolean =>
  /^[\s-]*(\d[\s-]*){6}$/.test(text) || /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/i.test(text.trim());
