/** Highlights of a file in notes, and notes as cards. */
import assert from "node:assert/strict";
import { insertBook } from "../../../db/books/books.ts";
import { notes } from "../../../db/schema.ts";
import { importTexts } from "../../../server/contract/notes/import_texts.ts";
import type { ImportedHighlights } from "../../../server/contract/notes/shapes.ts";
import type { Person } from "../../support/app.ts";
import { assertDescribed } from "../../support/described.ts";
import { inScene } from "../../support/in_scene.ts";
import { assertServesOthers } from "../../support/others.ts";
import { readTogether } from "../../support/readers.ts";

const header = "Highlight,Book Title,Book Author,Note,Location Type,Location";

async function withFiles() {
  const app = await readTogether();
  const { db } = app.deps;
  async function send(as: Person, content: string) {
    const body = new FormData();
    body.append("file", new File([content], "My Clippings.txt"));
    const headers = { Authorization: `Bearer ${as.token}` };
    const response = await fetch(`${app.url}/api/notes/import`, { method: "POST", headers, body });
    const answer = { status: response.status, body: await response.json() };
    assertDescribed("POST", "/notes/import", answer);
    return answer as { status: number; body: ImportedHighlights & { code: string; message: string } };
  }
  const rows = (as: Person, ...rows: string[]) => send(as, [header, ...rows].join("\n"));
  const note = async (as: Person, page: number, bookId = app.bookId) =>
    (await app.call("GET", `/books/${bookId}/notes/${page}`, as)).body.content as string;
  const addBook = (id: string, { title = id, author = "", groupId = app.group.id }) => {
    const book = { id, groupId, title, author, pageCount: 300, categories: [], coverKey: null };
    return insertBook(db, app.ada.id, book, 1);
  };
  const cards = async (as: Person) =>
    await (await fetch(`${app.url}/api/notes/anki`, { headers: { Authorization: `Bearer ${as.token}` } })).text();
  return { ...app, db, send, rows, note, addBook, cards };
}

const test = inScene(withFiles);

const counts = ({ body: { added, known, unmatched } }: { body: ImportedHighlights }) => [added, known, unmatched];

const kindle = (place: string, text: string) => `Sketch (Menabrea, Luigi)\n- ${place}\n\n${text}\n==========\n`;

test("highlights are added to the end of Grace's own notes, once, and move nothing", async (app) => {
  const { grace, ada, bookId } = app;
  await app.turnTo(grace, 20);
  await app.call("POST", `/books/${bookId}/notes/25`, grace, { content: "Before", pageNumber: 25, bookId });
  const file = kindle("Your Highlight | Location 250-260 | Added on Monday", "Looms\nand cards") +
    kindle("Your Note | Location 260 | Added on Monday", "So true") +
    kindle("Your Bookmark | Location 261 | Added on Monday", "") +
    kindle("Your Highlight on page 100 | Location 1000-1000 | Added on Monday", "The end");
  const first = await app.send(grace, file);
  assert.deepEqual([first.status, ...counts(first)], [200, 2, 0, 0]);
  assert.equal(first.body.message, "2 highlights added.");
  assert.equal(await app.note(grace, 25), "Before\n\n> Looms\n> and cards\n\nSo true");
  assert.equal(await app.note(grace, 100), "> The end");
  const longer = file + kindle("Your Highlight | Location 900 | Added on Monday", "Later");
  assert.deepEqual(counts(await app.send(grace, longer)), [1, 2, 0]);
  assert.equal(await app.note(grace, 90), "> Later");
  assert.equal(await app.note(ada, 25), "");
  assert.equal((await app.call("GET", `/books/${bookId}/notes?shared=1`, ada)).body.notes.length, 0);
  const [book] = (await app.call("GET", `/books/groups/${app.group.id}/books`, grace)).body.books;
  assert.equal(book.currentPage ?? book.progress?.currentPage ?? 20, 20);
});

test("a book of several groups is the one that was read last, and a page one of the reader's copy", async (app) => {
  const { ada, grace, barbara } = app;
  const other = (await app.call("POST", "/groups", ada, { groupName: "Others" })).body.group;
  await app.call("POST", `/groups/${other.id}/members`, ada, { userId: grace.id });
  await app.addBook("emma-one", { title: "Emma: A Novel", author: "Jane Austen" });
  await app.addBook("emma-two", { title: "Emma", author: "Austen, Jane", groupId: other.id });
  await app.call("PUT", "/books/emma-one/progress", grace, { currentPage: 3 });
  await app.call("PUT", "/books/emma-two/progress", grace, { currentPage: 3 });
  await app.call("PUT", "/books/emma-two/edition", grace, { pageCount: 600, unit: "pages" });
  await app.rows(grace, "Good people,Emma,Jane Austen,,page,12", "Two,Sketch,Anybody,,page,9");
  assert.deepEqual([await app.note(grace, 6, "emma-two"), await app.note(grace, 12, "emma-one")], [
    "> Good people",
    "",
  ]);
  await app.rows(barbara, "Twice as many,Sketch,,,page,80");
  assert.equal(await app.note(barbara, 40), "> Twice as many");
});

