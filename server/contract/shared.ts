/** Pure rules that the server and the islands share. */
import * as accountLimits from "./account/limits.ts";
import { progressTexts } from "./reading/texts.ts";
import { validationTexts } from "./site/texts.ts";
import { registerTexts } from "./account/texts.ts";

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

/** A user's display name: the full name, or else the username. */
export const displayName = (user: { fullName: string | null; username: string }): string =>
  user.fullName || user.username;

/** What someone is found by, to stand beside their name; undefined where that is the name already. */
export const handle = (user: { fullName: string | null; username: string }): string | undefined =>
  displayName(user) === user.username ? undefined : `@${user.username}`;

/** Up to two initials of a name, upper case; `?` for a name without letters or digits. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return [...words.slice(0, 1), ...words.slice(1).slice(-1)].map(initial).join("") || "?";
}

const initial = (word: string) => String.fromCodePoint(word.codePointAt(0)!).toUpperCase();

/** A hue for an id, in degrees from 0 to 359; always the same for the same id. */
export const hueOf = (id: string): number => hashOf(id) % 360;

/** A hash of a text of 32 bits (FNV-1a over its UTF-16 code units): for what may collide now and then. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** The page as a whole number from 0 to the book's last page; 0 for NaN. */
export const clampPage = (page: number, pageCount: number): number =>
  Math.min(Math.max(Math.trunc(page) || 0, 0), pageCount);

/** The text for what is wrong with a typed page, if anything is. */
export function pageProblem(typed: string, pageCount: number): string | undefined {
  if (!/^\d{1,15}$/.test(typed.trim())) return progressTexts.invalidPage;
  return Number(typed) > pageCount ? progressTexts.beyondEnd(pageCount) : undefined;
}

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
