import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertBook } from "../../db/books/books.ts";
import { notes } from "../../db/schema.ts";
import type { OwnNote } from "../../server/contract/notes/shapes.ts";
import { assertServesOthers } from "../support/others.ts";
import { readTogether } from "../support/readers.ts";

/** The readers' book, with notes of somebody's. */
async function withNotes() {
  const app = await readTogether();
  const { db } = app.deps;
  const write = (userId: string, rows: { page: number; content: string }[], bookId = app.bookId) =>
    db.write([
      db.q.insert(notes).values(rows.map(({ page, content }) => ({
        bookId,
        userId,
        pageNumber: page,
        content,
        updatedAt: 1000 + page,
        id: crypto.randomUUID(),
      }))),
    ]);
  const list = async (as: typeof app.ada, query = "") => (await app.call("GET", `/notes${query}`, as)).body;
  return { ...app, write, list };
}

const contents = ({ notes }: { notes: OwnNote[] }) => notes.map(({ content }) => content);

Deno.test("one's notes of all books are listed, the newest first, and nobody else's", async () => {
  await using app = await withNotes();
  const { ada, barbara, grace } = app;
  await app.write(barbara.id, [{ page: 3, content: "older" }, { page: 40, content: "newer" }]);
  await app.write(ada.id, [{ page: 41, content: "Ada's" }]);
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
    updatedAt: "1970-01-01T00:00:01.040Z",
    shared: false,
  });
  assert.deepEqual(await app.list(grace), { notes: [], hasMore: false, next: null });
  await app.call("DELETE", `/groups/${app.group.id}/members/${barbara.id}`, ada);
  assert.deepEqual((await app.list(barbara)).notes, []);
});

Deno.test("they come in parts, and a search finds words without their accents, in titles too", async () => {
  await using app = await withNotes();
  const { ada } = app;
  const rows = Array.from(
    { length: 100 },
    (_, page) => ({ page, content: page % 2 ? `Élan ${page}` : `Plain ${page}` }),
  );
  await app.write(ada.id, rows);
  const first = await app.list(ada);
  const second = await app.list(ada, `?before=${first.next}`);
  assert.deepEqual([first.notes.length, second.notes.length, second.hasMore], [50, 50, false]);
  assert.deepEqual(contents(second).at(-1), "Plain 0");
  assert.deepEqual(contents(await app.list(ada, "?query=elan%2097")), ["Élan 97"]);
  assert.equal((await app.list(ada, "?query=SKETCH%20plain")).notes.length, 50);
  assert.deepEqual(contents(await app.list(ada, "?query=100%25")), []);
  for (const query of [`?query=${"x".repeat(201)}`, "?before=x", "?before=1.%20"]) {
    assert.equal((await app.call("GET", `/notes${query}`, ada)).status, 400);
  }
});

Deno.test("the export has all notes book by book as Markdown, in the pages of the reader's copy", async () => {
  await using app = await withNotes();
  const { barbara, ada } = app;
  const more = { id: "second", groupId: app.group.id, title: "*A* [book] #2", author: "Mary_Ann", pageCount: 9 };
  await insertBook(app.deps.db, ada.id, { ...more, categories: [], coverKey: null }, 1);
  await app.write(barbara.id, Array.from({ length: 60 }, (_, n) => ({ page: n + 1, content: `On ${n + 1}\n` })));
  await app.write(barbara.id, [{ page: 8, content: "**as typed**" }], "second");
  await app.write(ada.id, [{ page: 1, content: "Ada's" }]);
  const answer = await fetch(`${app.url}/api/notes/export`, {
    headers: { Authorization: `Bearer ${barbara.token}`, "Accept-Encoding": "br" },
  });
  const text = await answer.text();
  assert.equal(answer.headers.get("Content-Type"), "text/markdown; charset=utf-8");
  assert.equal(answer.headers.get("Content-Disposition"), 'attachment; filename="notes.md"');
  assert.equal(answer.headers.get("Content-Encoding"), null);
  assert.match(text, /^# Notes\n\n## \\\*A\\\* \\\[book\\\] \\#2\n\nMary\\_Ann\n\n### Page 8\n\n\*\*as typed\*\*\n/);
  assert.match(text, /\n## Sketch\n\n### Page 2\n\nOn 1\n\n### Page 4\n/);
  assert.equal(text.match(/^### /gm)?.length, 61);
  assert.doesNotMatch(text, /Ada's/);
});

Deno.test("others are served while many notes are searched, and while they are exported", async () => {
  await using app = await withNotes();
  const { ada, bookId, deps: { db } } = app;
  await db.write([db.q.run(sql`
    with recursive pages(n) as (select 1 union all select n + 1 from pages where n < 8000)
    insert into notes (book_id, user_id, page_number, content, updated_at, id)
    select ${bookId}, ${ada.id}, n, 'On ' || n, n, 'note' || n from pages`)]);
  for (const path of ["?query=nothing", "/export"]) {
    await assertServesOthers(app, async () => {
      const headers = { Authorization: `Bearer ${ada.token}` };
      await (await fetch(`${app.url}/api/notes${path}`, { headers })).text();
    });
  }
});
