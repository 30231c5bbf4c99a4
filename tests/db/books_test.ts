import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertBook, listBooks, listBooksInProgress } from "../../db/books/books.ts";
import { saveProgress } from "../../db/reading/progress.ts";
import type { Db } from "../../db/engine/client.ts";
import { deletePartOfGroup } from "../../db/groups/deletion.ts";
import { deleteGroup } from "../../db/groups/groups.ts";
import { deleteMember } from "../../db/groups/members.ts";
import { saveNote } from "../../db/notes/notes.ts";
import { ownPages, positionOf } from "../../server/contract/reading/positions.ts";
import { freshDb } from "../support/db.ts";
import { cast } from "../support/people.ts";

const book = (id: string) => ({ id, groupId: "engine", title: id, pageCount: 65, coverKey: null });

/** Rows in the tables that belong to books. */
async function rows({ q }: Db): Promise<number[]> {
  const counts = [];
  for (const table of ["books", "progress", "notes"]) {
    const [{ count }] = await q.all<{ count: number }>(sql`select count(*) as count from ${sql.identifier(table)}`);
    counts.push(count);
  }
  return counts;
}

Deno.test("deleting a group deletes its books, everyone's progress and everyone's notes", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await insertBook(db, "ada", book("sketch"), 1);
  for (const reader of ["ada", "grace"]) {
    await saveProgress(db, reader, { bookId: "sketch", currentPage: 5, position: 50 }, 2);
    await saveNote(db, reader, { bookId: "sketch", pageNumber: 5, content: "note", baseUpdatedAt: undefined }, 3);
  }
  assert.deepEqual(await rows(db), [1, 2, 2]);
  assert.deepEqual(await deleteGroup(db, "ada", "engine"), ["ada", "grace"]);
  assert.equal(await listBooks(db, "ada", "engine"), undefined);
  assert.equal(await saveProgress(db, "ada", { bookId: "sketch", currentPage: 6, position: 60 }, 4), undefined);
  while (await deletePartOfGroup(db, "engine"));
  assert.deepEqual(await rows(db), [0, 0, 0]);
});

Deno.test("an outsider can store nothing in a group, in whatever order it is tried", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  const [added, ofMallory] = await Promise.all([
    insertBook(db, "ada", book("sketch"), 1),
    insertBook(db, "mallory", book("forgery"), 1),
    saveProgress(db, "mallory", { bookId: "sketch", currentPage: 1, position: 10 }, 1),
    saveNote(db, "mallory", { bookId: "sketch", pageNumber: 1, content: "x", baseUpdatedAt: undefined }, 1),
  ]);
  assert.ok(added && !ofMallory);
  assert.deepEqual(await rows(db), [1, 0, 0]);
  assert.equal(await listBooks(db, "mallory", "engine"), undefined);
});

Deno.test("a book stays when the account of the person who added it is deleted", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await insertBook(db, "grace", book("compiler"), 1);
  await db.write([db.q.run(sql`delete from users where id = 'grace'`)]);
  const [{ title, user }] = (await listBooks(db, "ada", "engine"))!;
  assert.deepEqual([title, user], ["compiler", null]);
});

Deno.test("books in progress are those the reader has begun and not finished, the last read first", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  for (const id of ["unread", "begun", "finished", "later"]) await insertBook(db, "ada", book(id), 1);
  const pages: [string, number][] = [["unread", 0], ["begun", 1], ["finished", 65], ["later", 64]];
  for (const [n, [bookId, currentPage]] of pages.entries()) {
    const position = positionOf(ownPages(65), currentPage);
    await saveProgress(db, "grace", { bookId, currentPage, position }, n);
  }
  const titles = async (reader: string) => (await listBooksInProgress(db, reader)).map(({ title }) => title);
  assert.deepEqual(await titles("grace"), ["later", "begun"]);
  const [{ page, pageCount, progress, groupName }] = await listBooksInProgress(db, "grace");
  assert.deepEqual([page, pageCount, progress, groupName], [64, 65, 98, "Analytical Engine"]);
  assert.deepEqual([await titles("ada"), await titles("mallory")], [[], []]);
  await deleteMember(db, "grace", { groupId: "engine", userId: "grace" });
  assert.deepEqual(await titles("grace"), [], "who has left does not see what the group reads");
});
