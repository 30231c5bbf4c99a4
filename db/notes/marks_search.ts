import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import * as notesLimits from "../../server/contract/notes/limits.ts";
import { type Db, prepared } from "../engine/client.ts";
import { shelfMembershipOf } from "../groups/roles.ts";
import { books, bookTexts, highlights, members } from "../schema.ts";

export interface OwnMark {
  id: string;
  from: number;
  exact: string;
  note: string;
  /** Whether its words are not in the text that the book has now. */
  lost: boolean;
}

const value = sql.placeholder;

const marksAfter = prepared((q) =>
  q.select({
    id: highlights.id,
    from: highlights.fromPlace,
    exact: highlights.exact,
    note: highlights.note,
    lost: sql`(${isNotNull(highlights.lostAt)} or ${bookTexts.hash} is not ${highlights.hash})`.mapWith(Boolean),
  }).from(highlights)
    .innerJoin(books, eq(books.id, highlights.bookId))
    .innerJoin(members, shelfMembershipOf(value("readerId")))
    .leftJoin(bookTexts, eq(bookTexts.bookId, books.id))
    .where(and(
      eq(highlights.userId, value("readerId")),
      eq(highlights.bookId, value("bookId")),
      sql`(${highlights.fromPlace}, ${highlights.id}) > (${value("from")}, ${value("id")})`,
    ))
    .orderBy(asc(highlights.fromPlace), asc(highlights.id)).limit(notesLimits.note.part).prepare()
);

interface MarksAfter {
  bookId: string;
  /** The one that they follow; the first ones follow none. */
  after?: Pick<OwnMark, "from" | "id">;
}

/** A reader's own ones in the text of a book, `note.part` at a time, by place. */
export const listOwnMarks = (db: Db, readerId: string, { bookId, after }: MarksAfter): Promise<OwnMark[]> =>
  marksAfter(db).all({ readerId, bookId, from: after?.from ?? -1, id: after?.id ?? "" });
