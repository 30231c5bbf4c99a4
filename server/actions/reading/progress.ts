import { v7 as uuid } from "uuid";
import { z } from "zod";
import { findByClientId } from "../../../db/chat/messages.ts";
import { findReadyText } from "../../../db/books/texts.ts";
import { findCopy } from "../../../db/reading/copies.ts";
import {
  asProgress,
  type ProgressRow,
  saveOpenedSeen,
  saveProgress as save,
  type Turned,
  uncountPages,
} from "../../../db/reading/progress.ts";
import { findReader, type Reader, savePageSharing } from "../../../db/reading/readers.ts";
import { addFinished, takeBackFinished } from "../../../db/reading/reading_list.ts";
import { toOpenBook } from "../books/books.ts";
import { removeMessage } from "../chat/message_changes.ts";
import { openReached, veilAgain } from "../chat/reveals.ts";
import { postMessage } from "../chat/send.ts";
import { notifyOfFinish, takeBackFinishNotices } from "../notices/reading_notices.ts";
import { chatPaths } from "../../contract/chat/paths.ts";
import { textPaths } from "../../contract/books/text_paths.ts";
import { positionAtPlace, scaleOf } from "../../contract/books/text_places.ts";
import { toGroup } from "../../contract/groups/paths.ts";
import type { User } from "../../contract/people/shapes.ts";
import { calendarDay } from "../../contract/reading/days.ts";
import { ProgressUpdate, Sharing } from "../../contract/reading/input_shapes.ts";
import { bookEndPath, toBookPage, toTurnOnBookPage, toTurnOnDashboard } from "../../contract/reading/paths.ts";
import { ownPages, pageAt, positionOf, textEnd } from "../../contract/reading/positions.ts";
import { type Copy, Progress } from "../../contract/reading/shapes.ts";
import { paceTexts, progressTexts } from "../../contract/reading/texts.ts";
import type { Deps } from "../../deps.ts";
import { beyondEnd, bookNotFound, found, textNotFound } from "../../errors.ts";
import { operation, type SentForm } from "../../operation.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";

const fails = { 400: ["page_beyond_end"], 404: ["book_not_found", "text_not_found"] };

export const turnPage = operation({
  call: "PUT /books/:bookId/progress",
  summary: "Turns to a page",
  access: "member",
  takes: ProgressUpdate,
  gives: { progress: Progress },
  says: progressTexts.updated,
  fails,
  form: [
    {
      path: "/group/:id/books/:bookId/progress",
      to: (sent, answer) => answer ? toOpenBook(sent, answer.progress.page) : toGroup(sent),
    },
    { path: "/group/:id/books/:bookId/turn", to: toTurnOnBookPage },
    {
      path: "/group/:id/books/:bookId/turn-to-message",
      to: ({ params, fields }) => chatPaths.messageAt(params.id, Number(fields.message) || 0),
    },
    { path: "/dashboard/:id/:bookId/turn", to: toTurnOnDashboard },
    { path: "/group/:id/books/:bookId/read/turn", to: toNextOfText },
  ],
  run: async ({ deps, user, params: { bookId } }, update) => (
    { progress: await saveProgress(deps, user, { ...update, bookId }) }
  ),
});

/** The part of the text that was turned to; at its end what follows a book. */
function toNextOfText(
  { params: { id, bookId }, fields }: SentForm<"/group/:id/books/:bookId/read/turn">,
  answer?: object,
): string {
  const at = Number(fields.at) || 0;
  return answer && at >= textEnd ? bookEndPath(id, bookId) : textPaths.read(id, bookId, answer && at);
}

/** Only a form does it, which has the page that it has shown: it is no call of the API. */
export const catchUp = operation({
  call: "POST /group/:id/books/:bookId/caught-up",
  summary: "Turns to the page where the group should be, unless the caller is further by now",
  access: "member",
  takes: ProgressUpdate,
  fails,
  form: [
    { path: "/group/:id/books/:bookId/caught-up", says: paceTexts.caughtUp, to: toTurnOnBookPage },
    { path: "/dashboard/:id/:bookId/caught-up", says: progressTexts.updated, to: toTurnOnDashboard },
  ],
  async run({ deps, user, params: { bookId } }, update) {
    const reader = found(await findReader(deps.db, user.id, bookId), bookNotFound);
    const { position } = await destinationOf(deps.db, user, { bookId, reader, update });
    if (position > reader.position) await saveProgress(deps, user, { ...update, bookId });
  },
});

async function saveProgress(
  deps: Deps,
  user: User,
  { bookId, timeZone, ...update }: ProgressUpdate & { bookId: string },
): Promise<Progress> {
  const { db, clock, broadcast } = deps;
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  const at = update.at === undefined ? undefined : Date.parse(update.at);
  const now = clock();
  const day = calendarDay({ now, at: update.at, timeZone });
  const turn = { bookId, ...await destinationOf(db, user, { bookId, reader, update }), at, day };
  const turned = found(await save(db, user.id, turn, now), bookNotFound);
  const progress = asProgress({ bookId, userId: user.id, edition: reader.edition }, turned.after);
  if (turned.before?.readAt === turned.after.readAt) return progress;
  if (isTakenBack(turned)) broadcast.sendChanges(reader.groupId);
  broadcast.progressUpdated(progress);
  if (reader.sharesPage) broadcast.partChanged({ groupId: reader.groupId, part: "pace", bookId });
  await afterTurn(deps, user, { ...turned, bookId, reader, day });
  return progress;
}