test("what fits no book, place or note is counted with its reason, and no shared note is changed", async (app) => {
  const { ada, grace, mallory, bookId } = app;
  await app.share(grace, 3, "Shared");
  const content = "x".repeat(19_990);
  await app.call("POST", `/books/${bookId}/notes/4`, grace, { content, pageNumber: 4, bookId });
  const { body } = await app.rows(
    grace,
    "One,Emma,Jane Austen,,page,1",
    "Two,Emma,Jane Austen,,page,2",
    "Three,Sketch,,,order,3",
    "Four,Sketch,,,page,3",
    "Five is too long,Sketch,,,page,4",
    `${"y".repeat(20_000)},Sketch,,,page,5`,
    "Six,Sketch,,,page,6",
    "<You have reached the clipping limit for this item>,Sketch,,,page,7",
  );
  const { reasons } = importTexts;
  assert.deepEqual(counts({ body }), [1, 0, 7]);
  assert.deepEqual(body.books.map(({ title, reason, count }) => [title, reason, count]), [
    ["Emma", reasons.noBook, 2],
    ["Sketch", reasons.clippingLimit, 1],
    ["Sketch", reasons.noPlace, 1],
    ["Sketch", reasons.tooLong, 1],
    ["Sketch", reasons.shared, 1],
    ["Sketch", reasons.noteFull, 1],
  ]);
  assert.deepEqual([await app.note(grace, 3), await app.note(grace, 4)], ["Shared", content]);
  assert.deepEqual(counts(await app.rows(mallory, "One,Sketch,,,page,1")), [0, 0, 1]);
  const many = Array.from({ length: 30 }, (_, n) => `One,Unknown ${n},,,page,1`);
  assert.equal((await app.rows(ada, ...many)).body.books.length, 20);
  await app.call("DELETE", `/books/${bookId}`, ada);
  assert.deepEqual(counts(await app.rows(grace, "Seven,Sketch,,,page,7")), [0, 0, 1]);
});

test("two imports at once add each highlight once", async (app) => {
  const rows = Array.from({ length: 60 }, (_, n) => `Number ${n},Sketch,,,page,${n % 3}`);
  const both = await Promise.all([app.rows(app.grace, ...rows), app.rows(app.grace, ...rows)]);
  assert.equal(both[0].body.added + both[1].body.added, 60);
  assert.equal(both[0].body.known + both[1].body.known, 60);
  for (const page of [0, 1, 2]) assert.equal((await app.note(app.grace, page)).match(/Number/g)?.length, 20);
});

test("an account that is full, and a file that has nothing or too much, are refused with what it is", async (app) => {
  const { grace, deps } = app;
  const refused = async (content: string) => {
    const { status, body } = await app.send(grace, content);
    return [status, body.code];
  };
  assert.deepEqual(await refused(""), [400, "no_highlights"]);
  assert.deepEqual(await refused("Title,Author\nEmma,Jane Austen\n"), [400, "no_highlights"]);
  assert.deepEqual(await refused(`x\n${"==========\n".repeat(10_001)}`), [413, "too_many_highlights"]);
  assert.equal((await refused("x".repeat(5 * 1024 * 1024 + 1)))[0], 413);
  const rows = Array.from({ length: 10_001 }, (_, n) => `Number ${n},Sketch,,,page,${n % 3}`);
  assert.deepEqual(await refused([header, ...rows].join("\n")), [413, "too_many_highlights"]);
  for (const row of ['a"b,Sketch', '"",""']) {
    assert.deepEqual(await refused([header, ...Array(10_002).fill(row)].join("\n")), [413, "too_many_highlights"]);
  }
  assert.equal(await app.note(grace, 1), "");
  const quota = deps.config.accountQuota;
  deps.config.accountQuota = 1200;
  assert.deepEqual(await refused(`${header}\n${"x".repeat(2000)},Sketch,,,page,1\n`), [413, "account_full"]);
  deps.config.accountQuota = quota;
  assert.equal(await app.note(grace, 1), "");
});

test("others are served while thousands of highlights are imported", async (app) => {
  const rows = Array.from({ length: 5000 }, (_, n) => `Number ${n},Sketch,,,page,${n % 100}`);
  await assertServesOthers(app, () => app.rows(app.grace, ...rows));
});

test("cards are of Grace's own notes, and of the questions that she answered, with her answers", async (app) => {
  const { ada, grace, barbara, bookId, db } = app;
  const write = (by: Person, pageNumber: number, content: string) =>
    db.write([
      db.q.insert(notes).values({
        bookId,
        userId: by.id,
        pageNumber,
        content,
        updatedAt: 1,
        id: crypto.randomUUID(),
      }),
    ]);
  await write(grace, 12, "> Looms\n\nWhy looms?");
  await write(grace, 13, "Cards & more");
  await write(ada, 14, "Ada's");
  for (const reader of [ada, grace, barbara]) await app.turnTo(reader, 20);
  const first = await app.ask(ada, 20, "Why cards?");
  await app.ask(ada, 20, "Not answered");
  for (const [by, content] of [[grace, "They hold"], [barbara, "Barbara's"]] as const) {
    await app.call("PUT", `/questions/${first.id}/answer`, by, { content });
  }
  const lines = (await app.cards(grace)).trimEnd().split("\n").filter((line) => !line.startsWith("#"));
  assert.deepEqual(lines, [
    "Looms\tWhy looms?<br><br>Sketch, Page 12\tSketch",
    "Sketch, Page 13\tCards &#38; more\tSketch",
    "Why cards?\tThey hold<br><br>Sketch, Page 20\tSketch",
  ]);
  await app.call("DELETE", `/groups/${app.group.id}/members/${grace.id}`, ada);
  assert.doesNotMatch(await app.cards(grace), /Looms|cards/);
});
