/** Organizers can undo what any member has changed for all. */
import { findBook } from "../../../db/books/books.ts";
import {
  type BookBefore,
  findChange,
  listChanges as listBookChanges,
  type ListedChange,
  type StoredChange,
} from "../../../db/books/changes.ts";
import { iso } from "../../../db/engine/query.ts";
import * as removal from "../../../db/books/removal.ts";
import { deletePlan, savePlan } from "../../../db/reading/plan.ts";
import { Book } from "../../contract/books/shapes.ts";
import { aboutParts, aboutPaths } from "../../contract/groups/about_paths.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import type { BookChange } from "../../contract/groups/settings_shapes.ts";
import { changesTexts, removalTexts } from "../../contract/groups/settings_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { readingPaths } from "../../contract/reading/paths.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, bookNotFound, Conflict, found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { assertDecides, onlyOrganizers } from "../groups/organizers.ts";
import { replaceChapters } from "../reading/copies.ts";

export const removeBook = operation({
  call: "DELETE /books/:bookId",
  summary: "Removes a book from its group; an organizer, or the member who added it where members add books",
  access: "organizer",
  says: removalTexts.removed,
  fails: { 403: ["organizers_only"], 404: ["book_not_found"] },
  form: {
    path: "/group/:id/books/:bookId/remove",
    to: ({ params: { id, bookId } }, answer, code) =>
      answer ? groupPaths.group(id) : code ? aboutPaths.aboutGroup(id) : aboutPaths.confirmRemoveBook(id, bookId),
  },
  async run({ deps: { db, clock, broadcast }, user, params: { bookId } }) {
    const removed = await removal.removeBook(db, user.id, bookId, clock());
    const { groupId, isRemoved } = found(await removal.findBookRights(db, user.id, bookId, clock()), bookNotFound);
    if (removed) return announceRemoval(broadcast, { groupId, bookId });
    if (isRemoved) throw bookNotFound();
    throw onlyOrganizers(removalTexts.notAllowed);
  },
});

/** To windows that show the shelf or the book. */
function announceRemoval(broadcast: Deps["broadcast"], removed: { groupId: string; bookId: string }): void {
  broadcast.bookRemoved(removed);
  broadcast.readersMoved(removed);
}

export const restoreBook = operation({
  call: "POST /books/:bookId/restore",
  summary: "Brings back a book that was removed at most 30 days ago; an organizer or the creator",
  access: "organizer",
  gives: { book: Book },
  says: removalTexts.restored,
  fails: { 400: ["group_full"], 403: ["organizers_only"], 404: ["book_not_found"] },
  form: {
    path: "/group/:id/books/:bookId/restore",
    to: ({ params: { id, bookId } }, answer) => answer ? readingPaths.bookPage(id, bookId) : aboutPaths.aboutGroup(id),
  },
  run: async ({ deps, user, params: { bookId } }) => ({ book: await restore(deps, user, bookId) }),
});

async function restore({ db, clock, broadcast }: Deps, user: User, bookId: string): Promise<Book> {
  const restored = await removal.restoreBook(db, user.id, bookId, clock());
  const rights = found(await removal.findBookRights(db, user.id, bookId, clock()), bookNotFound);
  if (!rights.isOrganizer) throw onlyOrganizers(removalTexts.onlyOrganizersRestore);
  if (hasNoRoom(rights)) throw shelfFull();
  const book = found(await findBook(db, user.id, bookId), bookNotFound);
  if (restored) broadcast.bookAdded(book);
  return book;
}

/** What is too old has no way back, whether or not the shelf has room. */
const hasNoRoom = ({ isRestorable, isShelfFull }: removal.BookRights) => isRestorable && isShelfFull;

const shelfFull = () => new BadRequest(removalTexts.noRoomToRestore(groupsLimits.groups.books), "group_full");

