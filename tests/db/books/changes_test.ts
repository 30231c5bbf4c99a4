import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { bytesOfAccount } from "../../../db/account/storage.ts";
import { findBook, findFull, insertBook, listBooks, listBooksInProgress } from "../../../db/books/books.ts";
import { findChange, listChanges } from "../../../db/books/changes.ts";
import { deletePartOfRemovedBooks, listRestorable, removeBook, restoreBook } from "../../../db/books/removal.ts";
import { updateBook } from "../../../db/books/shelf.ts";
import { listMessages } from "../../../db/chat/messages.ts";
import { groups } from "../../../db/schema.ts";
import type { Db } from "../../../db/engine/client.ts";
import { setRole } from "../../../db/groups/members.ts";
import { saveSettings } from "../../../db/groups/settings.ts";
import { listNotedBooks, listNotesOfBook, listOwnNotes, saveNote } from "../../../db/notes/notes.ts";
import { findSharedNote, insertNoteAnswer, shareNote } from "../../../db/notes/shared_notes.ts";
import { listChapters, saveChapters, saveFirstChapters } from "../../../db/reading/chapters.ts";
import { claimLateReaders, deletePlan, findPlan, savePlan } from "../../../db/reading/plan.ts";
import { saveProgress } from "../../../db/reading/progress.ts";
import { listReadingDays } from "../../../db/reading/reading_list.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { listOverviewGroups } from "../../../db/site/overview.ts";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import * as notesLimits from "../../../server/contract/notes/limits.ts";
import { test } from "../../support/db.ts";
import { send, trySend } from "../../support/talking.ts";

const emma = { id: "emma", groupId: "engine", title: "Emma", pageCount: 100, coverKey: null };
const march = { bookId: "emma", startsOn: "2026-03-01", targetOn: "2026-03-31", days: [1] };
const april = { ...march, targetOn: "2026-04-30" };

const changes = async (db: Db) =>
  (await listChanges(db, "ada", "engine")).map(({ by, kind, before }) => `${by} ${kind} ${JSON.stringify(before)}`);

test("what was there before a plan is changed or removed is stored, and nothing where it stays", async ({ db }) => {
  await insertBook(db, "ada", emma, 1);
  await savePlan(db, "grace", march, 1);
  await savePlan(db, "ada", march, 2);
  await savePlan(db, "ada", april, 3);
  await deletePlan(db, "grace", "emma", 4);
  await deletePlan(db, "grace", "emma", 5);
  const plan = (targetOn: string) => JSON.stringify({ startsOn: march.startsOn, targetOn, days: [1] });
  assert.deepEqual(await changes(db), [
    `Grace plan ${plan(april.targetOn)}`,
    `Ada plan ${plan(march.targetOn)}`,
    "Grace plan null",
  ]);
});

test("what was there before a table of contents is replaced is stored", async ({ db }) => {
  await insertBook(db, "ada", emma, 1);
  const [one, two] = [{ title: "One", page: 1 }, { title: "Zwei “2”\t\\", page: 9 }];
  await saveFirstChapters(db, "grace", { bookId: "emma", given: [one] }, 1);
  await saveFirstChapters(db, "grace", { bookId: "emma", given: [two] }, 2);
  await saveChapters(db, "grace", { bookId: "emma", given: [one, two] }, 3);
  await saveChapters(db, "grace", { bookId: "emma", given: [one, two] }, 4);
  await saveChapters(db, "ada", { bookId: "emma", given: [] }, 5);
  const stored = await listChanges(db, "ada", "engine");
  assert.deepEqual(stored.map(({ before }) => before), [[one, two], [one], []]);
});

test("what was there before a book is corrected or moved to another state is stored, and not its order", async ({ db }) => {
  await insertBook(db, "ada", emma, 1);
  await updateBook(db, "grace", { bookId: "emma", title: "Emma", author: "Austen" }, 2);
  await updateBook(db, "grace", { bookId: "emma", title: "Emma", author: "Austen", state: "now", position: 3 }, 3);
  await updateBook(db, "ada", { bookId: "emma", state: "done" }, 4);
  await updateBook(db, "mallory", { bookId: "emma", title: "Mine" }, 5);
  assert.deepEqual(await changes(db), [
    'Ada moved "now"',
    'Grace corrected {"title":"Emma","author":null,"pageCount":100}',
  ]);
  await updateBook(db, "ada", { bookId: "emma", state: "now", author: null }, 6);
  const undone = (await listChanges(db, "ada", "engine")).map(({ kind, undoneAt }) => [kind, undoneAt]);
  assert.deepEqual(undone.slice(2), [["moved", 6], ["corrected", 6]]);
});

