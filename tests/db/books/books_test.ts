import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertBook, listBooks, listBooksInProgress } from "../../../db/books/books.ts";
import { saveProgress } from "../../../db/reading/progress.ts";
import type { Db } from "../../../db/engine/client.ts";
import { deleteMember } from "../../../db/groups/members.ts";
import { saveNote } from "../../../db/notes/notes.ts";
import { ownPages, positionOf } from "../../../server/contract/reading/positions.ts";
import { test } from "../../support/db.ts";

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

test("an outsider can store nothing in a group, in whatever order it is tried", async ({ db }) => {
  const [added, ofMallory] = await Promise.all([
    insertBook(db, "ada", book("sketch"), 1),
    insertBook(db, "mallory", book("forgery"), 1),
    saveProgress(db, "mallory", { bookId: "sketch", currentPage: 1, position: 10 }, 1),
    saveNote(db, "mallory", { bookId: "sketch", pageNumber: 1, content: "x", baseUpdatedAt: undefined }, 1),
  ]);
  assert.ok(added && !ofMallory);
  assert.deepEqual(await rows(db), [1, 0, 0]);
  assert.equal(await listBooks(db, "mallory", { groupId: "engine" }), undefined);
});

test("a book stays when the account of the person who added it is deleted", async ({ db }) => {
  await insertBook(db, "grace", book("compiler"), 1);
  await db.write([db.q.run(sql`delete from users where id = 'grace'`)]);
  const [{ title, user }] = (await listBooks(db, "ada", { groupId: "engine" }))!;
  assert.deepEqual([title, user], ["compiler", null]);
});

test("books in progress are those the reader has begun and not finished, the last read first", async ({ db }) => {
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
