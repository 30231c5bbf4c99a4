import { z } from "zod";
import { listChapterPages, listChapters } from "../../db/reading/chapters.ts";
import { countTalkAhead, listTalk } from "../../db/chat/talk.ts";
import { findReader, listSharingReaders } from "../../db/reading/readers.ts";
import { readerCopy, saveChapterPages, saveChapters, setCopy } from "../../server/actions/reading/copies.ts";
import { findPace, removePlan, savePlan } from "../../server/actions/reading/plan.ts";
import { sharePage, turnPage } from "../../server/actions/reading/progress.ts";
import {
  askByMessage,
  askQuestion,
  listAnswers,
  listQuestions,
  removeQuestion,
  saveAnswer,
} from "../../server/actions/reading/questions.ts";
import { openOwnShelf } from "../../server/actions/groups/own_shelf.ts";
import { readGoal, saveGoal } from "../../server/actions/reading/goals.ts";
import { readReviews, removeReview, saveReview } from "../../server/actions/reading/reviews.ts";
import { importReadingList, readLog, removeListedBook } from "../../server/actions/reading/reading_list.ts";
import { addWanted, readWanted, removeWanted } from "../../server/actions/reading/wanted.ts";
import { endTimer, findTimer, joinTimer, leaveTimer, startTimer } from "../../server/actions/reading/timers.ts";
import { Talk } from "../../server/contract/chat/shapes.ts";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import { textEnd } from "../../server/contract/reading/positions.ts";
import { ListedAfter, ReadingLogQuery, TalkQuery } from "../../server/contract/reading/input_shapes.ts";
import { readingLogTexts } from "../../server/contract/reading/log_texts.ts";
import {
  Chapter,
  Copy,
  Pace,
  QuestionAnswers,
  Questions,
  ReadingLog,
  SharingReader,
  TimerState,
} from "../../server/contract/reading/shapes.ts";
import { bookNotFound, found } from "../../server/errors.ts";
import type { CallDoor } from "../../server/http/call_door.ts";
import { readerLocale } from "../../server/http/cookies.ts";
import type { Ctx, Env } from "../../server/http/router.ts";
import { operation } from "../../server/operation.ts";
import { finished, receiveList, sendList, sendSteps } from "./reading_files.ts";

const fails = { 404: ["book_not_found"] };

const readCopy = operation({
  call: "GET /books/:bookId/edition",
  summary: "The caller's copy",
  access: "member",
  gives: { edition: Copy.nullable() },
  fails,
  run: async ({ deps, user, params }) => ({ edition: await readerCopy(deps, user, params.bookId) }),
});

const readChapters = operation({
  call: "GET /books/:bookId/chapters",
  summary: "The table of contents",
  access: "member",
  gives: z.array(Chapter),
  fails,
  async run({ deps: { db }, user, params: { bookId } }) {
    found(await findReader(db, user.id, bookId), bookNotFound);
    return await listChapters(db, user.id, bookId);
  },
});

const readChapterPages = operation({
  call: "GET /books/:bookId/anchors",
  summary: "Where the chapters begin in the caller's copy",
  access: "member",
  gives: z.array(Chapter),
  fails,
  async run({ deps: { db }, user, params: { bookId } }) {
    const { editionId } = found(await findReader(db, user.id, bookId), bookNotFound);
    return await (editionId === null ? listChapters : listChapterPages)(db, user.id, bookId);
  },
});

/** Answered by its route, which knows the reader's time zone. */
const readPlan = operation({
  call: "GET /books/:bookId/plan",
  summary: "The plan of a book, and where the group should be today",
  access: "member",
  gives: Pace,
  fails,
});

const readReaders = operation({
  call: "GET /books/:bookId/readers",
  summary: "The readers who share the page that they are on, the furthest first",
  access: "member",
  gives: { readers: z.array(SharingReader) },
  fails,
  async run({ deps: { db }, user, params: { bookId } }) {
    const { edition } = found(await findReader(db, user.id, bookId), bookNotFound);
    const readers = await listSharingReaders(db, user.id, { bookId, copy: edition });
    return { readers: readers.map(({ position: _, ...reader }) => reader) };
  },
});

