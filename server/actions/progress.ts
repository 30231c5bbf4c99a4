import { asProgress, saveProgress as save, type Turned } from "../../db/progress.ts";
import { findReader, type Reader } from "../../db/readers.ts";
import type { Progress, ProgressUpdate } from "../contract/books.ts";
import { ownPages, pageAt, positionOf } from "../contract/positions.ts";
import { texts } from "../contract/texts.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { BadRequest, bookNotFound, found } from "../errors.ts";
import { celebrateFinish } from "./finish.ts";

type Parts = Pick<Deps, "db" | "clock" | "log" | "metrics" | "messageIndex" | "broadcast" | "pusher" | "limiter">;

/**
 * Stores which page a reader is on, and sends it to the reader's other windows.
 *
 * @throws NotFound unless the reader is a member of the book's group, BadRequest for a page beyond the end
 */
export async function saveProgress(
  deps: Parts,
  user: User,
  { bookId, ...update }: ProgressUpdate & { bookId: string },
): Promise<Progress> {
  const { db, clock, broadcast } = deps;
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  const at = update.at === undefined ? undefined : Date.parse(update.at);
  const turned = found(await save(db, user.id, { bookId, ...placeOf(reader, update), at }, clock()), bookNotFound);
  const progress = asProgress({ bookId, userId: user.id, edition: reader.edition }, turned.after);
  if (turned.before?.readAt === turned.after.readAt) return progress;
  broadcast.progressUpdated(progress);
  await afterTurn(deps, user, { ...reader, ...turned, bookId });
  return progress;
}

/** What follows from a turned page, after its commit. */
async function afterTurn(deps: Parts, user: User, turn: Turned & Reader & { bookId: string }) {
  if (turn.after.finishedAt !== null && !turn.before?.finishedAt) await celebrateFinish(deps, user, turn);
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
