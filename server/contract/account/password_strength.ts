import * as accountLimits from "./limits.ts";

export type PasswordStrength = "Weak" | "Medium" | "Strong";

/**
 * The strength label of a password: Weak under 6 characters, Strong at 8 or more with an uppercase letter and a digit.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password.length < accountLimits.password.min) return "Weak";
  const strong = password.length >= accountLimits.password.strong && /\p{Lu}/u.test(password) &&
    /\p{Nd}/u.test(password);
  return strong ? "Strong" : "Medium";
}