const readTalk = operation({
  call: "GET /books/:bookId/talk",
  summary: "The messages about a book that the caller may read, in the order of its pages",
  access: "member",
  takes: TalkQuery,
  gives: Talk,
  fails,
  async run({ deps: { db }, user, params: { bookId } }, { after }) {
    const { groupId } = found(await findReader(db, user.id, bookId), bookNotFound);
    const part = { groupId, bookId, from: -1, to: textEnd, after, limit: readingLimits.talk.page };
    const [page, ahead] = await Promise.all([
      listTalk(db, user.id, part),
      countTalkAhead(db, user.id, bookId),
    ]);
    return { ...page, ahead };
  },
});

const readQuestions = operation({
  call: "GET /books/:bookId/questions",
  summary: "The questions to the readers of a book",
  access: "member",
  takes: ListedAfter,
  gives: Questions,
  fails,
  run: ({ deps, user, params: { bookId } }, { after }) => listQuestions(deps, user, { bookId, after }),
});

const readAnswers = operation({
  call: "GET /questions/:questionId/answers",
  summary: "The answers of others, once the caller has answered",
  access: "member",
  takes: ListedAfter,
  gives: QuestionAnswers,
  fails: { 403: ["not_there_yet", "answer_first"], 404: ["question_not_found"] },
  run: ({ deps, user, params: { questionId } }, { after }) => listAnswers(deps, user, { questionId, after }),
});

const readTimer = operation({
  call: "GET /groups/:id/timer",
  summary: "A group's reading session",
  access: "member",
  gives: TimerState,
  fails: { 404: ["group_not_found"] },
  run: ({ deps, user, params }) => findTimer(deps, user, params.id),
});

const readReadingLog = operation({
  call: "GET /reading",
  summary: "What the caller has read in a year",
  access: "signedIn",
  takes: ReadingLogQuery,
  gives: ReadingLog,
  run: ({ deps, user }, { year }) => readLog(deps, user, { year }),
});

const readReadingList = operation({
  call: "GET /reading/export",
  summary: "The caller's list of books, as CSV",
  access: "signedIn",
  type: "text/csv",
});

export const reading = {
  turnPage,
  readCopy,
  setCopy,
  readChapters,
  saveChapters,
  readChapterPages,
  saveChapterPages,
  readPlan,
  savePlan,
  removePlan,
  readReaders,
  sharePage,
  readTalk,
  readQuestions,
  askQuestion,
  askByMessage,
  removeQuestion,
  saveAnswer,
  readAnswers,
  readTimer,
  startTimer,
  endTimer,
  joinTimer,
  leaveTimer,
  readReadingLog,
  readReadingList,
  importReadingList,
  removeListedBook,
  saveReview,
  removeReview,
  readReviews,
  openOwnShelf,
  readGoal,
  saveGoal,
  readWanted,
  addWanted,
  removeWanted,
};

export const inTimeZone = <E extends Env>(c: Ctx<E>, input: object) => (
  { ...input, timeZone: readerLocale(c).timeZone }
);

export const readingDoors: Partial<Record<keyof typeof reading, CallDoor>> = {
  turnPage: { input: inTimeZone },
  savePlan: { input: inTimeZone },
  readPlan: {
    async respond(c) {
      const { deps, user } = c.var;
      const { timeZone } = readerLocale(c);
      return c.json(await findPace(deps, user, { bookId: c.req.param("bookId")!, timeZone }));
    },
  },
  readReadingList: { respond: sendList },
  importReadingList: {
    async respond(c) {
      const importing = await receiveList(c);
      if (c.req.header("accept")?.includes("application/x-ndjson")) return sendSteps(c, importing);
      const imported = await finished(importing);
      return c.json({ message: readingLogTexts.imported(imported), ...imported });
    },
  },
};
