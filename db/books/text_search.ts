import { and, asc, eq, gt, sql } from "drizzle-orm";
import { textSearch } from "../../server/contract/books/text_limits.ts";
import { type Db, prepared } from "../engine/client.ts";
import { shelfMembershipOf } from "../groups/roles.ts";
import { books, bookTexts, members, textParts } from "../schema.ts";

export interface PlainPart {
  number: number;
  from: number;
  plain: string;
}

const value = sql.placeholder;

const plainAfter = prepared((q) =>
  q.select({ number: textParts.number, from: textParts.fromPlace, plain: textParts.plain }).from(books)
    .innerJoin(members, shelfMembershipOf(value("viewerId")))
    .innerJoin(bookTexts, and(eq(bookTexts.bookId, books.id), eq(bookTexts.hash, value("hash"))))
    .innerJoin(textParts, eq(textParts.hash, bookTexts.hash))
    .where(and(eq(books.id, value("bookId")), gt(textParts.number, value("after"))))
    .orderBy(asc(textParts.number)).limit(textSearch.parts).prepare()
);

interface PartsAfter {
  bookId: string;
  /** Of another text, which the book has by now, there is none. */
  hash: string;
  /** The number of the last one that was read; -1 for the beginning. */
  after: number;
}

/** A few parts of the whole text, also of what its viewer has not read: what of them leaves the server is the caller's. */
export const listPlainParts = (db: Db, viewerId: string, part: PartsAfter): Promise<PlainPart[]> =>
  plainAfter(db).all({ viewerId, ...part });
