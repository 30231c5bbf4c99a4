/** What belongs beside a part of a text, as its page needs it: where it is, and how much. */
import { and, between, eq, gt, lte, ne, sql } from "drizzle-orm";
import { isSeenBy } from "../chat/message_views.ts";
import { type Db, prepared } from "../engine/client.ts";
import { membershipOf, shelfMembershipOf } from "../groups/roles.ts";
import { isSharedWith } from "../notes/shared_notes.ts";
import { books, members, messages, notes, questions } from "../schema.ts";
import type { Span } from "./questions.ts";

const value = sql.placeholder;
const readerId = value("readerId");

const counts = prepared((q) => {
  const ofNotes = q.select({ count: sql`count(*)` }).from(notes).where(and(
    eq(notes.bookId, value("bookId")),
    isSharedWith(readerId),
    ne(notes.userId, readerId),
    between(notes.pageNumber, value("firstPage"), value("lastPage")),
    lte(notes.pageNumber, value("reachedPage")),
  ));
  const ofQuestions = q.select({ count: sql`count(*)` }).from(questions).where(and(
    eq(questions.bookId, value("bookId")),
    gt(questions.position, value("from")),
    lte(questions.position, value("to")),
  ));
  const ofTalk = q.select({ count: sql`count(*)` }).from(messages)
    .innerJoin(members, membershipOf(readerId, messages.groupId)).where(and(
      eq(messages.anchorBookId, value("bookId")),
      gt(messages.anchorPosition, value("from")),
      lte(messages.anchorPosition, value("to")),
      isSeenBy("messages", sql`${members.userId}`),
    ));
  return q.select({ count: sql<number>`(${ofNotes}) + (${ofQuestions}) + (${ofTalk})` }).from(books)
    .innerJoin(members, shelfMembershipOf(readerId)).where(eq(books.id, value("bookId"))).prepare();
});

interface PartOfBook extends Span {
  bookId: string;
  firstPage: number;
  lastPage: number;
  /** No note is counted beyond it. */
  reachedPage: number;
}

/** What its margin lists, without highlights: notes of others up to where the reader is, questions, messages. */
export const countBeside = async (db: Db, readerId: string, part: PartOfBook): Promise<number> =>
  (await counts(db).get({ readerId, ...part }))?.count ?? 0;
