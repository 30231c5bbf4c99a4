/** Books that were removed, and plans and contents that were changed, can be put back. */
import { findBook } from "../../../db/books/books.ts";
import {
  type BookBefore,
  findChange,
  listChanges as listBookChanges,
  type StoredChange,
} from "../../../db/books/changes.ts";
import { iso } from "../../../db/engine/query.ts";
import * as removal from "../../../db/books/removal.ts";
import { type BookWithRights, findBookRights } from "../../../db/books/rights.ts";
import { mayDecideIn } from "../../../db/groups/roles.ts";
import { deletePlan, savePlan } from "../../../db/reading/plan.ts";
import { Book, type BookState } from "../../contract/books/shapes.ts";
import { fromShelf, shelfPaths } from "../../contract/books/shelf_paths.ts";
import { shelfTexts } from "../../contract/books/shelf_texts.ts";
import { aboutParts, aboutPaths } from "../../contract/groups/about_paths.ts";
import { bookPaths } from "../../contract/books/paths.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import type { BookChange } from "../../contract/groups/settings_shapes.ts";
import { changesTexts, removalTexts } from "../../contract/groups/settings_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { readingPaths } from "../../contract/reading/paths.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, bookNotFound, Conflict, found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";
import { assertOrganizer, onlyOrganizers } from "../groups/organizers.ts";
import { replaceChapters } from "../reading/copies.ts";
import { change as changeBook } from "./shelf.ts";

export const removeBook = operation({
  call: "DELETE /books/:bookId",
  summary: "Removes a book from its group; an organizer, or the member who added it where members add books",
  access: "organizer",
  says: removalTexts.removed,
  limit: "shelf",
  fails: { 403: ["organizers_only", ...notOpen], 404: ["book_not_found"] },
  form: {
    path: "/group/:id/books/:bookId/remove",
    to: ({ params: { id, bookId }, search }, answer) =>
      search === fromShelf
        ? bookPaths.shelf(id)
        : answer
        ? groupPaths.group(id)
        : aboutPaths.confirmRemoveBook(id, bookId),
  },
  async run({ deps, user, params: { bookId } }) {
    if (await remove(deps, user, bookId)) return;
    const { isRemoved, groupId } = await readRights(deps, user, bookId);
    if (isRemoved) throw bookNotFound();
    await requireOpen(deps, user, groupId);
    throw onlyOrganizers(removalTexts.notAllowed);
  },
});

/** @returns whether it was there, and they may */
async function remove({ db, clock, broadcast }: Deps, user: User, bookId: string): Promise<boolean> {
  const groupId = await removal.removeBook(db, user.id, bookId, clock());
  if (groupId === undefined) return false;
  broadcast.bookRemoved({ groupId, bookId });
  broadcast.partChanged({ groupId, part: "pace", bookId });
  return true;
}

/** @throws NotFound for outsiders */
const readRights = async ({ db, clock }: Deps, user: User, bookId: string): Promise<BookWithRights> =>
  found(await findBookRights(db, user.id, bookId, clock()), bookNotFound);

export const restoreBook = operation({
  call: "POST /books/:bookId/restore",
  summary: "Brings back a book that was removed at most 30 days ago; an organizer or the creator",
  access: "organizer",
  gives: { book: Book },
  says: removalTexts.restored,
  limit: "shelf",
  fails: { 400: ["group_full"], 403: ["organizers_only", ...notOpen], 404: ["book_not_found"] },
  form: {
    path: "/group/:id/books/:bookId/restore",
    to: ({ params: { id, bookId }, search }, answer) =>
      !answer
        ? bookPaths.shelf(id)
        : search === fromShelf
        ? shelfPaths.at(id, bookId)
        : readingPaths.bookPage(id, bookId),
  },
  async run({ deps, user, params: { bookId } }) {
    const restored = await restore(deps, user, bookId);
    if (restored) return { book: restored };
    const rights = await readRights(deps, user, bookId);
    await requireOpen(deps, user, rights.groupId);
    if (!rights.mayUndo) throw onlyOrganizers(removalTexts.onlyOrganizersRestore);
    if (hasNoRoom(rights)) throw shelfFull(rights.state);
    return { book: found(await findBook(deps.db, user.id, bookId), bookNotFound) };
  },
});

/** Undefined where it was not removed, or too long ago, where there is no room, or they may not. */
async function restore({ db, clock, broadcast }: Deps, user: User, bookId: string): Promise<Book | undefined> {
  if (!await removal.restoreBook(db, user.id, bookId, clock())) return undefined;
  const book = found(await findBook(db, user.id, bookId), bookNotFound);
  broadcast.bookAdded(book);
  broadcast.partChanged({ groupId: book.groupId, part: "pace", bookId });
  return book;
}

/** What is too old has no way back, whether or not the shelf has room. */
const hasNoRoom = ({ isRestorable, isShelfFull }: BookWithRights) => isRestorable && isShelfFull;

