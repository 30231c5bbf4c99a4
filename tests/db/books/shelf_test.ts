import assert from "node:assert/strict";
import { findBook, insertBook, listBooks } from "../../../db/books/books.ts";
import { listRestorable, removeBook } from "../../../db/books/removal.ts";
import { updateBook } from "../../../db/books/shelf.ts";
import { listBookRights } from "../../../db/books/rights.ts";
import { countByState, findPageOfShelf, listPageOfShelf } from "../../../db/books/shelf_page.ts";
import { saveSettings } from "../../../db/groups/settings.ts";
import { saveNote } from "../../../db/notes/notes.ts";
import { listSharedNotes, shareNote } from "../../../db/notes/shared_notes.ts";
import { setCopy } from "../../../db/reading/copies.ts";
import { saveProgress } from "../../../db/reading/progress.ts";
import { insertQuestion, listQuestions } from "../../../db/reading/questions.ts";
import { findReader } from "../../../db/reading/readers.ts";
import * as tables from "../../../db/schema.ts";
import { asc, eq } from "drizzle-orm";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import type { BookState } from "../../../server/contract/books/shapes.ts";
import { ownPages, pageAt } from "../../../server/contract/reading/positions.ts";
import type { Db } from "../../../db/engine/client.ts";
import { test } from "../../support/db.ts";

const add = (db: Db, id: string, state: BookState = "now", by = "ada") =>
  insertBook(db, by, { id, groupId: "engine", title: id, pageCount: 100, coverKey: null, state }, id.charCodeAt(0));

const order = async (db: Db) =>
  (await listBooks(db, "grace", { groupId: "engine" }))!.map(({ id, state }) => `${state} ${id}`);

test("books stand in the order now, next, suggested, done, and a moved one where it was put", async ({ db }) => {
  for (const [id, state] of [["a", "done"], ["b", "now"], ["c", "suggested"], ["d", "next"], ["e", "next"]] as const) {
    await add(db, id, state);
  }
  assert.deepEqual(await order(db), ["now b", "next e", "next d", "suggested c", "done a"]);
  await updateBook(db, "ada", { bookId: "b", state: "next", position: 1 }, 2);
  assert.deepEqual(await order(db), ["next e", "next b", "next d", "suggested c", "done a"]);
  await updateBook(db, "ada", { bookId: "d", position: 0 }, 3);
  await updateBook(db, "ada", { bookId: "c", state: "now" }, 3);
  assert.deepEqual(await order(db), ["now c", "next d", "next e", "next b", "done a"]);
  await updateBook(db, "ada", { bookId: "d", state: "done" }, 4);
  assert.deepEqual(await order(db), ["now c", "next e", "next b", "done d", "done a"]);
});

test("where the shelf is for organizers, Grace suggests a book and corrects it, and does not move it", async ({ db }) => {
  await saveSettings(db, "ada", "engine", { shelf: "organizers" });
  assert.equal(await add(db, "a", "now", "grace"), undefined);
  await add(db, "b", "suggested", "grace");
  await add(db, "c");
  assert.equal(await updateBook(db, "grace", { bookId: "b", title: "Emma" }, 2), true);
  assert.equal(await updateBook(db, "grace", { bookId: "b", state: "now" }, 2), false);
  assert.equal(await updateBook(db, "grace", { bookId: "c", title: "Emma" }, 2), false);
  assert.equal(await updateBook(db, "mallory", { bookId: "c", title: "Emma" }, 2), false);
  assert.equal(await removeBook(db, "grace", "c", 3), undefined);
  assert.equal(await removeBook(db, "grace", "b", 3), "engine");
});

test("a member has only so many open suggestions at a time", async ({ db }) => {
  const { ownSuggestions } = booksLimits.shelf;
  for (let n = 0; n < ownSuggestions; n++) assert.ok(await add(db, `book ${n}`, "suggested", "grace"));
  assert.equal(await add(db, "another", "suggested", "grace"), undefined);
  await updateBook(db, "ada", { bookId: "book 0", state: "next" }, 2);
  assert.ok(await add(db, "another", "suggested", "grace"));
});

