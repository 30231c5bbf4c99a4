import { z } from "zod";
import { pageNumber } from "./books.ts";
import { id, rawText, withoutControls } from "./fields.ts";
import * as constants from "./constants.ts";
import { texts } from "./texts.ts";

/** When the note was last saved, as the writer knows it; null where she knows of none. */
const baseUpdatedAt = z.preprocess(
  (value) => value === "" ? null : value,
  z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)).nullish(),
);

/**
 * As it was typed, line by line and with its blanks; only what cannot be typed is left out, and what is all blank is
 * none.
 */
const content = rawText(constants.note.max).transform(withoutControls)
  .transform((typed) => typed.trim() === "" ? "" : typed)
  .pipe(z.string().max(constants.note.max, texts.validation.tooLong(constants.note.max)));

/** A note to save; blank content removes it. Without `baseUpdatedAt` it takes the place of whatever is there. */
export const NewNote = z.object({
  content,
  pageNumber,
  bookId: id,
  baseUpdatedAt,
});
export type NewNote = z.infer<typeof NewNote>;

/** What somebody wrote about a page. There is always one: its content is `""` where nothing was written. */
export interface Note {
  content: string;
  pageNumber: number;
  bookId: string;
  updatedAt: string | null;
}
