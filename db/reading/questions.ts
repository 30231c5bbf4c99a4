/** Questions to the readers of a book, and their answers. Every query joins the reader's membership. */
import * as readingLimits from "../../server/contract/reading/limits.ts";
import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { QuestionAnswer } from "../../server/contract/reading/questions.ts";
import type { PublicUser } from "../../server/contract/people/users.ts";
import { chapterAt } from "./chapters.ts";
import type { Db } from "../engine/client.ts";
import { iso, publicColumns } from "../people/columns.ts";
import { isOrganizer } from "../groups/roles.ts";
import { answers, books, members, progress, questions, users } from "../schema.ts";
import { hasRoom, type Quota, rowSize, sizeOf } from "../account/storage.ts";

/** A question as one reader sees it. */
export interface QuestionRow {
  id: string;
  position: number;
  /** Null while it is veiled: what a chapter is called may give away what happens. */
  chapter: string | null;
  /** Empty while it is veiled. */
  question: string;
  user: PublicUser;
  createdAt: string;
  answered: number;
  mine: string | null;
  first: string | null;
  veiled: boolean;
  /** Whether the reader has read as far. */
  reached: boolean;
  mayRemove: boolean;
}

/** Whether the reader whose progress is joined has read as far as a question. */
const isReached = sql<number>`(${questions.position} <= coalesce(${progress.reached}, 0))`;

/** Whether the reader has not read as far as a question; its text is their own. */
const isVeiled = (readerId: string) => sql<number>`(not ${isReached} and ${questions.userId} <> ${readerId})`;

/** Its asker and the group's organizers may remove a question. */
const mayRemove = (readerId: string) =>
  sql<number>`(${questions.userId} = ${readerId} or ${isOrganizer(readerId, sql`${members.groupId}`)})`;

const questionsFor = (db: Db, readerId: string) =>
  db.q.select({
    id: questions.id,
    position: questions.position,
    chapter: sql<string | null>`case when not ${isVeiled(readerId)}
      then ${chapterAt(questions.bookId, questions.position)} end`,
    question: sql<string>`case when ${isVeiled(readerId)} then '' else ${questions.question} end`,
    user: publicColumns,
    createdAt: questions.createdAt,
    answered: sql<number>`(select count(*) from answers others where others.question_id = ${questions.id})`,
    mine: answers.content,
    first: sql<string | null>`nullif(${answers.firstContent}, ${answers.content})`,
    veiled: isVeiled(readerId),
    reached: isReached,
    mayRemove: mayRemove(readerId),
  }).from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .innerJoin(books, eq(books.id, questions.bookId))
    .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, readerId)))
    .leftJoin(progress, and(eq(progress.bookId, books.id), eq(progress.userId, readerId)))
    .leftJoin(answers, and(eq(answers.questionId, questions.id), eq(answers.userId, readerId)));

type Row = Awaited<ReturnType<typeof questionsFor>>[number];

const asQuestion = ({ createdAt, veiled, reached, mayRemove, ...row }: Row): QuestionRow => ({
  ...row,
  createdAt: iso(createdAt),
  veiled: veiled !== 0,
  reached: reached !== 0,
  mayRemove: mayRemove !== 0,
});

/** The questions of a book by page, after one of them; one more than are listed at once, if there are. */
export async function listQuestions(
  db: Db,
  readerId: string,
  { bookId, after }: { bookId: string; after?: string },
): Promise<QuestionRow[]> {
  const rows = await questionsFor(db, readerId).where(and(
    eq(questions.bookId, bookId),
    after === undefined ? undefined : sql`(${questions.position}, ${questions.id}) > (
      select position, id from questions where id = ${after})`,
  )).orderBy(asc(questions.position), asc(questions.id)).limit(readingLimits.question.page + 1);
  return rows.map(asQuestion);
}

export interface NewQuestionRow extends Quota {
  id: string;
  bookId: string;
  position: number;
  editionId: string | null;
  question: string;
}

/**
 * Adds a question, unless its id is taken, the book or its asker has as many as one may have, or its asker no room.
 *
 * @returns undefined where there is no room
 */
export async function insertQuestion(
  db: Db,
  askerId: string,
  { id, bookId, position, editionId, question, quota }: NewQuestionRow,
  now: number,
): Promise<QuestionRow | undefined> {
  const asked = sql`(select count(*) from questions where book_id = ${bookId})`;
  const own = sql`(select count(*) from questions where book_id = ${bookId} and user_id = ${askerId})`;
  const [, [row]] = await db.write([
    db.q.insert(questions).select(
      db.q.select({
        id: sql<string>`${id}`.as("id"),
        bookId: books.id,
        userId: members.userId,
        position: sql<number>`${position}`.as("position"),
        editionId: sql<string | null>`${editionId}`.as("edition_id"),
        question: sql<string>`${question}`.as("question"),
        createdAt: sql<number>`${now}`.as("created_at"),
      }).from(books)
        .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, askerId)))
        .where(and(
          eq(books.id, bookId),
          lt(asked, readingLimits.question.perBook),
          lt(own, readingLimits.question.perReader),
          hasRoom(askerId, sizeOf(sql`${question}`), { quota }),
        )),
    ).onConflictDoNothing(),
    questionsFor(db, askerId).where(eq(questions.id, id)),
  ]);
  return row && asQuestion(row);
}