test("of a book the latest changes are stored, and of large ones fewer", async ({ db }) => {
  await insertBook(db, "ada", emma, 1);
  const { changes: most } = booksLimits.book;
  for (let n = 1; n <= most + 3; n++) await savePlan(db, "ada", n % 2 ? march : april, n);
  assert.equal((await changes(db)).length, most);
  const large = Array.from({ length: 200 }, (_, n) => ({ title: `${n} ${"x".repeat(190)}`, page: n }));
  for (const n of [1, 2, 3]) {
    await saveChapters(db, "ada", { bookId: "emma", given: large.slice(n) }, 100 + n);
  }
  const bytes = (await changes(db)).join("").length;
  assert.ok(bytes < 2 * booksLimits.book.changesBytes, `${bytes}`);
});

test("where plans, contents and the shelf are for organizers, other members change nothing", async ({ db }) => {
  await insertBook(db, "grace", emma, 1);
  await saveSettings(db, "ada", "engine", { plan: "organizers", contents: "organizers", shelf: "organizers" });
  const given = [{ title: "One", page: 1 }];
  const tries = async (who: string) =>
    [
      await savePlan(db, who, march, 2),
      await deletePlan(db, who, "emma", 3),
      await saveFirstChapters(db, who, { bookId: "emma", given }, 4),
      await saveChapters(db, who, { bookId: "emma", given: [] }, 5),
      await insertBook(db, who, { ...emma, id: `${who}s`, title: "Persuasion" }, 6),
      await removeBook(db, who, "emma", 7),
    ].map(Boolean);
  for (const who of ["grace", "mallory"]) assert.deepEqual(await tries(who), Array(6).fill(false), who);
  assert.deepEqual(await changes(db), []);
  assert.deepEqual(await tries("ada"), Array(6).fill(true));
  await restoreBook(db, "ada", "emma", 8);
  await setRole(db, "ada", { groupId: "engine", userId: "grace", role: "organizer" });
  assert.deepEqual(await savePlan(db, "grace", april, 9), { isChanged: true });
});

test("a plan and contents can be put back until they are again what they were, and a removal until the next change of the shelf", async ({ db }) => {
  await insertBook(db, "ada", emma, 1);
  const undone = async () => (await listChanges(db, "ada", "engine")).map(({ undoneAt }) => undoneAt);
  await savePlan(db, "ada", march, 1);
  await savePlan(db, "ada", april, 2);
  assert.deepEqual(await undone(), [null, null]);
  await savePlan(db, "ada", march, 3);
  assert.deepEqual(await undone(), [null, 3, null]);
  assert.deepEqual(await savePlan(db, "grace", march, 4), { isChanged: false });
  await deletePlan(db, "ada", "emma", 5);
  assert.deepEqual(await undone(), [null, null, null, 5]);
  assert.deepEqual(await deletePlan(db, "ada", "emma", 6), { isChanged: false });
  const contents = (titles: string[], now: number) =>
    saveChapters(db, "ada", { bookId: "emma", given: titles.map((title) => ({ title, page: 1 })) }, now);
  await contents(["One"], 7);
  await contents([], 8);
  assert.deepEqual((await undone()).slice(0, 2), [null, 8]);
  assert.deepEqual(await contents([], 9), { isChanged: false });
  await removeBook(db, "ada", "emma", 10);
  await restoreBook(db, "ada", "emma", 11);
  await removeBook(db, "ada", "emma", 11);
  assert.deepEqual(await undone(), [null, 11, 11], "of a removed book these alone are listed");
});

