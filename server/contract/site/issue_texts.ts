/** The texts for input that breaks a schema, where the schema itself gives none. */
import type { z } from "zod";
import { validationServerTexts, validationTexts } from "./texts.ts";

const validation = validationServerTexts;

type Raw<Code extends string = string> = z.core.$ZodRawIssue & { code: Code };

/** An error map for Zod: plain texts in place of the library's own. */
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
