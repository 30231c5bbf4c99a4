import { z } from "zod";
import { pageNumber } from "./books.ts";
import { id, rawText, withoutControls } from "./fields.ts";
import * as constants from "./constants.ts";
import { texts } from "./texts.ts";

/** The `updatedAt` the draft is based on; null for a note that did not exist. */
const baseUpdatedAt = z.preprocess(
  (value) => value === "" ? null : value,
  z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)).nullish(),
);

/** Stored as typed, with its line breaks and blanks, but without control characters; all blank means none. */
const content = rawText(constants.note.max).transform(withoutControls)
  .transform((typed) => typed.trim() === "" ? "" : typed)
  .pipe(z.string().max(constants.note.max, texts.validation.tooLong(constants.note.max)));

/** A note to save; blank content removes it. Without `baseUpdatedAt` it overwrites any version. */
export const NewNote = z.object({
  content,
  pageNumber,
  bookId: id,
  baseUpdatedAt,
});
export type NewNote = z.infer<typeof NewNote>;

/** A reader's note on a page; its content is `""` where there is none. */
export interface Note {
  content: string;
  pageNumber: number;
  bookId: string;
  updatedAt: string | null;
}
