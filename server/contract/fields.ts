/** Fields that several inputs are made of. */
import { z } from "zod";
import * as constants from "./constants.ts";
import { normalize } from "./normalize.ts";
import { texts } from "./texts.ts";

interface Wording {
  /** Said of what is no string. */
  required?: string;
  tooLong?: string;
}

/**
 * A string that may become a text of at most `max` characters: what is longer is refused before anything else is done
 * with it. A character has four UTF-16 code units at most, however it is decomposed (UAX #15, section 9).
 */
export const rawText = (
  max: number,
  { required = texts.validation.required, tooLong = texts.validation.tooLong(max) }: Wording = {},
) => z.string(required).refine((value) => value.length <= 4 * max, { error: tooLong, abort: true });

/** Text of about `max` characters that a person typed: trimmed, in Unicode NFC, without what nobody types. */
export const text = (max: number) => rawText(max).transform((value) => normalize(withoutControls(value)).trim());

/** Without control characters: tab and line feed are text, no other is typed. */
export const withoutControls = (value: string): string => value.toWellFormed().replace(/(?![\t\n])\p{Cc}/gu, "");

/** Anything but blanks, marks that only join or turn what stands around them, and letters without a shape. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Required text of at most `max` characters, of which one can be seen: a name nobody sees is nothing to click on. */
export const requiredText = (max: number, required = texts.validation.required) =>
  text(max).pipe(z.string().regex(visible, required).max(max, texts.validation.tooLong(max)));

/** Optional text of at most `max` characters; blank becomes null. */
export const optionalText = (max: number) =>
  text(max).pipe(z.string().max(max, texts.validation.tooLong(max))).transform((value) => value || null);

/** An optional value that is written as text, no longer than an address; blank becomes null. */
export const optionalValue = <T extends z.ZodType<string, string>>(value: T) =>
  text(constants.url.max).transform((written) => written || null).pipe(value.nullable());

/** A date as `YYYY-MM-DD` on which somebody alive may have been born. */
export const dateOfBirth = z.iso.date({ error: texts.validation.dob, abort: true }).refine((date) => {
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const oldest = `${now.getUTCFullYear() - constants.age.max}${today.slice(4)}`;
  return oldest <= date && date < today;
}, texts.validation.dob);

/** The address of a page elsewhere. */
export const webAddress = z.string()
  .max(constants.url.max, texts.validation.tooLong(constants.url.max))
  .refine((url) => /^https?:\/\/\S+$/i.test(url) && URL.canParse(url), texts.validation.url);

/** A picture: a data URL, or a form's file. `""` is none; a form whose file was not chosen sends one without a name. */
export const picture = z.union([z.string(), z.instanceof(File)], texts.pictures.unreadable)
  .transform((value) => value instanceof File && !value.name ? undefined : value);

/** An e-mail address as it is stored and compared: trimmed and in lower case. */
export const email = rawText(constants.email.max, {
  required: texts.register.invalidEmail,
  tooLong: texts.register.invalidEmail,
})
  .trim().toLowerCase()
  .pipe(z.email(texts.register.invalidEmail).max(constants.email.max, texts.register.invalidEmail));

/** A password to choose. Its blanks count, and nothing about it is tidied up. */
export const password = z.string(texts.validation.required)
  .min(constants.password.min, texts.register.passwordTooShort)
  .max(constants.password.max, texts.validation.tooLong(constants.password.max));

/** An opaque identifier of ours. */
export const id = z.string(texts.validation.required).min(1, texts.validation.required).max(
  64,
  texts.validation.invalid,
);
