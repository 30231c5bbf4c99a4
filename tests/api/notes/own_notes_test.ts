/** The notes of a reader in all books. */
import assert from "node:assert/strict";
import { insertBook } from "../../../db/books/books.ts";
import { notes } from "../../../db/schema.ts";
import type { OwnNote } from "../../../server/contract/notes/shapes.ts";
import type { Person } from "../../support/app.ts";
import { run } from "../../support/cast.ts";
import { assertServesOthers } from "../../support/others.ts";
import { submit, visit } from "../../support/requests.ts";
import { readTogether } from "../../support/readers.ts";
import { inScene } from "../../support/in_scene.ts";

/** The readers' book, with notes of somebody's. */
async function withNotes() {
  const app = await readTogether();
  const { db } = app.deps;
  const write = (by: Person, pages: Record<number, string>, bookId = app.bookId) => {
    const rows = Object.entries(pages).map(([page, content]) => {
      const pageNumber = Number(page);
      return { bookId, userId: by.id, pageNumber, content, updatedAt: 1000 + pageNumber, id: crypto.randomUUID() };
    });
    return db.write([db.q.insert(notes).values(rows)]);
  };
  const list = async (as: Person, query = "") => (await app.call("GET", `/notes${query}`, as)).body;
  return { ...app, write, list };
}

const test = inScene(withNotes);

const contents = ({ notes }: { notes: OwnNote[] }) => notes.map(({ content }) => content);

test("one's notes of all books are listed, the newest first, in the pages of one's copy, and nobody else's", async (app) => {
  const { ada, barbara, grace } = app;
  await app.write(barbara, { 3: "older", 40: "newer" });
  await app.write(ada, { 41: "Ada's" });
  const list = await app.list(barbara);
  assert.deepEqual(contents(list), ["newer", "older"]);
  const { id: _, ...note } = list.notes[0];
  assert.deepEqual(note, {
    bookId: app.bookId,
    title: "Sketch",
    groupId: app.group.id,
    pageNumber: 80,
    unit: "pages",
    chapter: null,
    bookPage: 40,
    content: "newer",
    format: null,
    updatedAt: "1970-01-01T00:00:01.040Z",
    shared: false,
    mayShare: true,
    removed: false,
  });
  assert.deepEqual(await app.list(grace), { notes: [], hasMore: false, next: null });
  await app.call("DELETE", `/groups/${app.group.id}/members/${barbara.id}`, ada);
  assert.deepEqual((await app.list(barbara)).notes, []);
});

test("they come in parts, and a search finds words without their accents, in titles too", async (app) => {
  const { ada } = app;
  await app.write(ada, Array.from({ length: 100 }, (_, page) => `${page % 2 ? "Élan" : "Plain"} ${page}`));
  const first = await app.list(ada);
  const second = await app.list(ada, `?before=${first.next}`);
  assert.deepEqual([first.notes.length, second.notes.length, second.hasMore], [50, 50, false]);
  assert.equal(contents(second).at(-1), "Plain 0");
  assert.deepEqual(contents(await app.list(ada, "?query=elan%2097")), ["Élan 97"]);
  assert.equal((await app.list(ada, "?query=SKETCH%20plain")).notes.length, 50);
  assert.deepEqual(contents(await app.list(ada, "?query=100%25")), []);
  for (const query of [`?query=${"x".repeat(201)}`, "?before=x", "?before=1.%20"]) {
    assert.equal((await app.call("GET", `/notes${query}`, ada)).status, 400);
  }
});

test("the export has all notes book by book as Markdown, in the pages of the reader's copy", async (app) => {
  const { barbara, ada } = app;
  const more = { id: "second", groupId: app.group.id, title: "*A* [book] #2", author: "Mary_Ann", pageCount: 9 };
  await insertBook(app.deps.db, ada.id, { ...more, categories: [], coverKey: null }, 1);
  await app.write(barbara, Object.fromEntries(Array.from({ length: 60 }, (_, n) => [n + 1, `On ${n + 1}\n`])));
  await app.write(barbara, { 8: "**as typed**" }, "second");
  await app.write(ada, { 1: "Ada's" });
  const headers = { Authorization: `Bearer ${barbara.token}`, "Accept-Encoding": "br" };
  const answer = await fetch(`${app.url}/api/notes/export`, { headers });
  const text = await answer.text();
  assert.equal(answer.headers.get("Content-Type"), "text/markdown; charset=utf-8");
  assert.equal(answer.headers.get("Content-Disposition"), 'attachment; filename="notes.md"');
  assert.equal(answer.headers.get("Content-Encoding"), null);
  assert.match(text, /^# Notes\n\n## \\\*A\\\* \\\[book\\\] \\#2\n\nMary\\_Ann\n\n### Page 8\n\n\*\*as typed\*\*\n/);
  assert.match(text, /\n## Sketch\n\n### Page 2\n\nOn 1\n\n### Page 4\n/);
  assert.equal(text.match(/^### /gm)?.length, 61);
  assert.doesNotMatch(text, /Ada's/);
});

test("the notes of a book that was removed from the shelf are listed and exported to their writer, and say so", async (app) => {
  const { ada, barbara } = app;
  await app.write(barbara, { 3: "Barbara's" });
  await app.write(ada, { 3: "Ada's" });
  await app.call("DELETE", `/books/${app.bookId}`, ada);
  const { notes } = await app.list(barbara);
  assert.deepEqual(notes.map(({ content, removed }: OwnNote) => [content, removed]), [["Barbara's", true]]);
  const headers = { Authorization: `Bearer ${barbara.token}` };
  const text = async (path: string) => await (await fetch(app.url + path, { headers })).text();
  assert.match(
    await text("/api/notes/export"),
    /## Sketch\n\n\*Removed from the group’s shelf\*\n\n### .*\n\nBarbara's\n/,
  );
  assert.match(await text("/api/notes/anki"), /Barbara&#39;s/);
  const page = await (await visit(app, "/notes", barbara)).text();
  assert.match(page, /<em>Removed from the group’s shelf<\/em>/);
  assert.doesNotMatch(page, new RegExp(`/group/[^"]*${app.bookId}|Ada&#x27;s`));
  const at = `/books/${app.bookId}/notes/3`;
  const send = (as: Person, content: string) =>
    app.call("POST", at, as, { content, pageNumber: 3, bookId: app.bookId });
  for (const [as, content] of [[barbara, "Changed"], [app.grace, ""], [app.mallory, ""]] as const) {
    assert.equal((await send(as, content)).status, 404);
  }
  assert.equal((await app.call("GET", at, barbara)).status, 404);
  await submit(app, `/notes/${app.bookId}/remove`, barbara, { pageNumber: "3" });
  assert.deepEqual((await app.list(barbara)).notes, []);
  assert.deepEqual(contents(await app.list(ada)), ["Ada's"]);
  assert.deepEqual((await send(ada, "")).body.note.content, "");
});

test("others are served while many notes are searched, and while they are exported", async (app) => {
  const { ada, bookId } = app;
  await run(
    app,
    `with recursive pages(n) as (select 1 union all select n + 1 from pages where n < 8000)
      insert into notes (book_id, user_id, page_number, content, updated_at, id)
      select '${bookId}', '${ada.id}', n, 'On ' || n, n, 'note' || n from pages`,
  );
  const headers = { Authorization: `Bearer ${ada.token}` };
  for (const path of ["?query=nothing", "/export"]) {
    await assertServesOthers(app, async () => await (await fetch(`${app.url}/api/notes${path}`, { headers })).text());
  }
});
