import { addFinished } from "../../db/library.ts";
import { asProgress, saveProgress as save, type Turned } from "../../db/progress.ts";
import { findReader, type Reader } from "../../db/readers.ts";
import { calendarDay } from "../contract/calendar.ts";
import type { Progress, ProgressUpdate } from "../contract/books.ts";
import { ownPages, pageAt, positionOf } from "../contract/positions.ts";
import { texts } from "../contract/texts.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, bookNotFound, found } from "../errors.ts";
import { notifyOfFinish } from "./notices.ts";

type Parts = Pick<Deps, "db" | "clock" | "log" | "broadcast" | "pusher" | "limiter">;

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
  const turn = { bookId, ...placeOf(reader, update), at, day };
  const turned = found(await save(db, user.id, turn, now), bookNotFound);
  const progress = asProgress({ bookId, userId: user.id, edition: reader.edition }, turned.after);
  if (turned.before?.readAt === turned.after.readAt) return progress;
  broadcast.progressUpdated(progress);
  await afterTurn(deps, user, { bookId, day, ...turned });
  return progress;
}

/** What follows from a turned page, after its commit. */
async function afterTurn(deps: Parts, user: User, { bookId, day, before, after }: Followed) {
  if (after.finishedAt === null || before?.finishedAt) return;
  await addFinished(deps.db, user.id, { bookId, day }, deps.clock());
  await notifyOfFinish(deps, user, bookId);
}

interface Followed extends Turned {
  bookId: string;
  day: string;
}

/** @throws BadRequest for a page beyond the end */
function placeOf({ pageCount, edition }: Reader, update: ProgressUpdate) {
  const own = ownPages(pageCount);
  if ("page" in update) {
    if (update.page > edition.pageCount) throw beyondEnd(edition.pageCount);
    const position = positionOf(edition, update.page);
    return { position, currentPage: pageAt(own, position) };
  }
  if (update.currentPage > pageCount) throw beyondEnd(pageCount);
  return { position: positionOf(own, update.currentPage), currentPage: update.currentPage };
}

/** The failure for a page beyond the end of its book, or of a copy of it. */
export const beyondEnd = (pageCount: number) => new BadRequest(texts.progress.beyondEnd(pageCount), "page_beyond_end");
