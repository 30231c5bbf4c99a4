/** The fields that inputs share. */
import * as accountLimits from "../account/limits.ts";
import * as peopleLimits from "../people/limits.ts";
import * as siteLimits from "./limits.ts";
import { z } from "zod";
import { normalize } from "./normalize.ts";
import { validationServerTexts, validationTexts } from "./texts.ts";
import { picturesServerTexts } from "../people/texts.ts";
import { registerTexts } from "../account/texts.ts";

interface Wording {
  /** For what is not a string. */
  required?: string;
  tooLong?: string;
}

/**
 * A string for a text of at most `max` characters; a longer one is refused before any work is done on it. Decomposed, a
 * character has at most four UTF-16 code units (UAX #15, section 9).
 */
export const rawText = (
  max: number,
  { required = validationServerTexts.required, tooLong = validationTexts.tooLong(max) }: Wording = {},
) => z.string(required).refine((value) => value.length <= 4 * max, { error: tooLong, abort: true });

/** Typed text of about `max` characters: trimmed, in Unicode NFC, without control characters. */
export const text = (max: number) => rawText(max).transform((value) => normalize(withoutControls(value)).trim());

/** Text without control characters other than tab and line feed. */
export const withoutControls = (value: string): string => value.toWellFormed().replace(/(?![\t\n])\p{Cc}/gu, "");

/** A character that can be seen: no blank, no joiner or direction mark, no letter without a glyph. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has a character that can be seen. */
export const hasVisible = (value: string): boolean => visible.test(value);

/** Required text of at most `max` characters, at least one of them visible: an invisible name could not be clicked. */
export const requiredText = (max: number, required = validationServerTexts.required) =>
  text(max).pipe(z.string().regex(visible, required).max(max, validationTexts.tooLong(max)))
    .meta({ minLength: 1, maxLength: max });

/** Optional text of at most `max` characters; blank becomes null. */
export const optionalText = (max: number) =>
  text(max).pipe(z.string().max(max, validationTexts.tooLong(max))).transform((value) => value || null)
    .meta({ maxLength: max });

/** An optional value given as text, no longer than a URL; blank becomes null. */
export const optionalValue = <T extends z.ZodType<string, string>>(value: T) =>
  text(siteLimits.url.max).transform((written) => written || null).pipe(value.nullable());

/** A date of birth as `YYYY-MM-DD`: in the past, and at most `age.max` years ago. */
export const dateOfBirth = z.iso.date({ error: validationServerTexts.dob, abort: true }).refine((date) => {
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const oldest = `${now.getUTCFullYear() - peopleLimits.age.max}${today.slice(4)}`;
  return oldest <= date && date < today;
}, validationServerTexts.dob);

/** The URL of a web page. */
export const webAddress = z.string()
  .max(siteLimits.url.max, validationTexts.tooLong(siteLimits.url.max))
  .refine((url) => /^https?:\/\/\S+$/i.test(url) && URL.canParse(url), validationServerTexts.url);

/** A picture: a data URL or a file; `""` for none. A form without a chosen file sends one without a name. */
export const picture = z.union([z.string(), z.instanceof(File)], picturesServerTexts.unreadable)
  .transform((value) => value instanceof File && !value.name ? undefined : value);

/**
 * With the letters of ASCII in lower case, and no others: of those some have one of ASCII as theirs (the Kelvin sign K),
 * and an address with one would become somebody else's.
 */
export const asciiLowerCase = (value: string): string => value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** An email address as it is stored and compared: trimmed and in lower case. */
export const email = rawText(accountLimits.email.max, {
  required: registerTexts.invalidEmail,
  tooLong: registerTexts.invalidEmail,
})
  .trim().overwrite(asciiLowerCase)
  .pipe(z.email(registerTexts.invalidEmail).max(accountLimits.email.max, registerTexts.invalidEmail))
  .meta({ format: "email", maxLength: accountLimits.email.max });

/** A new password, taken exactly as typed. */
export const password = z.string(validationServerTexts.required)
  .min(accountLimits.password.min, registerTexts.passwordTooShort)
  .max(accountLimits.password.max, validationTexts.tooLong(accountLimits.password.max));

/** An opaque identifier of ours. */
export const id = z.string(validationServerTexts.required).min(1, validationServerTexts.required).max(
  64,
  validationServerTexts.invalid,
);