/** Deletes a question with its answers. @returns whether the reader may */
export async function deleteQuestion(db: Db, readerId: string, id: string): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([
    db.q.delete(questions).where(and(
      eq(questions.id, id),
      sql`exists (select 1 from books inner join members
        on members.group_id = books.group_id and members.user_id = ${readerId}
        where books.id = ${questions.bookId} and ${mayRemove(readerId)})`,
    )),
  ]);
  return rowsAffected > 0;
}

/** What decides what a reader may do with a question. */
export interface QuestionState {
  bookId: string;
  groupId: string;
  /** Whether they have read as far as its page. */
  isReached: boolean;
  hasAnswered: boolean;
}

/** A question of a book of one of the reader's groups, as far as they may deal with it. */
export async function findQuestion(db: Db, readerId: string, questionId: string): Promise<QuestionState | undefined> {
  const row = await db.q.select({
    bookId: books.id,
    groupId: books.groupId,
    isReached,
    hasAnswered: sql<number>`${answers.userId} is not null`,
  }).from(questions)
    .innerJoin(books, eq(books.id, questions.bookId))
    .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, readerId)))
    .leftJoin(progress, and(eq(progress.bookId, books.id), eq(progress.userId, readerId)))
    .leftJoin(answers, and(eq(answers.questionId, questions.id), eq(answers.userId, readerId)))
    .where(eq(questions.id, questionId)).get();
  return row && { ...row, isReached: row.isReached !== 0, hasAnswered: row.hasAnswered !== 0 };
}

/**
 * Stores the reader's answer in place of the one before, where they have read so far and have room for it; how it was at
 * first stays.
 *
 * @returns whether it is stored
 */
export async function saveAnswer(
  db: Db,
  readerId: string,
  { questionId, content, quota }: Quota & { questionId: string; content: string },
  now: number,
): Promise<boolean> {
  // A new one is stored twice: as it is, and as it was at first.
  const growth = sql`coalesce(
    (select octet_length(${content}) - octet_length(content) from answers
      where question_id = ${questionId} and user_id = ${readerId}),
    ${rowSize.text} + 2 * octet_length(${content}))`;
  const [, [stored]] = await db.write([
    db.q.insert(answers).select(
      db.q.select({
        questionId: questions.id,
        userId: members.userId,
        content: sql<string>`${content}`.as("content"),
        firstContent: sql<string>`${content}`.as("first_content"),
        createdAt: sql<number>`${now}`.as("created_at"),
        updatedAt: sql<number>`${now}`.as("updated_at"),
      }).from(questions)
        .innerJoin(books, eq(books.id, questions.bookId))
        .innerJoin(members, and(eq(members.groupId, books.groupId), eq(members.userId, readerId)))
        .leftJoin(progress, and(eq(progress.bookId, books.id), eq(progress.userId, readerId)))
        .where(and(eq(questions.id, questionId), isReached, hasRoom(readerId, growth, { quota }))),
    ).onConflictDoUpdate({
      target: [answers.questionId, answers.userId],
      set: { content, updatedAt: now },
      setWhere: sql`${answers.content} <> excluded.content`,
    }),
    db.q.select({ content: answers.content }).from(answers)
      .where(and(eq(answers.questionId, questionId), eq(answers.userId, readerId))),
  ]);
  return stored?.content === content;
}

/**
 * The answers to a question, the oldest first, after that of a user; to who has answered it. One more than are listed
 * at once, if there are.
 */
export async function listAnswers(
  db: Db,
  readerId: string,
  { questionId, after }: { questionId: string; after?: string },
): Promise<QuestionAnswer[]> {
  const rows = await db.q.select({
    id: answers.userId,
    content: answers.content,
    user: publicColumns,
    createdAt: answers.createdAt,
    updatedAt: answers.updatedAt,
  }).from(answers)
    .innerJoin(users, eq(users.id, answers.userId))
    .where(and(
      eq(answers.questionId, questionId),
      sql`exists (select 1 from answers own where own.question_id = ${questionId} and own.user_id = ${readerId})`,
      after === undefined ? undefined : sql`(${answers.createdAt}, ${answers.userId}) > (
        select created_at, user_id from answers at where at.question_id = ${questionId} and at.user_id = ${after})`,
    )).orderBy(asc(answers.createdAt), asc(answers.userId)).limit(readingLimits.question.page + 1);
  return rows.map((row) => ({ ...row, createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) }));
}