test("members remove what they added, organizers any book, and organizers alone bring one back within thirty days", async ({ db }) => {
  for (const [who, id] of [["ada", "emma"], ["grace", "own"]]) await insertBook(db, who, { ...emma, id }, 1);
  const now = 1_000;
  assert.ok(!await removeBook(db, "grace", "emma", now));
  assert.ok(!await removeBook(db, "mallory", "own", now));
  assert.ok(await removeBook(db, "grace", "own", now));
  assert.ok(!await removeBook(db, "grace", "own", now), "it is gone already");
  assert.ok(await removeBook(db, "ada", "emma", now));
  assert.deepEqual(await changes(db), ["Ada removed false", "Grace removed false"]);
  assert.ok(!await restoreBook(db, "grace", "own", now));
  assert.ok(!await restoreBook(db, "ada", "own", now + booksLimits.book.restorableFor));
  assert.ok(await restoreBook(db, "ada", "own", now + booksLimits.book.restorableFor - 1));
  assert.ok(!await restoreBook(db, "ada", "own", now), "it is there already");
  assert.deepEqual((await listBooks(db, "grace", { groupId: "engine" }))!.map(({ id }) => id), ["own"]);
});

test("a removed book is in no list, and nothing is written in it or about it", async ({ db }) => {
  await insertBook(db, "ada", emma, 1);
  await savePlan(db, "ada", march, 1);
  await saveChapters(db, "ada", { bookId: "emma", given: [{ title: "One", page: 1 }] }, 1);
  await saveProgress(db, "grace", { bookId: "emma", currentPage: 5, position: 50_000_000 }, 1);
  await removeBook(db, "ada", "emma", 2);
  assert.deepEqual([await listBooks(db, "grace", { groupId: "engine" }), await listBooksInProgress(db, "grace")], [
    [],
    [],
  ]);
  assert.deepEqual([await findBook(db, "grace", "emma"), await findReader(db, "grace", "emma")], [
    undefined,
    undefined,
  ]);
  assert.deepEqual([await findPlan(db, "grace", "emma"), await listChapters(db, "grace", "emma")], [undefined, []]);
  assert.equal((await listOverviewGroups(db, "grace"))[0].book, null);
  assert.equal(await saveProgress(db, "grace", { bookId: "emma", currentPage: 9, position: 90_000_000 }, 3), undefined);
  assert.deepEqual(
    await saveNote(db, "grace", { bookId: "emma", pageNumber: 1, content: "x", baseUpdatedAt: undefined }, 3),
    {},
  );
  assert.ok(!await savePlan(db, "ada", april, 3));
  const anchor = { bookId: "emma", position: 1, editionId: null };
  assert.equal(await trySend(db, "grace", "About it", { anchor }), undefined);
  const late = await claimLateReaders(db, [{ bookId: "emma", upTo: 1e9 }], { now: 1e12, limit: 9 });
  assert.deepEqual(late, []);
  await restoreBook(db, "ada", "emma", 4);
  const { position } = (await findReader(db, "grace", "emma"))!;
  assert.deepEqual([position, (await listChapters(db, "grace", "emma")).length], [50_000_000, 1]);
});

test("adding a removed book again brings it back, unless another one has its number", async ({ db }) => {
  const isbn = "9780141439587";
  await insertBook(db, "ada", { ...emma, isbn, googleBooksId: "g" }, 1);
  await saveProgress(db, "grace", { bookId: "emma", currentPage: 5, position: 50_000_000 }, 1);
  await removeBook(db, "ada", "emma", 2);
  assert.equal(await insertBook(db, "mallory", { ...emma, id: "other", isbn }, 3), undefined);
  const back = await insertBook(db, "grace", { ...emma, id: "again", title: "Emma, again", isbn }, 3);
  assert.deepEqual([back!.id, back!.title, back!.progress[0].currentPage], ["emma", "Emma", 5]);
  assert.deepEqual(await changes(db), ["Grace removed true", "Ada removed false"]);
  const [{ activeAt }] = await db.q.select({ activeAt: groups.activeAt }).from(groups);
  assert.equal(activeAt, 3);
  assert.equal(await insertBook(db, "grace", { ...emma, id: "third", isbn }, 4), undefined);
  await removeBook(db, "ada", "emma", 5);
  await insertBook(db, "ada", { ...emma, id: "plain" }, 6);
  assert.deepEqual((await listBooks(db, "ada", { groupId: "engine" }))!.map(({ id }) => id), ["plain"]);
});

