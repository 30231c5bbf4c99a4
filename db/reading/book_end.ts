/** What the end of a book shows beside its reviews, to those who have finished it. */
import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { review as limits } from "../../server/contract/reading/limits.ts";
import { isCandidate } from "../books/conditions.ts";
import { interestedCount } from "../books/interests.ts";
import type { Db } from "../engine/client.ts";
import { iso } from "../engine/query.ts";
import { mayRead, shelfMembershipOf } from "../groups/roles.ts";
import { hasBlocked } from "../people/blocks.ts";
import { faceColumns } from "../people/columns.ts";
import { books, members, notes, progress, questions, readerSettings, users } from "../schema.ts";
import { progressOf, settingsOf, showsPageTo } from "./copies.ts";
import { wordsOf } from "../site/forms.ts";
import { hasFinished } from "./reviews.ts";

/** Members who share their page, and the reader; none of people whom they blocked. */
export const listFinished = (db: Db, readerId: string, bookId: string) =>
  db.q.select({ user: faceColumns, finishedAt: sql<string>`${progress.finishedAt}`.mapWith(iso) })
    .from(books)
    .innerJoin(members, eq(members.groupId, books.groupId))
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(progress, progressOf(members.userId))
    .leftJoin(readerSettings, settingsOf(members.userId))
    .where(and(
      eq(books.id, bookId),
      isNotNull(progress.finishedAt),
      hasFinished(readerId, bookId),
      sql`(${showsPageTo(readerId)} or ${members.userId} = ${readerId})`,
      sql`not ${hasBlocked(readerId, members.userId)}`,
    )).orderBy(asc(progress.finishedAt), asc(users.id)).limit(limits.listed);

export const listMostAnswered = (db: Db, readerId: string, bookId: string) => {
  const answered = sql<number>`(select count(*) from answers others where others.question_id = ${questions.id})`;
  return db.q.select({ id: questions.id, question: wordsOf("questions"), answered }).from(questions)
    .where(and(
      eq(questions.bookId, bookId),
      hasFinished(readerId, bookId),
      sql`${answered} > 0`,
      sql`not ${hasBlocked(readerId, questions.userId)}`,
    )).orderBy(desc(answered), asc(questions.position), asc(questions.id)).limit(limits.questions);
};

/** The beginnings of shared notes: of the longest, ten would be a book themselves. */
export const listQuotes = (db: Db, readerId: string, bookId: string) =>
  db.q.select({
    id: sql<string>`${notes.id}`,
    user: faceColumns,
    pageNumber: notes.pageNumber,
    content: sql<string>`substr(${wordsOf("notes")}, 1, 500)`,
  })
    .from(notes).innerJoin(users, eq(users.id, notes.userId))
    .where(and(
      eq(notes.bookId, bookId),
      isNotNull(notes.sharedAt),
      hasFinished(readerId, bookId),
      mayRead(notes.userId, sql`(select group_id from books where id = ${bookId})`),
      sql`not ${hasBlocked(readerId, notes.userId)}`,
    )).orderBy(asc(notes.pageNumber), asc(notes.id)).limit(limits.quotes);

export const listNext = (db: Db, readerId: string, groupId: string) =>
  db.q.select({
    id: books.id,
    title: books.title,
    author: books.author,
    isbn: books.isbn,
    wanted: interestedCount,
  }).from(books)
    .innerJoin(members, shelfMembershipOf(readerId))
    .where(and(eq(books.groupId, groupId), isCandidate))
    .orderBy(
      sql`${books.state} = 'next' desc`,
      sql`case ${books.state} when 'next' then ${books.position} else -${interestedCount} end`,
      desc(books.createdAt),
      asc(books.id),
    ).limit(limits.next);
