import * as notesLimits from "./limits.ts";
import { z } from "zod";
import { pageNumber } from "../books/books.ts";
import { id, rawText, requiredText, text, withoutControls } from "../site/fields.ts";
import type { EditionUnit } from "../reading/positions.ts";
import { shared, Sharing } from "../reading/sharing.ts";
import type { PublicUser } from "../people/users.ts";
import { validationServerTexts, validationTexts } from "../site/texts.ts";

/** The `updatedAt` the draft is based on; null for a note that did not exist. */
const baseUpdatedAt = z.preprocess(
  (value) => value === "" ? null : value,
  z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)).nullish(),
);

/** Stored as typed, with its line breaks and blanks, but without control characters; all blank means none. */
const content = rawText(notesLimits.note.max).transform(withoutControls)
  .transform((typed) => typed.trim() === "" ? "" : typed)
  .pipe(z.string().max(notesLimits.note.max, validationTexts.tooLong(notesLimits.note.max)));

/** A note to save; blank content removes it. Without `baseUpdatedAt` it overwrites any version. */
export const NewNote = z.object({
  content,
  pageNumber,
  bookId: id,
  baseUpdatedAt,
});
export type NewNote = z.infer<typeof NewNote>;

/** The same from a form, which may share the note as well. */
export const NoteForm = NewNote.extend({ shared: shared.optional() });

/** A reader's note on a page; its content is `""` where there is none. */
export interface Note {
  content: string;
  pageNumber: number;
  bookId: string;
  updatedAt: string | null;
  /** Whether the group reads it. */
  shared: boolean;
}

/** A note that its writer shares with the group. */
export interface SharedNote {
  id: string;
  /** In the caller's copy. */
  pageNumber: number;
  /** The title of its chapter, where that is known. */
  chapter: string | null;
  content: string;
  user: PublicUser;
  updatedAt: string;
  /** The oldest first. */
  answers: NoteAnswer[];
}

export interface NoteAnswer {
  id: string;
  content: string;
  user: PublicUser;
  createdAt: string;
}

/** Some of the shared notes of a book, the last page first. */
export interface SharedNotes {
  notes: SharedNote[];
  /** How many of others are further on than the caller has read. */
  ahead: number;
  hasMore: boolean;
}

/** Which shared notes: those of a page of the caller's copy, or of all up to where they have read. */
export const SharedNotesQuery = z.object({
  page: pageNumber.optional(),
  /** The id of a note: those after it in the list. */
  before: id.optional(),
});

/** From a form: its address is that of all notes of a book. */
export const NoteSharing = Sharing.extend({ pageNumber });

const answer = requiredText(notesLimits.note.answer);
/** Chosen by the client: sent again with the same one it is the same. */
const clientId = z.uuid(validationServerTexts.invalid).optional();

export const NewNoteAnswer = z.object({ content: answer, clientId });
export type NewNoteAnswer = z.infer<typeof NewNoteAnswer>;

/** One of the caller's notes, among those of all books. */
export interface OwnNote {
  id: string;
  bookId: string;
  /** Of the book. */
  title: string;
  groupId: string;
  /** In the caller's copy, which counts in this unit. */
  pageNumber: number;
  unit: EditionUnit;
  /** The title of its chapter, where that is known. */
  chapter: string | null;
  /** The same in the book's pages. */
  bookPage: number;
  content: string;
  updatedAt: string;
  shared: boolean;
}

/** Some of the caller's notes, the newest first. */
export interface OwnNotes {
  notes: OwnNote[];
  hasMore: boolean;
  /** `before` of the call for more; null where there are none. A search may have looked no further than this. */
  next: string | null;
}

export const OwnNotesQuery = z.object({
  query: text(notesLimits.note.query)
    .pipe(z.string().max(notesLimits.note.query, validationTexts.tooLong(notesLimits.note.query))).optional(),
  /** `next` of the call before. */
  before: z.string().max(80, { abort: true }).regex(/^\d{1,15}\.[\w-]{1,60}$/, validationServerTexts.invalid)
    .optional(),
});
