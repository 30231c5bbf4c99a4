import { v7 as uuid } from "uuid";
import { findEdition } from "../../../db/reading/copies.ts";
import { addFinished } from "../../../db/reading/reading_list.ts";
import { asProgress, type ProgressRow, saveProgress as save, type Turned } from "../../../db/reading/progress.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { uncountPages } from "../../../db/reading/reading_log.ts";
import { calendarDay } from "../../contract/reading/days.ts";
import type { Progress, ProgressUpdate } from "../../contract/books/books.ts";
import { type Edition, ownPages, pageAt, positionOf } from "../../contract/reading/positions.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { beyondEnd, bookNotFound, found } from "../../errors.ts";
import { celebrateFinish, takeBackFinish } from "./finish.ts";
import { openReached, veilAgain } from "../chat/reveals.ts";

type Parts = Pick<
  Deps,
  "db" | "config" | "clock" | "log" | "metrics" | "messageIndex" | "broadcast" | "pusher" | "limiter" | "purge"
>;

type Turning = ProgressUpdate & {
  bookId: string;
  /** Of the reader, where it is known: their calendar has the day of a turn without a time. */
  timeZone?: string;
};

/**
 * Stores which page a reader is on, and sends it to the reader's other windows.
 *
 * @throws NotFound unless the reader is a member of the book's group, BadRequest for a page beyond the end
 */
export async function saveProgress(
  deps: Parts,
  user: User,
  { bookId, timeZone, ...update }: Turning,
): Promise<Progress> {
  const { db, clock, broadcast } = deps;
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  const at = update.at === undefined ? undefined : Date.parse(update.at);
  const now = clock();
  const day = calendarDay({ now, at: update.at, timeZone });
  const edition = await copyOfTurn(db, { bookId, reader, update });
  const turn = { bookId, ...placeOf({ ...reader, edition }, update), at, day };
  const turned = found(await save(db, user.id, turn, now), bookNotFound);
  const progress = asProgress({ bookId, userId: user.id, edition: reader.edition }, turned.after);
  if (turned.before?.readAt === turned.after.readAt) return progress;
  if (isTakenBack(turned)) broadcast.sendChanges(reader.groupId);
  broadcast.progressUpdated(progress);
  if (reader.sharesPage) broadcast.readersMoved({ groupId: reader.groupId, bookId });
  await afterTurn(deps, user, { ...turned, bookId, reader, day });
  return progress;
}

/**
 * Turns to the page where the reader has seen that the group should be, unless they are further by now.
 *
 * @throws as `saveProgress`
 */
export async function catchUp(deps: Parts, user: User, turning: Turning): Promise<void> {
  const reader = found(await findReader(deps.db, user.id, turning.bookId), bookNotFound);
  if (placeOf(reader, turning).position > reader.position) await saveProgress(deps, user, turning);
}

/** Whether the turn takes back what the one before has opened. */
const isTakenBack = ({ before, after }: Turned): boolean => before ? after.reached < before.reached : false;

interface Done extends Turned {
  bookId: string;
  reader: Reader;
  /** The reader's day of the turn. */
  day: string;
}

/** What follows from a turned page, after its commit. */
async function afterTurn(deps: Parts, user: User, done: Done): Promise<void> {
  const { bookId, reader, day, before, after } = done;
  const { groupId } = reader;
  const from = before?.reached ?? 0;
  if (before && isTakenBack(done)) return await afterTakenBack(deps, user, { ...done, before });
  if (after.reached > from) {
    await logFailure(deps, () => openReached(deps, user, { groupId, bookId, from, to: after.reached }));
  }
  const { finishedAt } = after;
  if (finishedAt === null || before?.finishedAt) return;
  await logFailure(deps, () => addFinished(deps.db, user.id, { id: uuid(), bookId, day }, deps.clock()));
  await logFailure(deps, () => celebrateFinish(deps, user, { ...reader, bookId, finishedAt, day }));
}

/** A turn was taken back: what it has opened is veiled again, and what was made of it is taken back as far as it can be. */
async function afterTakenBack(
  deps: Parts,
  user: User,
  { bookId, reader, day, before, after }: Done & { before: ProgressRow },
): Promise<void> {
  const [from, to] = [before.reached, after.reached];
  await logFailure(deps, () => veilAgain(deps, user, { groupId: reader.groupId, bookId, from: to, to: from }));
  await logFailure(deps, () => uncountPages(deps.db, user.id, { bookId, from, to, at: before.openedAt }));
  const { finishedAt } = before;
  if (finishedAt === null || after.finishedAt !== null) return;
  await logFailure(deps, () => takeBackFinish(deps, user, { ...reader, bookId, finishedAt, day }));
}

/** Does what must not fail the turn, which is stored. */
async function logFailure({ log }: Pick<Deps, "log">, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.error({ err }, "what follows from a turned page failed");
  }
}

interface Counted {
  bookId: string;
  reader: Reader;
  update: ProgressUpdate;
}

/** The copy that the page of a turn was counted in. */
async function copyOfTurn(
  db: Deps["db"],
  { bookId, reader: { edition }, update: { copy } }: Counted,
): Promise<Edition> {
  if (!copy || copy.unit === edition.unit && copy.pageCount === edition.pageCount) return edition;
  return await findEdition(db, bookId, copy) ?? { ...copy, points: null };
}

/** @throws BadRequest for a page beyond the end */
function placeOf(
  { pageCount, edition }: Pick<Reader, "pageCount" | "edition">,
  { page, currentPage = 0 }: ProgressUpdate,
) {
  const own = ownPages(pageCount);
  const [turnedTo, copy] = page === undefined ? [currentPage, own] : [page, edition];
  if (turnedTo > copy.pageCount) throw beyondEnd(copy.pageCount);
  const position = positionOf(copy, turnedTo);
  return { position, currentPage: pageAt(own, position) };
}