test("a removed book is not brought back by a suggestion, which is a book of its own with the number", async ({ db }) => {
  const isbn = "9780141439587";
  await insertBook(db, "ada", { ...emma, isbn, googleBooksId: "g" }, 1);
  await removeBook(db, "ada", "emma", 2);
  await saveSettings(db, "ada", "engine", { shelf: "organizers" });
  const again = { ...emma, id: "again", isbn };
  assert.equal(await insertBook(db, "grace", again, 3), undefined);
  assert.equal(await insertBook(db, "mallory", { ...again, state: "suggested" }, 3), undefined);
  const suggested = (await insertBook(db, "grace", { ...again, state: "suggested" }, 3))!;
  assert.deepEqual([suggested.id, suggested.isbn, suggested.user!.id], ["again", isbn, "grace"]);
  assert.deepEqual(await changes(db), ["Ada removed false"]);
  assert.equal(await removeBook(db, "grace", "again", 4), "engine");
  assert.ok(await restoreBook(db, "ada", "emma", 5));
});

test("a suggestion takes the number of a removed book only while it is there, and is never brought back in its place", async ({ db }) => {
  const isbn = "9780141439587";
  await insertBook(db, "ada", { ...emma, isbn, googleBooksId: "g" }, 1);
  await saveProgress(db, "grace", { bookId: "emma", currentPage: 5, position: 50_000_000 }, 1);
  await removeBook(db, "ada", "emma", 2);
  const suggest = (id: string, now: number) =>
    insertBook(db, "grace", { ...emma, id, title: "Rude", isbn, googleBooksId: "g", state: "suggested" }, now);
  await suggest("rude", 3);
  await removeBook(db, "grace", "rude", 4);
  const back = (await insertBook(db, "ada", { ...emma, id: "again", isbn }, 5))!;
  assert.deepEqual([back.id, back.title, back.isbn, back.googleBooksId], ["emma", "Emma", isbn, "g"]);

  await removeBook(db, "ada", "emma", 6);
  await suggest("ruder", 7);
  assert.ok(await restoreBook(db, "ada", "emma", 8));
  assert.equal((await findBook(db, "ada", "emma"))!.isbn, null);
  await removeBook(db, "ada", "emma", 9);
  await removeBook(db, "grace", "ruder", 10);
  assert.equal((await insertBook(db, "ada", { ...emma, id: "new", isbn }, 11))!.id, "new");
});

test("a removed book that comes back has its number again where no book on the shelf has it", async ({ db }) => {
  const isbn = "9780141439587";
  await insertBook(db, "ada", { ...emma, isbn, googleBooksId: "g" }, 1);
  await removeBook(db, "ada", "emma", 2);
  await insertBook(db, "grace", { ...emma, id: "other", isbn, state: "suggested" }, 3);
  await removeBook(db, "grace", "other", 4);
  assert.ok(await restoreBook(db, "ada", "emma", 5));
  const { isbn: restored, googleBooksId } = (await findBook(db, "ada", "emma"))!;
  assert.deepEqual([restored, googleBooksId], [isbn, "g"]);
});

test("a removed book that is added to another part of the shelf can be put back to where it was", async ({ db }) => {
  const isbn = "9780141439587";
  await insertBook(db, "ada", { ...emma, isbn, state: "next" }, 1);
  await removeBook(db, "ada", "emma", 2);
  await insertBook(db, "grace", { ...emma, id: "again", isbn }, 3);
  assert.deepEqual(await changes(db), ["Grace removed true", 'Grace moved "next"', "Ada removed false"]);
});

test("a removed book leaves its room to another, and comes back only where the shelf has room, also by its number", async ({ db }) => {
  const isbn = "9780141439587";
  await insertBook(db, "ada", { ...emma, isbn }, 1);
  await fillShelf(db, groupsLimits.groups.books - 1);
  await removeBook(db, "ada", "emma", 2);
  const adding = ["one", "two"].map((id) => insertBook(db, "grace", { ...emma, id, title: id }, 3));
  assert.deepEqual((await Promise.all(adding)).map((book) => book?.id), ["one", undefined]);
  const back = [() => restoreBook(db, "ada", "emma", 4), () => insertBook(db, "ada", { ...emma, id: "new", isbn }, 4)];
  for (const bringBack of back) assert.ok(!await bringBack());
  assert.equal(await findFull(db, "ada", { groupId: "engine", state: "now" }), "shelf");
  await removeBook(db, "grace", "one", 5);
  assert.ok(await restoreBook(db, "ada", "emma", 6));
});

