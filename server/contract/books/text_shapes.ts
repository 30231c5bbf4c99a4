import { z } from "zod";
import { book } from "./limits.ts";
import { epub, textSearch } from "./text_limits.ts";
import { textTexts } from "./text_texts.ts";
import { textEnd } from "../reading/positions.ts";
import { requiredText } from "../site/fields.ts";
import { count } from "../site/shapes.ts";

export const textStates = ["reading", "ready", "failed"] as const;

const place = z.int().min(0).max(textEnd).describe("A place in the text, by characters: from 0 to 1 000 000 000.");

/** From a query or a form, which have it as text. */
export const typedPlace = z.union(
  [z.number(), z.string().regex(/^\d{1,10}$/).transform(Number)],
  textTexts.invalidPlace,
)
  .pipe(z.int(textTexts.invalidPlace).min(0, textTexts.invalidPlace).max(textEnd, textTexts.invalidPlace));

const Section = z.strictObject({
  title: z.string(),
  level: count.describe("1 for the outermost."),
  from: place,
});
export type Section = z.infer<typeof Section>;

/** Where a page of a print begins, by the name that the print has for it. */
export interface PrintPage {
  label: string;
  from: number;
}

export const Text = z.strictObject({
  bookId: z.string(),
  title: z.string().describe("As the file has it; empty until it is read in."),
  language: z.string().nullable().describe("BCP 47, as the file has it."),
  state: z.enum(textStates),
  problem: z.string().nullable().describe("Why it could not be read in."),
  characters: count,
  sections: z.array(Section).max(epub.sections),
}).meta({ id: "Text" });
export type Text = z.infer<typeof Text>;

export const TextPart = z.strictObject({
  from: place,
  to: place.describe("The first place after it."),
  html: z.string().describe(
    "Safe. The id of each block is `c` and how many characters are before it in the text; a `thead` without ids " +
      "repeats that of the part before, and its characters do not count. Pictures and links within the book are " +
      "relative to its reading page.",
  ),
  next: place.nullable(),
  previous: place.nullable(),
}).meta({ id: "TextPart" });
export type TextPart = z.infer<typeof TextPart>;

export const TextPartQuery = z.object({ at: typedPlace.default(0).describe("A place that the part has.") });

export const TextSearchQuery = z.object({
  query: requiredText(book.query).describe(
    "Words, as they begin, in their order; where they are nowhere together, paragraphs that have them all.",
  ),
  after: typedPlace.optional().describe("The place of the last one of the answer before."),
});
export type TextSearchQuery = z.infer<typeof TextSearchQuery>;

const TextHit = z.strictObject({
  at: place,
  block: count.describe("The number in the id of its paragraph."),
  excerpt: z.string().describe("One line, which ends where the caller is."),
  found: z.tuple([count, count]).describe("From and up to which character of the excerpt."),
});
export type TextHit = z.infer<typeof TextHit>;

export const TextHits = z.strictObject({
  hits: z.array(TextHit).max(textSearch.hits).describe("Up to where the caller is."),
  count: count.describe("How many there are up to where the caller is."),
  hasMore: z.boolean(),
  ahead: count.describe("How many are further on."),
});
export type TextHits = z.infer<typeof TextHits>;
