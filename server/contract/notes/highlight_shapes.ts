import { z } from "zod";
import { typedPlace } from "../books/text_shapes.ts";
import * as notesLimits from "./limits.ts";
import { highlightColors } from "./mark_colors.ts";
import { PublicUser } from "../people/shapes.ts";
import { NoteAnswer } from "./shapes.ts";
import { shared } from "../reading/input_shapes.ts";
import { rawText, withoutControls } from "../site/fields.ts";
import { count, time } from "../site/shapes.ts";
import { Format } from "../site/written_shapes.ts";
import { validationTexts } from "../site/texts.ts";

const { mark } = notesLimits;

const note = rawText(mark.note).transform(withoutControls)
  .transform((typed) => typed.trim() === "" ? "" : typed)
  .pipe(z.string().max(mark.note, validationTexts.tooLong(mark.note)));

export const NewHighlight = z.object({
  from: typedPlace,
  to: typedPlace,
  color: z.enum(highlightColors).optional(),
  note: note.optional(),
  shared: shared.optional(),
  /** Chosen by the client: one that is sent again with it is stored once. */
  clientId: z.uuid().optional(),
});
export type NewHighlight = z.infer<typeof NewHighlight>;

/** What is left out stays. */
export const HighlightUpdate = NewHighlight.omit({ clientId: true }).partial();
export type HighlightUpdate = z.infer<typeof HighlightUpdate>;

export const Highlight = z.strictObject({
  id: z.string(),
  from: count,
  to: count,
  quote: z.strictObject({ exact: z.string(), prefix: z.string(), suffix: z.string() }),
  color: z.enum(highlightColors),
  note: z.string(),
  format: Format.describe("Of the note."),
  shared: z.boolean(),
  user: PublicUser,
  createdAt: time,
  lost: z.boolean().describe("Whether its words are not found in the text that the book has now."),
  answers: z.array(NoteAnswer).describe("The oldest first."),
}).meta({ id: "Highlight" });
export type Highlight = z.infer<typeof Highlight>;

export const HighlightsQuery = z.object({
  from: typedPlace.optional().describe("The first place; 0 without it."),
  to: typedPlace.optional().describe("The place before which they begin; the end without it."),
  after: z.string().max(64).optional().describe("The id of the last one of the page before."),
});

export const Highlights = z.strictObject({
  highlights: z.array(Highlight).describe("The caller's own, and shared ones up to where the caller is, by place."),
  ahead: count.describe("How many shared ones of others are further on."),
  hasMore: z.boolean(),
});
export type Highlights = z.infer<typeof Highlights>;

export const MarkExportQuery = z.object({
  format: z.enum(["markdown", "jsonld"]).default("markdown").describe("Markdown, or W3C Web Annotations as JSON-LD."),
});

export const OwnHighlight = Highlight.omit({ user: true, answers: true }).extend({
  bookId: z.string(),
  title: z.string().describe("Of the book."),
  groupId: z.string(),
  updatedAt: time,
  removed: z.boolean().describe(
    "Whether its book was removed from the shelf, or the caller has left the group: nobody else has it then.",
  ),
}).meta({ id: "OwnHighlight" });
export type OwnHighlight = z.infer<typeof OwnHighlight>;

export const OwnHighlights = z.strictObject({
  highlights: z.array(OwnHighlight),
  hasMore: z.boolean(),
  next: z.string().nullable()
    .describe("`before` of the call for more; null where there are none. A search may have looked no further."),
});
export type OwnHighlights = z.infer<typeof OwnHighlights>;
