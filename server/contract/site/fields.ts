import { z } from "zod";
import * as accountLimits from "../account/limits.ts";
import { registerTexts } from "../account/texts.ts";
import * as peopleLimits from "../people/limits.ts";
import { picturesServerTexts } from "../people/texts.ts";
import * as siteLimits from "./limits.ts";
import { normalize } from "./normalize.ts";
import { validationServerTexts, validationTexts } from "./texts.ts";

interface Wording {
  required?: string;
  tooLong?: string;
}

/** A longer one is refused unread: decomposed, a character has at most four code units (UAX #15, section 9). */
export const rawText = (
  max: number,
  { required = validationServerTexts.required, tooLong = validationTexts.tooLong(max) }: Wording = {},
) => z.string(required).refine((value) => value.length <= 4 * max, { error: tooLong, abort: true });

export const text = (max: number) => rawText(max).transform((value) => normalize(withoutControls(value)).trim());

/** Text without control characters other than tab and line feed. */
export const withoutControls = (value: string): string => value.toWellFormed().replace(/(?![\t\n])\p{Cc}/gu, "");

/** A character that can be seen: no blank, no joiner or direction mark, no letter without a glyph. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const hasVisible = (value: string): boolean => visible.test(value);

/** An invisible name could not be clicked. */
export const requiredText = (max: number, required = validationServerTexts.required) =>
  text(max).pipe(z.string().regex(visible, required).max(max, validationTexts.tooLong(max)))
    .meta({ minLength: 1, maxLength: max });

export const optionalText = (max: number) =>
  text(max).pipe(z.string().max(max, validationTexts.tooLong(max))).transform((value) => value || null)
    .meta({ maxLength: max });

export const optionalValue = <T extends z.ZodType<string, string>>(value: T) =>
  text(siteLimits.url.max).transform((written) => written || null).pipe(value.nullable());

/** For a rule of several fields: it is asked wherever these are right, so that all that is wrong is said at once. */
export const onceRight = (...fields: string[]) => ({
  when: ({ issues }: z.core.ParsePayload) =>
    issues.every(({ path: [field] = [] }) => field !== undefined && !fields.includes(String(field))),
});

export const dateOfBirth = z.iso.date({ error: validationServerTexts.dob, abort: true }).refine((date) => {
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const oldest = `${now.getUTCFullYear() - peopleLimits.age.max}${today.slice(4)}`;
  return oldest <= date && date < today;
}, validationServerTexts.dob);

export const webAddress = z.string()
  .max(siteLimits.url.max, validationTexts.tooLong(siteLimits.url.max))
  .refine((url) => /^https?:\/\/\S+$/i.test(url) && URL.canParse(url), validationServerTexts.url);

/** A picture: a data URL or a file; `""` for none. A form without a chosen file sends one without a name. */
export const picture = z.union([z.string(), z.instanceof(File)], picturesServerTexts.unreadable)
  .transform((value) => value instanceof File && !value.name ? undefined : value);

/** Some other letters have one of ASCII as theirs (the Kelvin sign K): an address would become somebody else's. */
export const asciiLowerCase = (value: string): string => value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

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

export const id = z.string(validationServerTexts.required).min(1, validationServerTexts.required).max(
  64,
  validationServerTexts.invalid,
);

const validation = validationServerTexts;

type Raw<Code extends string = string> = z.core.$ZodRawIssue & { code: Code };

export function issueText(issue: Raw): string {
  if (issue.code === "too_big") return tooBig(issue as Raw<"too_big">);
  if (issue.code === "too_small") return tooSmall(issue as Raw<"too_small">);
  // The input as a whole, not one of its fields.
  if (!issue.path?.length) return validation.shape;
  return issue.code === "invalid_type" ? wrongType(issue as Raw<"invalid_type">) : validation.invalid;
}

function tooBig({ origin, maximum }: Raw<"too_big">): string {
  const max = Number(maximum);
  if (origin === "string") return validationTexts.tooLong(max);
  return origin === "array" ? validation.tooMany(max) : validation.atMost(max);
}

const tooSmall = ({ origin, minimum }: Raw<"too_small">): string =>
  origin === "string" || origin === "array" ? validation.required : validation.atLeast(Number(minimum));

function wrongType({ input, expected }: Raw<"invalid_type">): string {
  if (input === undefined || input === null) return validation.required;
  const kinds: Record<string, string> = {
    string: validation.text,
    number: validation.number,
    int: validation.wholeNumber,
  };
  return kinds[expected] ?? validation.invalid;
}

/** Later ones have years of five digits, which no shape of ours has. */
const latest = Date.UTC(9999, 0);

/** A time as ISO 8601 with an offset, in this era; in milliseconds since 1970. */
export const sentTime = (error: string) =>
  z.string(error).max(40, { abort: true }).pipe(z.iso.datetime({ offset: true, error }))
    .transform((written) => Date.parse(written)).refine((time) => time >= 0 && time < latest, error);
