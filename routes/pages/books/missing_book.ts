import { findBookRights } from "../../../db/books/rights.ts";
import { booksServerTexts } from "../../../server/contract/books/texts.ts";
import { type C, tryLoad } from "../../layout/page.tsx";

/** What is said instead of a book that cannot be shown. */
export async function missingBook(c: C, bookId: string): Promise<string> {
  const { deps: { db, clock }, user } = c.var;
  const rights = await tryLoad(c, () => findBookRights(db, user.id, bookId, clock()));
  return rights?.isRemoved ? booksServerTexts.removed : booksServerTexts.notFound;
}
