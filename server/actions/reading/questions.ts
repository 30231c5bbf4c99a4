import { v5, v7 as uuid } from "uuid";
import { rowSize } from "../../../db/account/storage.ts";
import { pageOf } from "../../../db/engine/query.ts";
import * as questions from "../../../db/reading/questions.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { findMessage } from "../../../db/chat/messages.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";
import { takeBackNews } from "../notices/news.ts";
import { notifyOfQuestion } from "../notices/reading_notices.ts";
import { textPaths } from "../../contract/books/text_paths.ts";
import { typedPlace } from "../../contract/books/text_shapes.ts";
import { requiredText } from "../../contract/site/fields.ts";
import { toGroup } from "../../contract/groups/paths.ts";
import { bytesIn, noRoom, requireRoom } from "../account/storage.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { Answer, NewQuestion } from "../../contract/reading/input_shapes.ts";
import { question as limits } from "../../contract/reading/limits.ts";
import { readingPaths, toBookPage } from "../../contract/reading/paths.ts";
import { pageAt, positionOf } from "../../contract/reading/positions.ts";
import { questionTexts } from "../../contract/reading/question_texts.ts";
import { Question, type QuestionAnswers, type Questions } from "../../contract/reading/shapes.ts";
import type { Deps } from "../../deps.ts";
import {
  BadRequest,
  beyondEnd,
  bookNotFound,
  Forbidden,
  found,
  messageNotFound,
  questionNotFound,
} from "../../errors.ts";
import { operation, type SentForm } from "../../operation.ts";
import { withForm } from "../../writing/mod.ts";

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

const formPath = "/group/:id/books/:bookId/questions";

export const askQuestion = operation({
  call: "POST /books/:bookId/questions",
  summary: "Asks a question at a page",
  access: "member",
  takes: NewQuestion,
  gives: { question: Question },
  status: 201,
  says: noteTexts.asked,
  limit: "talk",
  fails: {
    400: ["page_beyond_end", "too_many_questions"],
    403: notOpen,
    404: ["book_not_found"],
    413: ["account_full"],
  },
  form: {
    path: formPath,
    read: ({ fields }) => ({ ...fields, clientId: fields.formKey }),
    to: (sent, answer) =>
      toPassage(sent) ?? toBookPage("questions")(sent) + (answer ? `#question-${answer.question.id}` : ""),
  },
  async run({ deps, user, params: { bookId } }, { page, question, clientId }) {
    const id = clientId ? v5(JSON.stringify([user.id, bookId, page, question]), clientId) : uuid();
    return { question: await ask(deps, user, { id, bookId, page, question }) };
  },
});

/** Where in the text it was asked, from a form there; undefined from one elsewhere. */
function toPassage({ params: { id, bookId }, fields }: SentForm<typeof formPath>): string | undefined {
  const [place, block] = [typedPlace.safeParse(fields.at), typedPlace.safeParse(fields.block)];
  if (!place.success) return undefined;
  if (!block.success) return textPaths.read(id, bookId, place.data);
  return textPaths.block(id, bookId, { at: place.data, block: block.data });
}

interface Asked {
  id: string;
  bookId: string;
  page: number;
  question: string;
}

/** One whose id is there already is not asked again. */
async function ask(deps: Deps, user: User, { id, bookId, page, question }: Asked): Promise<Question> {
  const { db, clock, config: { accountQuota: quota } } = deps;
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  const { edition, editionId } = reader;
  if (page > edition.pageCount) throw beyondEnd(edition.pageCount);
  const position = positionOf(edition, page);
  const { form } = withForm(question);
  const row = { id, bookId, position, editionId, question, form, quota };
  const stored = await questions.insertQuestion(db, user.id, row, clock());
  if (stored?.isNew) await notifyOfQuestion(deps, user, { book: reader, question: { id, position } });
  if (stored) return asQuestion(reader, stored.row);
  await requireOpen(deps, user, reader.groupId);
  await requireRoom(deps, user, rowSize.text + bytesIn(question));
  throw new BadRequest(noteTexts.tooManyQuestions, "too_many_questions");
}

export const askByMessage = operation({
  call: "POST /groups/:id/messages/:messageId/question",
  summary: "Asks what a message about a page says, as a question at that page: once by each member",
  access: "member",
  gives: { question: Question },
  status: 201,
  says: noteTexts.asked,
  limit: "talk",
  fails: {
    400: ["no_page", "no_question", "page_beyond_end", "too_many_questions"],
    403: notOpen,
    404: ["message_not_found", "book_not_found"],
    413: ["account_full"],
  },
  form: {
    path: "/group/:id/messages/:messageId/question",
    to: (sent, answer) =>
      answer && sent.fields.bookId
        ? readingPaths.questionAt(sent.params.id, sent.fields.bookId, answer.question.id) +
          `#question-${answer.question.id}`
        : toGroup(sent),
  },
  async run({ deps, user, params: { id: groupId, messageId } }) {
    const message = found(await findMessage(deps.db, user.id, { groupId, id: messageId }), messageNotFound);
    // Not of one that is hidden from the reader.
    if (message.deletedAt || message.veiled) throw messageNotFound();
    if (!message.anchor) throw new BadRequest(questionTexts.noPage, "no_page");
    const text = requiredText(limits.max).safeParse(message.content);
    if (!text.success) throw new BadRequest(questionTexts.noQuestion(limits.max), "no_question");
    const { bookId, page } = message.anchor;
    const id = v5(JSON.stringify([user.id, messageId]), v5.URL);
    return { question: await ask(deps, user, { id, bookId, page, question: text.data }) };
  },
});

export const removeQuestion = operation({
  call: "DELETE /questions/:questionId",
  summary: "Removes a question with its answers; the reader who asked it, or an organizer",
  access: "author",
  says: noteTexts.questionRemoved,
  fails: { 403: ["not_organizer"], 404: ["question_not_found"] },
  form: { path: "/group/:id/books/:bookId/questions/:questionId/remove", to: toBookPage("questions") },
  async run({ deps, user, params: { questionId } }) {
    const { db } = deps;
    const question = await questions.findQuestion(db, user.id, questionId);
    const deleted = await questions.deleteQuestion(db, user.id, questionId);
    if (deleted && question) {
      const url = readingPaths.questionAt(question.groupId, deleted.bookId, questionId);
      await takeBackNews(deps, { kind: "question", subject: deleted.bookId, by: deleted.userId, url });
    }
    if (deleted) return;
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
  fails: { 403: ["not_there_yet", ...notOpen], 404: ["question_not_found"], 413: ["account_full"] },
  form: {
    path: "/group/:id/books/:bookId/questions/:questionId/answer",
    to: ({ params: { id, bookId, questionId } }) =>
      `${readingPaths.questionAt(id, bookId, questionId)}#question-${encodeURIComponent(questionId)}`,
  },
  async run({ deps, user, params: { questionId } }, { content }) {
    const { db, clock, config: { accountQuota: quota } } = deps;
    const { isReached, groupId } = found(await questions.findQuestion(db, user.id, questionId), questionNotFound);
    if (!isReached) throw notThereYet();
    if (!await questions.saveAnswer(db, user.id, { questionId, ...withForm(content), quota }, clock())) {
      await requireOpen(deps, user, groupId);
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
