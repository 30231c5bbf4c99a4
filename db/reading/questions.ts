import { and, asc, eq, gt, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import { textEnd } from "../../server/contract/reading/positions.ts";
import type { Question, QuestionAnswer } from "../../server/contract/reading/shapes.ts";
import { hasRoom, type Quota, rowSize, sizeOf } from "../account/storage.ts";
import { type Db, prepared } from "../engine/client.ts";
import { isAfter, isoFrom } from "../engine/query.ts";
import { type Id, isOpenFor, mayOrganize, shelfMembershipOf } from "../groups/roles.ts";
import { publicColumns } from "../people/columns.ts";
import { answers, books, editions, members, progress, questions, readerSettings, users } from "../schema.ts";
import { chapterAt } from "./chapters.ts";
import { bookOf, copyColumns, progressOf, settingsOf } from "./copies.ts";
import type { Form, Format, Written } from "../../server/contract/site/written_shapes.ts";
import { formatJson, formatOf, storeForm } from "../site/forms.ts";

export type QuestionRow = Omit<Question, "page"> & { position: number };

const isReached = sql<number>`(${questions.position} <= coalesce(${progress.reached}, 0))`;

const isSpoiler = (readerId: Id) => sql<number>`(not ${isReached} and ${questions.userId} <> ${readerId})`;

const mayRemove = (readerId: Id) =>
  sql<number>`(${questions.userId} = ${readerId} or ${mayOrganize(readerId, sql`${members.groupId}`)})`;

const questionsFor = (q: Db["q"], readerId: Id) =>
  q.select({
    id: questions.id,
    position: questions.position,
    chapter: sql<string | null>`case when not ${isSpoiler(readerId)}
      then ${chapterAt(questions.bookId, questions.position)} end`,
    question: sql<string>`case when ${isSpoiler(readerId)} then '' else ${questions.question} end`,
    format: sql`case when not ${isSpoiler(readerId)} then ${formatJson("questions")} end`.mapWith(JSON.parse) as SQL<
      Format
    >,
    user: publicColumns,
    createdAt: isoFrom(questions.createdAt),
    answered: sql<number>`(select count(*) from answers others where others.question_id = ${questions.id})`,
    mine: answers.content,
    mineFormat: formatOf("answers"),
    first: sql<string | null>`nullif(${answers.firstContent}, ${answers.content})`,
    veiled: isSpoiler(readerId).mapWith(Boolean),
    reached: isReached.mapWith(Boolean),
    mayRemove: mayRemove(readerId).mapWith(Boolean),
  }).from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .innerJoin(books, eq(books.id, questions.bookId))
    .innerJoin(members, shelfMembershipOf(readerId))
    .leftJoin(progress, progressOf(readerId))
    .leftJoin(answers, and(eq(answers.questionId, questions.id), eq(answers.userId, readerId)));

/** Positions: after the one, up to the other. */
export interface Span {
  from: number;
  to: number;
}

const value = sql.placeholder;
/** Positions begin at 0, where page 0 is. */
const wholeBook: Span = { from: -1, to: textEnd };

const questionsAfter = (q: Db["q"], after?: string) =>
  questionsFor(q, value("readerId")).where(and(
    eq(questions.bookId, value("bookId")),
    gt(questions.position, value("from")),
    lte(questions.position, value("to")),
    isAfter([questions.position, questions.id], after),
  )).orderBy(asc(questions.position), asc(questions.id)).limit(readingLimits.question.page + 1).prepare();

const firstQuestions = prepared(questionsAfter);

export const listQuestions = (
  db: Db,
  readerId: string,
  { bookId, after, part = wholeBook }: { bookId: string; after?: string; part?: Span },
): Promise<QuestionRow[]> =>
  (after ? questionsAfter(db.q, after) : firstQuestions(db)).all({ readerId, bookId, ...part });

interface NewQuestionRow extends Quota {
  id: string;
  bookId: string;
  position: number;
  editionId: string | null;
  question: string;
  form?: Form | null;
}

export async function insertQuestion(
  db: Db,
  askerId: string,
  { id, bookId, position, editionId, question, form, quota }: NewQuestionRow,
  now: number,
): Promise<{ row: QuestionRow; isNew: boolean } | undefined> {
  const asked = sql`select count(*) from questions where book_id = ${bookId}`;
  const [{ rowsAffected }, , [row]] = await db.write([
    db.q.run(sql`insert into questions (id, book_id, user_id, position, edition_id, question, created_at)
      select ${id}, books.id, members.user_id, ${position}, ${editionId}, ${question}, ${now}
      from ${bookOf(askerId, bookId)} and ${
      isOpenFor(askerId, books.groupId)
    } and (${asked}) < ${readingLimits.question.perBook}
        and (${asked} and user_id = ${askerId}) < ${readingLimits.question.perReader}
        and ${hasRoom(askerId, sizeOf(sql`${question}`), { quota })}
      on conflict do nothing`),
    storeForm(db, "questions", { content: question, form }, sql`id = ${id}`),
    questionsFor(db.q, askerId).where(eq(questions.id, id)),
  ]);
  return row && { row, isNew: rowsAffected > 0 };
}

/** @returns whose it was, if it was deleted */
export async function deleteQuestion(
  db: Db,
  readerId: string,
  id: string,
): Promise<{ bookId: string; userId: string } | undefined> {
  const [[deleted]] = await db.write([
    db.q.delete(questions).where(and(
      eq(questions.id, id),
      sql`exists (select 1 from books inner join members
        on ${shelfMembershipOf(readerId)}
        where books.id = ${questions.bookId} and ${mayRemove(readerId)})`,
    )).returning({ bookId: questions.bookId, userId: questions.userId }),
  ]);
  return deleted;
}

interface QuestionState {
  bookId: string;
  groupId: string;
  isReached: boolean;
  hasAnswered: boolean;
}

export const findQuestion = (db: Db, readerId: string, questionId: string): Promise<QuestionState | undefined> =>
  db.q.select({
    bookId: books.id,
    groupId: books.groupId,
    isReached: isReached.mapWith(Boolean),
    hasAnswered: isNotNull(answers.userId).mapWith(Boolean),
  }).from(questions)
    .innerJoin(books, eq(books.id, questions.bookId))
    .innerJoin(members, shelfMembershipOf(readerId))
    .leftJoin(progress, progressOf(readerId))
    .leftJoin(answers, and(eq(answers.questionId, questions.id), eq(answers.userId, readerId)))
    .where(eq(questions.id, questionId)).get();

export async function saveAnswer(
  db: Db,
  readerId: string,
  { questionId, content, form, quota }: Quota & Written & { questionId: string },
  now: number,
): Promise<boolean> {
  // A new one is stored twice: as it is, and as it was at first.
  const growth = sql`coalesce(
    (select octet_length(${content}) - octet_length(content) from answers
      where question_id = ${questionId} and user_id = ${readerId}),
    ${rowSize.text} + 2 * octet_length(${content}))`;
  const isTheirs = sql`question_id = ${questionId} and user_id = ${readerId}`;
  const [, , [stored]] = await db.write([
    db.q.run(sql`insert into answers (question_id, user_id, content, first_content, created_at, updated_at)
      select questions.id, members.user_id, ${content}, ${content}, ${now}, ${now} from questions
        join books on books.id = questions.book_id join members on ${shelfMembershipOf(readerId)}
        left join progress on progress.book_id = books.id and progress.user_id = ${readerId}
      where questions.id = ${questionId} and ${isReached} and ${isOpenFor(readerId, books.groupId)} and ${
      hasRoom(readerId, growth, { quota })
    }
      on conflict (question_id, user_id) do update set content = excluded.content, updated_at = excluded.updated_at
        where answers.content <> excluded.content`),
    storeForm(db, "answers", { content, form }, isTheirs),
    db.q.select({ content: answers.content }).from(answers)
      .where(and(eq(answers.questionId, questionId), eq(answers.userId, readerId))),
  ]);
  return stored?.content === content;
}

export const listAnswers = (
  db: Db,
  readerId: string,
  { questionId, after }: { questionId: string; after?: string },
): Promise<QuestionAnswer[]> =>
  db.q.select({
    id: answers.userId,
    content: answers.content,
    format: formatOf("answers"),
    user: publicColumns,
    createdAt: isoFrom(answers.createdAt),
    updatedAt: isoFrom(answers.updatedAt),
  }).from(answers)
    .innerJoin(users, eq(users.id, answers.userId))
    .where(and(
      eq(answers.questionId, questionId),
      sql`exists (select 1 from answers own where own.question_id = ${questionId} and own.user_id = ${readerId})`,
      isAfter([answers.createdAt, answers.userId], after, eq(answers.questionId, questionId)),
    )).orderBy(asc(answers.createdAt), asc(answers.userId)).limit(readingLimits.question.page + 1);

/** Those that a reader has answered in books of their groups, as far as they have read, with their own answers. */
export const listAnsweredQuestions = (
  db: Db,
  readerId: string,
  { after, limit }: { after: string; limit: number },
) =>
  db.q.select({
    id: questions.id,
    title: books.title,
    position: questions.position,
    question: questions.question,
    answer: answers.content,
    pageCount: books.pageCount,
    edition: copyColumns,
  }).from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(books, eq(books.id, questions.bookId))
    .innerJoin(members, shelfMembershipOf(readerId))
    .leftJoin(progress, progressOf(readerId))
    .leftJoin(readerSettings, settingsOf(readerId))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId))
    .where(and(eq(answers.userId, readerId), gt(answers.questionId, after), sql`not ${isSpoiler(readerId)}`))
    .orderBy(asc(answers.questionId)).limit(limit);