const isTakenBack = ({ before, after }: Turned): boolean => before ? after.reached < before.reached : false;

interface StoredTurn extends Turned {
  bookId: string;
  reader: Reader;
  day: string;
}

async function afterTurn(deps: Deps, user: User, turn: StoredTurn): Promise<void> {
  const { bookId, reader, day, before, after } = turn;
  const { groupId } = reader;
  const from = before?.reached ?? 0;
  if (before && isTakenBack(turn)) return await afterTakenBack(deps, user, { ...turn, before });
  if (after.reached > from) {
    await logFailure(deps, () => openReached(deps, user, { groupId, bookId, from, to: after.reached }));
  }
  const { finishedAt } = after;
  if (finishedAt === null || before?.finishedAt) return;
  await logFailure(deps, () => addFinished(deps.db, user.id, { id: uuid(), bookId, day }, deps.clock()));
  await logFailure(deps, () => announceFinish(deps, user, { ...reader, bookId, finishedAt, day }));
}

async function afterTakenBack(
  deps: Deps,
  user: User,
  { bookId, reader, day, before, after }: StoredTurn & { before: ProgressRow },
): Promise<void> {
  const [from, to] = [before.reached, after.reached];
  await logFailure(deps, () => veilAgain(deps, user, { groupId: reader.groupId, bookId, from: to, to: from }));
  await logFailure(deps, () => uncountPages(deps.db, user.id, { bookId, from, to, at: before.openedAt }));
  const { finishedAt } = before;
  if (finishedAt === null || after.finishedAt !== null) return;
  await logFailure(deps, () => takeBackFinish(deps, user, { ...reader, bookId, finishedAt, day }));
}

async function logFailure({ log }: Deps, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.error({ err }, "what follows from a turned page failed");
  }
}

interface SentTurn {
  bookId: string;
  reader: Reader;
  update: ProgressUpdate;
}

async function copyOfTurn(db: Deps["db"], { bookId, reader: { edition }, update: { copy } }: SentTurn): Promise<Copy> {
  if (!copy || copy.unit === edition.unit && copy.pageCount === edition.pageCount) return edition;
  return await findCopy(db, bookId, copy) ?? { ...copy, points: null };
}

/** @throws NotFound for a place of a text that is not there, BadRequest beyond the last page */
async function destinationOf(db: Deps["db"], user: User, turn: SentTurn) {
  const { bookId, reader, update: { page, currentPage = 0, place } } = turn;
  const own = ownPages(reader.pageCount);
  if (place !== undefined) {
    const position = positionAtPlace(scaleOf(found(await findReadyText(db, user.id, bookId), textNotFound)), place);
    return { position, currentPage: pageAt(own, position), place };
  }
  const [turnedTo, copy] = page === undefined ? [currentPage, own] : [page, await copyOfTurn(db, turn)];
  if (turnedTo > copy.pageCount) throw beyondEnd(copy.pageCount);
  const position = positionOf(copy, turnedTo);
  return { position, currentPage: pageAt(own, position) };
}

interface Finish extends Pick<Reader, "groupId" | "title" | "sharesPage"> {
  bookId: string;
  finishedAt: number;
  day: string;
}

const clientIdOf = ({ bookId, finishedAt }: Finish): string => `finished:${bookId}:${finishedAt}`;

/** By a message in the reader's name and a notice. Where they do not share their page, nobody learns of it. */
async function announceFinish(deps: Deps, user: User, finish: Finish): Promise<void> {
  const { groupId, bookId, title } = finish;
  if (!finish.sharesPage) return;
  await notifyOfFinish(deps, user, { bookId, groupId, title });
  await postMessage(deps, user, { groupId, content: paceTexts.finishedMessage(title), clientId: clientIdOf(finish) });
}

/** Takes that back, and the book out of its reader's list: the last page was mistyped. */
async function takeBackFinish(deps: Deps, user: User, finish: Finish): Promise<void> {
  const { groupId, bookId } = finish;
  await takeBackFinished(deps.db, user.id, finish);
  await takeBackFinishNotices(deps, user, { bookId, groupId });
  const message = await findByClientId(deps.db, user.id, { groupId, clientId: clientIdOf(finish) });
  if (message) await removeMessage(deps, user.id, { groupId, id: message.id });
}

/** What was opened up to there has been seen. */
export const markOpenedSeen = (
  { db }: Deps,
  user: User,
  reader: Pick<Reader, "bookId" | "reached">,
): Promise<unknown> => saveOpenedSeen(db, user.id, reader);

export const sharePage = operation({
  call: "PUT /books/:bookId/sharing",
  summary: "Shares the page that the caller is on, or shares it no more",
  access: "member",
  takes: Sharing,
  gives: { shared: z.boolean() },
  says: ({ shared }) => shared ? paceTexts.shared : paceTexts.notShared,
  fails: { 403: notOpen, 404: ["book_not_found"] },
  form: { path: "/group/:id/books/:bookId/sharing", to: toBookPage() },
  async run({ deps, user, params: { bookId } }, { shared }) {
    const { db, broadcast } = deps;
    const { groupId } = found(await findReader(db, user.id, bookId), bookNotFound);
    if (!await savePageSharing(db, user.id, { bookId, shared })) await requireOpen(deps, user, groupId);
    broadcast.partChanged({ groupId, part: "pace", bookId });
    return { shared };
  },
});