const shelfFull = (state: BookState) => new BadRequest(shelfTexts.shelfFull[state], "group_full");

export const undoChange = operation({
  call: "POST /groups/:id/changes/:changeId/undo",
  summary: "Puts back what was there before a change of a book; an organizer or the creator",
  access: "organizer",
  says: changesTexts.undone,
  limit: "groupChange",
  fails: {
    400: ["group_full"],
    403: ["organizers_only", ...notOpen],
    404: ["group_not_found", "change_not_found", "book_not_found"],
    409: ["already_undone"],
    413: ["account_full"],
  },
  form: {
    path: "/group/:id/about/changes/:changeId/undo",
    to: ({ params }) => aboutPaths.aboutGroup(params.id, aboutParts.changes),
  },
  async run({ deps, user, params: { id: groupId, changeId: id } }) {
    const change = await findChange(deps.db, user.id, { groupId, id });
    if (!change) {
      await requireOpen(deps, user, groupId);
      await assertUndoes(deps.db, user, groupId);
      throw new NotFound(changesTexts.notFound, "change_not_found");
    }
    if (change.undoneAt !== null) throw undoneAlready();
    if (!await putBack(deps, user, { ...change, groupId })) throw await whyNotPutBack(deps, user, change);
  },
});

const undoneAlready = () => new Conflict(changesTexts.already, "already_undone");

/** @throws NotFound for outsiders, Forbidden for members who are not organizers */
export async function listChanges(deps: Deps, user: User, groupId: string): Promise<BookChange[]> {
  const changes = await listBookChanges(deps.db, user.id, groupId);
  if (changes.length === 0) await assertUndoes(deps.db, user, groupId);
  return changes.map(({ id, bookId, title, by, before, kind, createdAt, undoneAt }) => ({
    id,
    bookId,
    title,
    by,
    kind: kind === "removed" && before ? "restored" : kind,
    createdAt: iso(createdAt),
    ...broughtBack({ kind, before } as BookBefore),
    ...undoneAt !== null && { undoneAt: iso(undoneAt) },
  }));
}

function broughtBack({ kind, before }: BookBefore): Pick<BookChange, "plan" | "chapters"> {
  if (kind === "contents") return { chapters: before.length };
  if (kind !== "plan") return {};
  return { plan: before && { startsOn: before.startsOn, targetOn: before.targetOn } };
}

async function assertUndoes(db: Deps["db"], user: User, groupId: string): Promise<void> {
  if (await mayDecideIn(db, user.id, groupId)) return;
  await assertOrganizer(db, user, { groupId, refusal: onlyOrganizers(changesTexts.onlyOrganizers) });
}

/** A change too, so that it can be undone. @returns whether anything changed */
async function putBack(
  deps: Deps,
  user: User,
  { groupId, bookId, ...change }: StoredChange & { groupId: string },
): Promise<boolean> {
  const { db, clock, broadcast } = deps;
  if (change.kind === "removed") {
    return change.before ? await remove(deps, user, bookId) : await restore(deps, user, bookId) !== undefined;
  }
  if (change.kind === "moved") return await changeBook(deps, user, { bookId, state: change.before });
  if (change.kind === "corrected") return await changeBook(deps, user, { bookId, ...change.before, confirm: true });
  const recorded = change.kind === "contents"
    ? await replaceChapters(deps, user, { groupId, bookId, given: change.before })
    : change.before
    ? await savePlan(db, user.id, { bookId, ...change.before }, clock())
    : await deletePlan(db, user.id, bookId, clock());
  if (!recorded?.isChanged) return false;
  broadcast.partChanged({ groupId, part: "pace", bookId });
  return true;
}

/** Somebody else was faster, there is no room, or it is too old. */
async function whyNotPutBack(deps: Deps, user: User, { bookId, ...change }: StoredChange) {
  const rights = await readRights(deps, user, bookId);
  if (!rights.mayUndo) return onlyOrganizers(changesTexts.onlyOrganizers);
  if (change.kind === "moved" && !rights.isRemoved) return shelfFull(change.before);
  const isRemoval = change.kind === "removed";
  if (rights.isRemoved === (isRemoval && change.before)) return undoneAlready();
  return isRemoval && hasNoRoom(rights) ? shelfFull(rights.state) : bookNotFound();
}

/** Deletes those that can no longer be brought back. Hidden messages about them can be read from then on. */
export async function sweepRemovedBooks({ db, clock, broadcast }: Deps, stopped: AbortSignal): Promise<void> {
  const lastRevs = new Map<string, number>();
  try {
    while (!stopped.aborted) {
      const changed = await removal.deletePartOfRemovedBooks(db, clock());
      if (!changed) break;
      for (const { groupId, rev } of changed) lastRevs.set(groupId, Math.max(rev, lastRevs.get(groupId) ?? 0));
    }
  } finally {
    for (const [groupId, rev] of lastRevs) broadcast.messagesChanged({ groupId, rev });
  }
}
