/** What every page of a text begins with. */
import { findText, type TextRow } from "../../../../db/books/texts.ts";
import { findGroupName } from "../../../../db/groups/groups.ts";
import { findReader, type Reader } from "../../../../db/reading/readers.ts";
import { placeAtPosition, scaleOf } from "../../../../server/contract/books/text_places.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { textTexts } from "../../../../server/contract/books/text_texts.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";
import { readerTexts } from "../../../../server/contract/reading/reader_texts.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import type { Scale } from "../../../../server/contract/reading/positions.ts";
import { sitePaths } from "../../../../server/contract/site/paths.ts";
import { setFlash } from "../../../../server/http/cookies.ts";
import type { C } from "../../../layout/page.tsx";
import { missingBook } from "../../books/missing_book.ts";

export interface TextOfPage {
  groupId: string;
  bookId: string;
  reader: Reader;
  text: TextRow;
  /** By which places of the text and positions of the book are converted. */
  scale: Scale;
  /** The place that the reader is at. */
  own: number;
}

/** A redirect to what is there instead, where there is no text that this reader may read. */
export async function textOfPage(c: C): Promise<TextOfPage | Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const { user, deps: { db } } = c.var;
  const [reader, text] = await Promise.all([findReader(db, user.id, bookId), findText(db, user.id, bookId)]);
  if (reader?.groupId !== groupId) {
    const groupName = await findGroupName(db, user.id, groupId);
    setFlash(c, "error", await missingBook(c, bookId));
    return c.redirect(groupName === undefined ? sitePaths.dashboard : groupPaths.group(groupId), 303);
  }
  if (text?.state !== "ready") {
    setFlash(c, "info", text ? readerTexts.notReady : textTexts.notFound);
    return c.redirect(text ? textPaths.text(groupId, bookId) : readingPaths.bookPage(groupId, bookId), 303);
  }
  const scale = scaleOf(text);
  return { groupId, bookId, reader, text, scale, own: reader.textPlace ?? placeAtPosition(scale, reader.position) };
}