test("the shelf's page has a part of each state, and finds the one that a book is on", async ({ db }) => {
  const { page: size } = booksLimits.shelf;
  for (let n = 0; n <= size; n++) await add(db, `${n}`, "done");
  await add(db, "now");
  const ids = async (page: number, viewer = "grace") =>
    (await listPageOfShelf(db, viewer, { groupId: "engine", state: "done", page })).map(({ id }) => id);
  const [first, [last, ...none]] = [await ids(1), await ids(2)];
  assert.deepEqual([first.length, first.includes(last), none], [size, false, []]);
  const pageOf = (bookId: string, viewer = "grace") => findPageOfShelf(db, viewer, { groupId: "engine", bookId });
  assert.deepEqual(await pageOf(last), { state: "done", page: 2 });
  assert.deepEqual(await pageOf(first.at(-1)!), { state: "done", page: 1 });
  assert.deepEqual([...await countByState(db, "grace", "engine")].sort(), [["done", size + 1], ["now", 1]]);
  assert.deepEqual([await ids(1, "mallory"), await pageOf(last, "mallory")], [[], undefined]);
  assert.deepEqual([...await countByState(db, "mallory", "engine")], []);
});

test("a reader stays on their page when the number of pages is corrected, and at the end when they have finished", async ({ db }) => {
  await add(db, "a");
  await saveProgress(db, "grace", { bookId: "a", currentPage: 50, position: 500_000_000 }, 5);
  await updateBook(db, "ada", { bookId: "a", pageCount: 300 }, 6);
  const [progress] = (await findBook(db, "grace", "a"))!.progress;
  assert.deepEqual([progress.page, progress.progress], [50, 17]);
  await saveProgress(db, "grace", { bookId: "a", currentPage: 300, position: 1_000_000_000 }, 7);
  await updateBook(db, "ada", { bookId: "a", pageCount: 400 }, 8);
  const [finished] = (await findBook(db, "grace", "a"))!.progress;
  assert.deepEqual([finished.page, finished.progress], [400, 100]);
});

test("fewer pages are confirmed where the caller is beyond them, or others have begun, however far they are", async ({ db }) => {
  const shrink = (by: string, pageCount: number, confirm = false) =>
    updateBook(db, by, { bookId: "a", pageCount, confirm }, 6);
  await add(db, "a");
  await saveProgress(db, "grace", { bookId: "a", currentPage: 70, position: 700_000_000 }, 5);
  for (const pages of [99, 71, 70, 69]) assert.equal(await shrink("ada", pages), false, `${pages}`);
  assert.deepEqual([await shrink("grace", 69), await shrink("grace", 70), await shrink("grace", 80)], [
    false,
    false,
    true,
  ]);
  await add(db, "b");
  await saveNote(db, "grace", { bookId: "b", pageNumber: 3, content: "Bees" } as never, 5);
  assert.equal(await updateBook(db, "ada", { bookId: "b", pageCount: 90 }, 6), false);
  assert.equal(await updateBook(db, "ada", { bookId: "b", pageCount: 90, confirm: true }, 6), true);
});

test("where somebody is beyond the last page, or on it, all that is begun and written keeps a copy with the pages of before", async ({ db }) => {
  for (const [book, furthest] of [["a", 70], ["b", 40]] as const) {
    await add(db, book);
    for (const [userId, page] of [["ada", 20], ["grace", furthest]] as const) {
      await saveProgress(db, userId, { bookId: book, currentPage: page, position: page * 10_000_000 }, 5);
    }
    const question = { bookId: book, question: "Why?", editionId: null };
    for (const page of [10, 80]) {
      await insertQuestion(db, "grace", { ...question, id: `${book} ${page}`, position: page * 10_000_000 }, 5);
    }
    const read = async (viewer: string) => {
      const [{ page, progress }] = (await findBook(db, viewer, book))!.progress;
      return [page, progress];
    };
    const stored = async () => [
      await db.q.select({ reached: tables.progress.reached }).from(tables.progress)
        .where(eq(tables.progress.bookId, book)).orderBy(asc(tables.progress.userId)),
      await db.q.select({ position: tables.questions.position }).from(tables.questions)
        .where(eq(tables.questions.bookId, book)).orderBy(asc(tables.questions.position)),
    ];
    const before = await stored();
    for (const pageCount of [40, 100]) {
      assert.equal(await updateBook(db, "ada", { bookId: book, pageCount, confirm: true }, 6), true);
      assert.deepEqual([await read("ada"), await read("grace")], [[20, 20], [furthest, furthest]]);
      assert.deepEqual(await stored(), before);
    }
  }
});

test("a reader with a copy of their own stays at its page when the book's pages are corrected", async ({ db }) => {
  await add(db, "a");
  await setCopy(db, "grace", { bookId: "a", copy: { id: "copy", unit: "pages", pageCount: 200 } });
  await saveProgress(db, "grace", { bookId: "a", currentPage: 50, position: 500_000_000 }, 5);
  assert.equal(await updateBook(db, "ada", { bookId: "a", pageCount: 40 }, 6), true);
  const [{ page, currentPage }] = (await findBook(db, "grace", "a"))!.progress;
  assert.deepEqual([page, currentPage], [100, 20]);
});

