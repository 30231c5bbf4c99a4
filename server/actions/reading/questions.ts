import { v5, v7 as uuid } from "uuid";
import { rowSize } from "../../../db/account/storage.ts";
import { pageOf } from "../../../db/engine/query.ts";
import * as questions from "../../../db/reading/questions.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { bytesIn, noRoom, requireRoom } from "../account/storage.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { Answer, NewQuestion } from "../../contract/reading/input_shapes.ts";
import { question as limits } from "../../contract/reading/limits.ts";
import { readingPaths, toBookPage } from "../../contract/reading/paths.ts";
import { pageAt, positionOf } from "../../contract/reading/positions.ts";
import { Question, type QuestionAnswers, type Questions } from "../../contract/reading/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, beyondEnd, bookNotFound, Forbidden, found, questionNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

export async function listQuestions(
  { db }: Deps,
  user: User,
  { reader: known, ...page }: { bookId: string; after?: string; part?: questions.Span; reader?: Reader },
): Promise<Questions> {
  const reader = known ?? found(await findReader(db, user.id, page.bookId), bookNotFound);
  const { rows, hasMore } = pageOf(await questions.listQuestions(db, user.id, page), limits.page);
  return { questions: rows.map((row) => asQuestion(reader, row)), hasMore };
}

const asQuestion = ({ edition }: Reader, { position, ...row }: questions.QuestionRow): Question => (
  { ...row, page: pageAt(edition, position) }
);

export const askQuestion = operation({
  call: "POST /books/:bookId/questions",
  summary: "Asks a question at a page",
  access: "member",
  takes: NewQuestion,
  gives: { question: Question },
  status: 201,
  says: noteTexts.asked,
  limit: "talk",
  fails: { 400: ["page_beyond_end", "too_many_questions"], 404: ["book_not_found"], 413: ["account_full"] },
  form: {
    path: "/group/:id/books/:bookId/questions",
    read: ({ fields }) => ({ ...fields, clientId: fields.formKey }),
    to: (sent, answer) => toBookPage("questions")(sent) + (answer ? `#question-${answer.question.id}` : ""),
  },
  async run({ deps, user, params: { bookId } }, { page, question, clientId }) {
    const { db, clock, config: { accountQuota: quota } } = deps;
    const reader = found(await findReader(db, user.id, bookId), bookNotFound);
    const { edition, editionId } = reader;
    if (page > edition.pageCount) throw beyondEnd(edition.pageCount);
    const id = clientId ? v5(JSON.stringify([user.id, bookId, page, question]), clientId) : uuid();
    const row = { id, bookId, position: positionOf(edition, page), editionId, question, quota };
    const stored = await questions.insertQuestion(db, user.id, row, clock());
    if (stored) return { question: asQuestion(reader, stored) };
    await requireRoom(deps, user, rowSize.text + bytesIn(question));
    throw new BadRequest(noteTexts.tooManyQuestions, "too_many_questions");
  },
});

export const removeQuestion = operation({
  call: "DELETE /questions/:questionId",
  summary: "Removes a question with its answers; the reader who asked it, or an organizer",
  access: "author",
  says: noteTexts.questionRemoved,
  fails: { 403: ["not_organizer"], 404: ["question_not_found"] },
  form: { path: "/group/:id/books/:bookId/questions/:questionId/remove", to: toBookPage("questions") },
  async run({ deps: { db }, user, params: { questionId } }) {
    if (await questions.deleteQuestion(db, user.id, questionId)) return;
    found(await questions.findQuestion(db, user.id, questionId), questionNotFound);
    throw new Forbidden(noteTexts.mayNotRemoveQuestion, "not_organizer");
  },
});

export const saveAnswer = operation({
  call: "PUT /questions/:questionId/answer",
  summary: "Answers a question, in place of the caller's answer before",
  access: "member",
  takes: Answer,
  says: noteTexts.answerSaved,
  limit: "talk",
  fails: { 403: ["not_there_yet"], 404: ["question_not_found"], 413: ["account_full"] },
  form: {
    path: "/group/:id/books/:bookId/questions/:questionId/answer",
    to: ({ params: { id, bookId, questionId } }) =>
      `${readingPaths.questionAt(id, bookId, questionId)}#question-${encodeURIComponent(questionId)}`,
  },
  async run({ deps, user, params: { questionId } }, { content }) {
    const { db, clock, config: { accountQuota: quota } } = deps;
    const { isReached } = found(await questions.findQuestion(db, user.id, questionId), questionNotFound);
    if (!isReached) throw notThereYet();
    if (!await questions.saveAnswer(db, user.id, { questionId, content, quota }, clock())) {
      throw await noRoom(deps, user);
    }
  },
});

/** @throws NotFound; Forbidden before they have read so far, and before they have answered, even if they asked it */
export async function listAnswers(
  { db }: Deps,
  user: User,
  page: { questionId: string; after?: string },
): Promise<QuestionAnswers> {
  const { isReached, hasAnswered } = found(
    await questions.findQuestion(db, user.id, page.questionId),
    questionNotFound,
  );
  if (!isReached) throw notThereYet();
  if (!hasAnswered) throw new Forbidden(noteTexts.answerFirst, "answer_first");
  const { rows: answers, hasMore } = pageOf(await questions.listAnswers(db, user.id, page), limits.page);
  return { answers, hasMore };
}

const notThereYet = () => new Forbidden(noteTexts.notThereYet, "not_there_yet");
