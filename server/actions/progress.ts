import { asProgress, saveProgress as save, type Turned } from "../../db/progress.ts";
import { findReader, type Reader } from "../../db/readers.ts";
import type { Progress, ProgressUpdate } from "../contract/books.ts";
import { ownPages, pageAt, positionOf } from "../contract/positions.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { beyondEnd, bookNotFound, found } from "../errors.ts";
import { openReached } from "./messages.ts";
import { notifyOfFinish } from "./notices.ts";

type Parts = Pick<Deps, "db" | "clock" | "log" | "broadcast" | "pusher" | "limiter">;

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
  await afterTurn(deps, user, { bookId, groupId: reader.groupId, ...turned });
  return progress;
}

/** What follows from a turned page, after its commit. */
async function afterTurn(
  deps: Parts,
  user: User,
  { bookId, groupId, before, after }: Turned & { bookId: string; groupId: string },
): Promise<void> {
  const from = before?.reached ?? 0;
  if (after.reached > from) await openReached(deps, user, { groupId, bookId, from, to: after.reached });
  if (after.finishedAt !== null && !before?.finishedAt) await notifyOfFinish(deps, user, bookId);
}

/** @throws BadRequest for a page beyond the end */
function placeOf({ pageCount, edition }: Reader, { page, currentPage = 0 }: ProgressUpdate) {
  const own = ownPages(pageCount);
  const [turnedTo, copy] = page === undefined ? [currentPage, own] : [page, edition];
  if (turnedTo > copy.pageCount) throw beyondEnd(copy.pageCount);
  const position = positionOf(copy, turnedTo);
  return { position, currentPage: pageAt(own, position) };
}
