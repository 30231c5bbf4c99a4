/** Questions to the readers of a book: who has reached the page answers first, and then sees the others' answers. */
import * as questions from "../../../db/reading/questions.ts";
import * as readingLimits from "../../contract/reading/limits.ts";
import { v5, v7 as uuid } from "uuid";
import { pageOf } from "../../../db/engine/page.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { rowSize } from "../../../db/account/storage.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import { pageAt, positionOf } from "../../contract/reading/positions.ts";
import type { NewQuestion, Question, QuestionAnswers, Questions } from "../../contract/reading/questions.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, beyondEnd, bookNotFound, Forbidden, found, questionNotFound } from "../../errors.ts";
import { bytesIn, noRoom, requireRoom } from "../account/storage.ts";

type Parts = Pick<Deps, "db" | "config" | "clock" | "limiter">;

/** The questions of a book, by page. @throws NotFound unless the reader is a member of the book's group */
export async function listQuestions(
  { db }: Pick<Deps, "db">,
  user: User,
  part: { bookId: string; after?: string },
): Promise<Questions> {
  const reader = found(await findReader(db, user.id, part.bookId), bookNotFound);
  const rows = await questions.listQuestions(db, user.id, part);
  const { rows: shown, hasMore } = pageOf(rows, readingLimits.question.page);
  return { questions: shown.map((row) => asQuestion(reader, row)), hasMore };
}

/**
 * Adds a question at a page of the asker's copy.
 *
 * @throws NotFound unless the asker is a member of the book's group, BadRequest for a page beyond the end or where the
 * book or the asker has as many questions as one may have, AppError (413) without room for it
 */
export async function askQuestion(
  { db, config, clock, limiter }: Parts,
  user: User,
  { bookId, page, question, clientId }: NewQuestion & { bookId: string },
): Promise<Question> {
  await limiter.take("talk", user.id);
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  const { edition, editionId } = reader;
  if (page > edition.pageCount) throw beyondEnd(edition.pageCount);
  const id = clientId ? v5(JSON.stringify([user.id, bookId, page, question]), clientId) : uuid();
  const row = { id, bookId, position: positionOf(edition, page), editionId, question, quota: config.accountQuota };
  const stored = await questions.insertQuestion(db, user.id, row, clock());
  if (!stored) await requireRoom({ db, config }, user, rowSize.text + bytesIn(question));
  if (!stored) throw new BadRequest(noteTexts.tooManyQuestions, "too_many_questions");
  return asQuestion(reader, stored);
}

const asQuestion = ({ edition }: Reader, { position, ...row }: questions.QuestionRow): Question => (
  { ...row, page: pageAt(edition, position) }
);

/**
 * Removes a question with its answers.
 *
 * @throws NotFound unless the reader is a member of the book's group, Forbidden for others than its asker and
 * organizers
 */
export async function removeQuestion({ db }: Pick<Deps, "db">, user: User, id: string): Promise<void> {
  if (await questions.deleteQuestion(db, user.id, id)) return;
  found(await questions.findQuestion(db, user.id, id), questionNotFound);
  throw new Forbidden(noteTexts.mayNotRemoveQuestion, "not_organizer");
}

/**
 * Saves the reader's answer in place of the one before.
 *
 * @throws NotFound unless the reader is a member of the book's group, Forbidden before they have read so far, AppError
 * (413) without room for it
 */
export async function saveAnswer(
  { db, config, clock, limiter }: Parts,
  user: User,
  answer: { questionId: string; content: string },
): Promise<void> {
  await limiter.take("talk", user.id);
  const { isReached } = found(await questions.findQuestion(db, user.id, answer.questionId), questionNotFound);
  if (!isReached) throw notThereYet();
  const quota = config.accountQuota;
  if (!await questions.saveAnswer(db, user.id, { ...answer, quota }, clock())) throw await noRoom({ db, config }, user);
}

/**
 * The answers to a question, the oldest first.
 *
 * @throws NotFound unless the reader is a member of the book's group, Forbidden before they have read so far, and
 * before they have answered, who asked too
 */
export async function listAnswers(
  { db }: Pick<Deps, "db">,
  user: User,
  part: { questionId: string; after?: string },
): Promise<QuestionAnswers> {
  const { isReached, hasAnswered } = found(
    await questions.findQuestion(db, user.id, part.questionId),
    questionNotFound,
  );
  if (!isReached) throw notThereYet();
  if (!hasAnswered) throw new Forbidden(noteTexts.answerFirst, "answer_first");
  const rows = await questions.listAnswers(db, user.id, part);
  const { rows: answers, hasMore } = pageOf(rows, readingLimits.question.page);
  return { answers, hasMore };
}

const notThereYet = () => new Forbidden(noteTexts.notThereYet, "not_there_yet");
