/** What anybody has done to what is everybody's, an organizer can undo. */
import { findBook } from "../../../db/books/books.ts";
import { isOrganizer } from "../../../db/groups/roles.ts";
import { findChange, listChanges as listBookChanges, type StoredChange } from "../../../db/books/changes.ts";
import { iso } from "../../../db/engine/query.ts";
import * as removal from "../../../db/books/removal.ts";
import { deletePlan, savePlan } from "../../../db/reading/plan.ts";
import { saveChapters } from "../../../db/reading/chapters.ts";
import { refreshPoints } from "../../../db/reading/copies.ts";
import { Book } from "../../contract/books/shapes.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import type { BookChange } from "../../contract/groups/settings_shapes.ts";
import { changesTexts, removalTexts } from "../../contract/groups/settings_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { bookNotFound, found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { onlyOrganizers, readSettings } from "../groups/settings.ts";

export const removeBook = operation({
  call: "DELETE /books/:bookId",
  summary: "Removes a book from its group; an organizer, or who added it where members add books",
  access: "organizer",
  says: removalTexts.removed,
  fails: { 403: ["organizers_only"], 404: ["book_not_found"] },
  form: {
    path: "/group/:id/books/:bookId/remove",
    to: ({ params: { id, bookId } }, answer, code) =>
      answer ? groupPaths.group(id) : code ? groupPaths.aboutGroup(id) : groupPaths.confirmRemoveBook(id, bookId),
  },
  async run({ deps: { db, clock, broadcast }, user, params: { bookId } }) {
    const removed = await removal.removeBook(db, user.id, bookId, clock());
    const { groupId, isRemoved } = found(await removal.findBookRights(db, user.id, bookId), bookNotFound);
    if (removed) return broadcast.readersMoved({ groupId, bookId });
    if (isRemoved) throw bookNotFound();
    throw onlyOrganizers(removalTexts.notAllowed);
  },
});

export const restoreBook = operation({
  call: "POST /books/:bookId/restore",
  summary: "Brings back a book that was removed at most 30 days ago; an organizer or the creator",
  access: "organizer",
  gives: { book: Book },
  fails: { 403: ["organizers_only"], 404: ["book_not_found"] },
  run: async ({ deps, user, params: { bookId } }) => ({ book: await restore(deps, user, bookId) }),
});

async function restore({ db, clock, broadcast }: Deps, user: User, bookId: string): Promise<Book> {
  const restored = await removal.restoreBook(db, user.id, bookId, clock());
  const { isOrganizer } = found(await removal.findBookRights(db, user.id, bookId), bookNotFound);
  if (!isOrganizer) throw onlyOrganizers(removalTexts.onlyOrganizersRestore);
  const book = found(await findBook(db, user.id, bookId), bookNotFound);
  if (restored) broadcast.bookAdded(book);
  return book;
}

export const undoChange = operation({
  call: "POST /groups/:id/changes/:changeId/undo",
  summary: "Puts back what was there before a change of a book; an organizer or the creator",
  access: "organizer",
  says: changesTexts.undone,
  limit: "groupChange",
  fails: { 403: ["organizers_only"], 404: ["group_not_found", "change_not_found"] },
  form: {
    path: "/group/:id/about/changes/:changeId/undo",
    to: ({ params }) => groupPaths.aboutGroup(params.id, "changes"),
  },
  async run({ deps, user, params: { id: groupId, changeId: id } }) {
    const change = await findChange(deps.db, user.id, { groupId, id });
    if (!change) throw await whyNotUndone(deps, user, groupId);
    await putBack(deps, user, change);
    deps.broadcast.readersMoved({ groupId, bookId: change.bookId });
  },
});

/** @throws NotFound for outsiders, Forbidden for members who are not organizers */
export async function listChanges(deps: Deps, user: User, groupId: string): Promise<BookChange[]> {
  const changes = await listBookChanges(deps.db, user.id, groupId);
  if (changes.length === 0) await assertOrganizes(deps, user, groupId);
  return changes.map(({ before, kind, createdAt, ...change }) => ({
    ...change,
    kind: kind === "removed" && before ? "restored" : kind,
    createdAt: iso(createdAt),
  }));
}

async function assertOrganizes(deps: Deps, user: User, groupId: string): Promise<void> {
  await readSettings(deps, user, groupId);
  if (!await isOrganizer(deps.db, user.id, groupId)) throw onlyOrganizers(changesTexts.onlyOrganizers);
}

async function whyNotUndone(deps: Deps, user: User, groupId: string) {
  await assertOrganizes(deps, user, groupId);
  return new NotFound(changesTexts.notFound, "change_not_found");
}

/** A change too, so that it can be undone. */
async function putBack(deps: Deps, user: User, { bookId, ...change }: StoredChange): Promise<void> {
  const { db, clock } = deps;
  if (change.kind === "removed") {
    if (!change.before) await restore(deps, user, bookId);
    else await removal.removeBook(db, user.id, bookId, clock());
  } else if (change.kind === "contents") {
    await saveChapters(db, user.id, { bookId, given: change.before }, clock());
    await refreshPoints(db, bookId);
  } else if (change.before) await savePlan(db, user.id, { bookId, ...change.before }, clock());
  else await deletePlan(db, user.id, bookId, clock());
}
