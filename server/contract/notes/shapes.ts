import { z } from "zod";
import { pageNumber } from "../books/shapes.ts";
import * as notesLimits from "./limits.ts";
import { PublicUser } from "../people/shapes.ts";
import { shared } from "../reading/input_shapes.ts";
import { copyUnits } from "../reading/shapes.ts";
import { id, rawText, requiredText, text, withoutControls } from "../site/fields.ts";
import { count, time } from "../site/shapes.ts";
import { Format } from "../site/written_shapes.ts";
import { validationServerTexts, validationTexts } from "../site/texts.ts";

const { note } = notesLimits;

/** The `updatedAt` that the draft is based on; null for a note that did not exist. */
const baseUpdatedAt = z.preprocess(
  (value) => value === "" ? null : value,
  z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)).nullish(),
);

/** Stored as typed, with its line breaks and blanks, but without control characters; all blank means none. */
const content = rawText(note.max).transform(withoutControls)
  .transform((typed) => typed.trim() === "" ? "" : typed)
  .pipe(z.string().max(note.max, validationTexts.tooLong(note.max)));

/** Blank content removes it. Without `baseUpdatedAt` it overwrites any version. */
export const NewNote = z.object({ content, pageNumber, bookId: id, baseUpdatedAt });
export type NewNote = z.infer<typeof NewNote>;

export const NoteForm = NewNote.extend({ shared: shared.optional() });
export type NoteForm = z.infer<typeof NoteForm>;

export const Note = z.strictObject({
  content: z.string().describe("Empty where there is no note."),
  pageNumber: count,
  bookId: z.string(),
  updatedAt: time.nullable(),
  shared: z.boolean().describe("Whether others read it."),
}).meta({ id: "Note" });
export type Note = z.infer<typeof Note>;

export const NewNoteAnswer = z.object({
  content: requiredText(note.answer),
  /** Chosen by the client: an answer that is sent again with the same one is stored once. */
  clientId: z.uuid(validationServerTexts.invalid).optional(),
});
export type NewNoteAnswer = z.infer<typeof NewNoteAnswer>;

export const NoteAnswer = z.strictObject({
  id: z.string(),
  content: z.string(),
  format: Format,
  user: PublicUser,
  createdAt: time,
}).meta({ id: "NoteAnswer" });
export type NoteAnswer = z.infer<typeof NoteAnswer>;

export const SharedNotesQuery = z.object({
  page: pageNumber.optional()
    .describe("Of the caller's copy: the notes on it. Without one those on all pages up to where they have read."),
  before: id.optional().describe("The id of a note: those after it in the list."),
});

export const SharedNote = z.strictObject({
  id: z.string(),
  pageNumber: count.describe("In the caller's copy."),
  chapter: z.string().nullable().describe("The title of its chapter, where that is known."),
  content: z.string(),
  format: Format,
  user: PublicUser,
  updatedAt: time,
  answers: z.array(NoteAnswer).describe("The oldest first."),
}).meta({ id: "SharedNote" });
export type SharedNote = z.infer<typeof SharedNote>;

export const SharedNotes = z.strictObject({
  notes: z.array(SharedNote),
  ahead: count.describe("How many notes of others are further on than the caller has read."),
  hasMore: z.boolean(),
});
export type SharedNotes = z.infer<typeof SharedNotes>;

export const OwnNotesQuery = z.object({
  query: text(note.query).pipe(z.string().max(note.query, validationTexts.tooLong(note.query))).optional()
    .describe("Words that the notes, or the titles of their books, have."),
  before: z.string().max(80, { abort: true }).regex(/^\d{1,15}\.[\w-]{1,60}$/, validationServerTexts.invalid).optional()
    .describe("`next` of the call before."),
});

export const OwnNote = z.strictObject({
  id: z.string(),
  bookId: z.string(),
  title: z.string().describe("Of the book."),
  groupId: z.string(),
  pageNumber: count.describe("In the caller's copy."),
  unit: z.enum(copyUnits).describe("What that copy counts in."),
  chapter: z.string().nullable().describe("The title of its chapter, where that is known."),
  bookPage: count.describe("In the book's own pages."),
  content: z.string(),
  format: Format,
  updatedAt: time,
  shared: z.boolean(),
  mayShare: z.boolean().describe("Whether there are others with whom the caller may share it."),
  removed: z.boolean().describe(
    "Whether its book was removed from the shelf: then nobody but the caller has the note.",
  ),
}).meta({ id: "OwnNote" });
export type OwnNote = z.infer<typeof OwnNote>;

export const OwnNotes = z.strictObject({
  notes: z.array(OwnNote),
  hasMore: z.boolean(),
  next: z.string().nullable()
    .describe("`before` of the call for more; null where there are none. A search may have looked no further."),
});
export type OwnNotes = z.infer<typeof OwnNotes>;

export const ImportedHighlights = z.strictObject({
  added: count,
  known: count.describe("That were imported before."),
  unmatched: count.describe("That are in no note, for the reasons in `books`."),
  books: z.array(z.strictObject({
    title: z.string().describe("As the file has it."),
    reason: z.string(),
    count,
    example: z.string().describe("How the first of them begins."),
  })).max(notesLimits.highlights.books).describe("The first of those with highlights that are unmatched."),
});
export type ImportedHighlights = z.infer<typeof ImportedHighlights>;