export const undoChange = operation({
  call: "POST /groups/:id/changes/:changeId/undo",
  summary: "Puts back what was there before a change of a book; an organizer or the creator",
  access: "organizer",
  says: changesTexts.undone,
  limit: "groupChange",
  fails: {
    400: ["group_full"],
    403: ["organizers_only"],
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
      await assertUndoes(deps.db, user, groupId);
      throw new NotFound(changesTexts.notFound, "change_not_found");
    }
    const undone = { ...change, groupId };
    if (!await putBack(deps, user, undone)) throw await whyNotPutBack(deps, user, undone);
    deps.broadcast.readersMoved({ groupId, bookId: change.bookId });
  },
});

/** @throws NotFound for outsiders, Forbidden for members who are not organizers */
export async function listChanges(deps: Deps, user: User, groupId: string): Promise<BookChange[]> {
  const changes = await listBookChanges(deps.db, user.id, groupId);
  if (changes.length === 0) await assertUndoes(deps.db, user, groupId);
  return changes.map(({ id, bookId, title, by, before, kind, createdAt }, index) => ({
    id,
    bookId,
    title,
    by,
    kind: kind === "removed" && before ? "restored" : kind,
    createdAt: iso(createdAt),
    ...broughtBack({ kind, before } as BookBefore),
    ...undoneAt(changes, index),
  }));
}

/** By a later change of the book: what is there again, or gone again, cannot be put back once more. */
function undoneAt(changes: ListedChange[], index: number): Pick<BookChange, "undoneAt"> {
  const { bookId, kind, before, hasPlan } = changes[index];
  if (kind === "contents" || kind === "plan" && (before !== null || hasPlan)) return {};
  const later = changes.slice(0, index).filter((change) => change.bookId === bookId && change.kind === kind);
  const undoing = kind === "plan" ? later[0] : later.at(-1);
  return undoing ? { undoneAt: iso(undoing.createdAt) } : {};
}

function broughtBack({ kind, before }: BookBefore): Pick<BookChange, "plan" | "chapters"> {
  if (kind === "contents") return { chapters: before.length };
  if (kind !== "plan") return {};
  return { plan: before && { startsOn: before.startsOn, targetOn: before.targetOn } };
}

const assertUndoes = (db: Deps["db"], user: User, groupId: string) =>
  assertDecides(db, user, { groupId, text: changesTexts.onlyOrganizers });

/** A change too, so that it can be undone. @returns whether there was something to put back */
async function putBack(deps: Deps, user: User, { groupId, bookId, ...change }: Undone): Promise<boolean> {
  const { db, clock, broadcast } = deps;
  if (change.kind === "removed") {
    if (change.before) {
      const removed = await removal.removeBook(db, user.id, bookId, clock());
      if (removed) broadcast.bookRemoved({ groupId, bookId });
      return removed;
    }
    if (!await removal.restoreBook(db, user.id, bookId, clock())) return false;
    const book = await findBook(db, user.id, bookId);
    if (book) broadcast.bookAdded(book);
    return true;
  }
  if (change.kind === "contents") {
    found(await findBook(db, user.id, bookId), bookNotFound);
    await replaceChapters(deps, user, { groupId, bookId, given: change.before });
    return true;
  }
  return change.before
    ? await savePlan(db, user.id, { bookId, ...change.before }, clock())
    : await deletePlan(db, user.id, bookId, clock());
}

type Undone = StoredChange & { groupId: string };

/** It was undone already, there is no room, or it is too old. */
async function whyNotPutBack({ db, clock }: Deps, user: User, { groupId, bookId, ...change }: Undone) {
  await assertUndoes(db, user, groupId);
  const rights = found(await removal.findBookRights(db, user.id, bookId, clock()), bookNotFound);
  if (change.kind === "removed" && !change.before && hasNoRoom(rights)) return shelfFull();
  return change.kind === "removed" && rights.isRemoved === change.before
    ? new Conflict(changesTexts.already, "already_undone")
    : bookNotFound();
}
