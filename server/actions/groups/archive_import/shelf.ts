import { v7 as uuid } from "uuid";
import { shelf as shelfLimits } from "../../../contract/books/limits.ts";
import { ArchivedBook } from "../../../contract/groups/archive_shapes.ts";
import { groups as limits } from "../../../contract/groups/limits.ts";
import { isRising } from "../../../contract/reading/chapters.ts";
import type { ArchiveImport } from "./archive_import.ts";
import { pageOf } from "./shelved_book.ts";

export async function readShelf(incoming: ArchiveImport): Promise<void> {
  const { groupId: group_id } = incoming;
  const room = { suggested: shelfLimits.suggested, done: shelfLimits.done, shelf: limits.books };
  const isbns = new Set<string>();
  for await (const book of incoming.rows("shelf.json", ArchivedBook)) {
    const { bookId, title, author = null, pageCount, copyPages = pageCount, plan, chapters } = book;
    const { state, position, addedAt, addedBy, interestedBy } = book;
    const section = state === "suggested" || state === "done" ? state : "shelf";
    if (incoming.books.has(bookId) || room[section] === 0) {
      incoming.leaveOut();
      continue;
    }
    room[section]--;
    incoming.counts.books++;
    // Two of one ISBN cannot stand on a shelf.
    const isbn = book.isbn && !isbns.has(book.isbn) ? book.isbn : null;
    if (isbn) isbns.add(isbn);
    const shelved = { id: uuid(), pageCount, copyPages, questions: 0 };
    incoming.books.set(bookId, shelved);
    await incoming.writes.add("books", {
      id: shelved.id,
      group_id,
      title,
      author,
      isbn,
      page_count: pageCount,
      categories: "[]",
      state,
      shelf_position: position,
      created_at: addedAt,
      added_by: addedBy === null ? null : await incoming.people.of(addedBy),
    });
    for (const [n, user_id] of incoming.people.membersOf(interestedBy).entries()) {
      await incoming.writes.add("book_interests", { book_id: shelved.id, user_id, created_at: addedAt + n });
    }
    const contents = chapters.map(({ title, page }) => ({ title, page: pageOf(shelved, page) ?? -1 }));
    const isKnown = contents.every(({ page }) => page >= 0) && isRising(contents);
    for (const [number, chapter] of isKnown ? contents.entries() : []) {
      await incoming.writes.add("chapters", { book_id: shelved.id, number, ...chapter });
    }
    if (!plan) continue;
    const { startsOn: starts_on, targetOn: target_on, days } = plan;
    const created = { created_by: incoming.user.id, created_at: incoming.deps.clock() };
    await incoming.writes.add("plans", { book_id: shelved.id, starts_on, target_on, days, ...created });
  }
}