test("removed books that a member added have a limit of their own, which stops no other member", async ({ db }) => {
  const { removedBooks } = groupsLimits.groups;
  await fillShelf(db, removedBooks);
  await db.write([db.q.run(sql`update books set removed_at = 1, added_by = 'grace'`)]);
  assert.equal(await insertBook(db, "grace", emma, 2), undefined);
  assert.equal(await findFull(db, "grace", { groupId: "engine", state: "now" }), "removed");
  assert.ok(await insertBook(db, "ada", { ...emma, id: "adas" }, 2));
  assert.ok(await restoreBook(db, "ada", "b1", 3));
  assert.ok(await insertBook(db, "grace", emma, 4));
});

const fillShelf = (db: Db, count: number) =>
  db.write([
    db.q.run(sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into books (id, group_id, title, page_count, categories, created_at)
      select 'b' || n, 'engine', 'Book', 100, '[]', n from numbers`),
  ]);

test("a book that was removed more than thirty days ago stays away, and one with its number is added anew", async ({ db }) => {
  const isbn = "9780141439587";
  await insertBook(db, "ada", { ...emma, isbn }, 1);
  await removeBook(db, "ada", "emma", 2);
  const late = 2 + booksLimits.book.restorableFor;
  assert.equal((await insertBook(db, "grace", { ...emma, id: "new", isbn }, late))!.id, "new");
  assert.deepEqual((await listBooks(db, "grace", { groupId: "engine" }))!.map(({ id }) => id), ["new"]);
});

test("only organizers see what was there before a change, and only in their own group", async ({ db }) => {
  await insertBook(db, "ada", emma, 1);
  await savePlan(db, "grace", march, 1);
  const [{ id }] = await listChanges(db, "ada", "engine");
  assert.equal((await findChange(db, "ada", { groupId: "engine", id }))!.kind, "plan");
  for (const who of ["grace", "mallory"]) {
    assert.equal(await findChange(db, who, { groupId: "engine", id }), undefined);
    assert.deepEqual(await listChanges(db, who, "engine"), []);
  }
  assert.equal(await findChange(db, "ada", { groupId: "other", id }), undefined);
});

test("messages about a book that is deleted are about none from then on, and open for all", async ({ db }) => {
  for (const id of ["emma", "stays"]) await insertBook(db, "ada", { ...emma, id }, 1);
  const about = (bookId: string) => ({ anchor: { bookId, position: 500_000_000, editionId: null } });
  for (const text of ["One", "Two"]) await send(db, "ada", text, about("emma"));
  await send(db, "ada", "Three", about("stays"));
  await removeBook(db, "ada", "emma", 1_000);
  const seen = async () =>
    (await listMessages(db, "grace", "engine", { limit: 9 }))!.messages
      .map(({ content, anchor, rev }) => [content, anchor?.bookId, rev]);
  assert.deepEqual(await seen(), [["", "emma", 1], ["", "emma", 2], ["", "stays", 3]]);
  const due = 1_001 + booksLimits.book.restorableFor;
  const untied = (await deletePartOfRemovedBooks(db, due))!;
  assert.deepEqual(untied.map(({ groupId, rev }) => `${groupId} ${rev}`), ["engine 4", "engine 5"]);
  while (await deletePartOfRemovedBooks(db, due));
  assert.deepEqual(await seen(), [["One", undefined, 4], ["Two", undefined, 5], ["", "stays", 3]]);
});

test("removed books are deleted fifty at a time with all that is in them, until none is left that cannot come back", async ({ db }) => {
  const ids = Array.from({ length: 120 }, (_, n) => `old-${n}`);
  for (const id of [...ids, "new"]) {
    await insertBook(db, "ada", { ...emma, id }, 1);
    if (id === ids.at(-1)) {
      await saveNote(db, "grace", { bookId: id, pageNumber: 1, content: "x", baseUpdatedAt: undefined }, 1);
    }
    await removeBook(db, "ada", id, id === "new" ? 2_000 : 1_000);
  }
  const left: number[] = [];
  do left.push((await db.q.all(sql`select 1 from books`)).length); while (
    await deletePartOfRemovedBooks(db, 1_001 + booksLimits.book.restorableFor)
  );
  assert.deepEqual(left, [121, 71, 21, 22, 22, 2], "one is kept for its note");
});

test("a removed book is deleted after thirty days, and what its readers have read stays in their log", async ({ db }) => {
  await insertBook(db, "ada", emma, 1);
  await insertBook(db, "ada", { ...emma, id: "stays" }, 1);
  await saveProgress(db, "grace", { bookId: "emma", currentPage: 50, position: 5e8, day: "2026-03-02" }, 1);
  await removeBook(db, "ada", "emma", 1_000);
  const sweep = async (now: number) => {
    while (await deletePartOfRemovedBooks(db, now));
    return (await db.q.all<{ id: string }>(sql`select id from books order by id`)).map(({ id }) => id);
  };
  assert.deepEqual(await sweep(1_000 + booksLimits.book.restorableFor), ["emma", "stays"]);
  assert.deepEqual(await sweep(1_001 + booksLimits.book.restorableFor), ["stays"]);
  assert.deepEqual(await listReadingDays(db, "grace", 2026), [{ day: "2026-03-02", pages: 50 }]);
});

test("the notes of a removed book stay their writer's alone, also when the book is deleted after thirty days", async ({ db }) => {
  for (const id of ["emma", "empty"]) await insertBook(db, "ada", { ...emma, id, description: "A novel" }, 1);
  const write = (who: string, pageNumber: number, content: string) =>
    saveNote(db, who, { bookId: "emma", pageNumber, content, baseUpdatedAt: undefined }, 1);
  for (let page = 1; page <= 60; page++) await write("grace", page, `Page ${page}`);
  await write("ada", 2, "Ada's");
  await shareNote(db, "grace", { bookId: "emma", pageNumber: 1, shared: true }, 1);
  const shared = (await listOwnNotes(db, "grace", { limit: 100 })).find((note) => note.shared)!;
  assert.ok((await insertNoteAnswer(db, "ada", { id: "answer", noteId: shared.id, content: "Yes" }, 2))!.isNew);
  const bytes = () => Promise.all(["ada", "grace"].map((who) => bytesOfAccount(db, who)));
  for (const id of ["emma", "empty"]) await removeBook(db, "ada", id, 1_000);
  const seen = async () => {
    for (const who of ["grace", "ada"]) {
      const own = await listOwnNotes(db, who, { limit: 100 });
      assert.deepEqual([own.length, own.every(({ removed }) => removed)], [who === "ada" ? 1 : 60, true]);
      const [{ id, title, removed }] = await listNotedBooks(db, who);
      assert.deepEqual([title, removed], ["Emma", true]);
      assert.equal(
        (await listNotesOfBook(db, who, { bookId: id, after: -1 })).length,
        Math.min(own.length, notesLimits.note.part),
      );
    }
    assert.deepEqual(await listOwnNotes(db, "mallory", { limit: 100 }), []);
    assert.equal(await findSharedNote(db, "ada", shared.id), undefined);
  };
  await seen();
  const [, before] = await bytes();
  const due = 1_001 + booksLimits.book.restorableFor;
  while (await deletePartOfRemovedBooks(db, due));
  await seen();
  const rows = () => db.q.all(sql`select id, description, added_by as "addedBy" from books`);
  assert.deepEqual(await rows(), [{ id: "kept-emma", description: null, addedBy: null }]);
  assert.deepEqual(await db.q.all(sql`select 1 from note_answers`), []);
  assert.equal((await bytes())[1], before);
  assert.equal(await deletePartOfRemovedBooks(db, due), undefined);
  assert.deepEqual(await listRestorable(db, "ada", "engine", due), []);
  await db.write([db.q.run(sql`delete from notes where user_id = 'grace'`)]);
  while (await deletePartOfRemovedBooks(db, due));
  await write("ada", 2, "");
  assert.equal((await rows()).length, 1, "Ada's note is still there");
  await db.write([db.q.run(sql`delete from notes`)]);
  while (await deletePartOfRemovedBooks(db, due));
  assert.deepEqual(await rows(), []);
});