/**
 * Ada reads by the book's pages and is on page 30, and Grace on 40 of a copy of her own with as many. Each of them has
 * asked on three pages, and has shared a note there.
 */
async function readInCopies(db: Db) {
  await add(db, "a");
  const copy = { id: "copy", unit: "pages" as const, pageCount: 100 };
  await setCopy(db, "grace", { bookId: "a", copy });
  for (const [userId, reached, pages] of [["ada", 30, [20, 50, 60]], ["grace", 40, [21, 35, 61]]] as const) {
    await saveProgress(db, userId, { bookId: "a", currentPage: reached, position: reached * 10_000_000 }, 5);
    for (const page of pages) {
      const question = { bookId: "a", question: `${page}`, editionId: userId === "grace" ? "copy" : null };
      await insertQuestion(db, userId, { ...question, id: `q${page}`, position: page * 10_000_000, quota: 1e9 }, 5);
      await saveNote(db, userId, { bookId: "a", pageNumber: page, content: `${page}`, quota: 1e9 }, 5);
      await shareNote(db, userId, { bookId: "a", pageNumber: page, shared: true }, 5);
    }
  }
}

/** The page of their copy that a reader is on, and which of the others' questions and notes they have got to. */
async function seenBy(db: Db, viewer: string) {
  const reader = (await findReader(db, viewer, "a"))!;
  const isOther = ({ user }: { user: { id: string } }) => user.id !== viewer;
  const rows = await listQuestions(db, viewer, { bookId: "a" });
  const pages = { from: 0, to: 1_000_000 };
  const reachedPage = pageAt(ownPages(reader.pageCount), reader.reached);
  const { notes } = await listSharedNotes(db, viewer, { bookId: "a", pages, reachedPage });
  return {
    page: pageAt(reader.edition, reader.position),
    questions: rows.filter(isOther).filter(({ reached }) => reached).map(({ question }) => question),
    notes: notes.filter(isOther).map(({ content }) => content).reverse(),
  };
}

test("an honest correction keeps all on the pages that it was on, by their numbers", async ({ db }) => {
  await readInCopies(db);
  for (const pageCount of [105, 98]) {
    assert.equal(await updateBook(db, "ada", { bookId: "a", pageCount, confirm: true }, 6), true);
    assert.deepEqual([await seenBy(db, "ada"), await seenBy(db, "grace")], [
      { page: 30, questions: ["21"], notes: ["21"] },
      { page: 40, questions: ["20"], notes: ["20"] },
    ]);
    const kept = await db.q.select({ id: tables.editions.id }).from(tables.editions);
    assert.deepEqual(kept, [{ id: "copy" }], `${pageCount}`);
  }
});

for (const pageCount of [130, 200, 20_000, 80, 62]) {
  test(`corrected to ${pageCount} pages, a book shows nobody what was ahead of them, in whatever copy they read`, async ({ db }) => {
    await readInCopies(db);
    const before = [await seenBy(db, "ada"), await seenBy(db, "grace")];
    assert.equal(await updateBook(db, "ada", { bookId: "a", pageCount, confirm: true }, 6), true);
    assert.deepEqual([await seenBy(db, "ada"), await seenBy(db, "grace")], before);
    assert.equal(await updateBook(db, "ada", { bookId: "a", pageCount: 100, confirm: true }, 7), true);
    assert.deepEqual([await seenBy(db, "ada"), await seenBy(db, "grace")], before);
  });
}

test("what each member may do with a book is said with it, and organizers alone see what they can bring back", async ({ db }) => {
  await saveSettings(db, "ada", "engine", { shelf: "organizers" });
  await add(db, "a");
  await add(db, "b", "suggested", "grace");
  await add(db, "c");
  await removeBook(db, "ada", "c", 3);
  const rights = async (viewer: string) =>
    [...await listBookRights(db, viewer, ["a", "b", "c"])].map(([id, { mayMove, mayCorrect, mayRemove }]) =>
      [id, mayMove && "move", mayCorrect && "correct", mayRemove && "remove"].filter(Boolean).join(" ")
    ).sort();
  assert.deepEqual(await rights("ada"), ["a move correct remove", "b move correct remove"]);
  assert.deepEqual(await rights("grace"), ["a", "b correct remove"]);
  assert.deepEqual(await rights("mallory"), []);
  const restorable = async (viewer: string, now: number) =>
    (await listRestorable(db, viewer, "engine", now)).map(({ id }) => id);
  assert.deepEqual([await restorable("ada", 4), await restorable("grace", 4)], [["c"], []]);
  assert.deepEqual(await restorable("ada", 3 + booksLimits.book.restorableFor), []);
});
