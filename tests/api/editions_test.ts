import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { editions } from "../../db/schema.ts";
import { startApp } from "../support/app.ts";
import { assertServesOthers } from "../support/others.ts";

/** A running app with a book of 200 pages in Ada's group, which Grace is in and Mallory is not. */
async function withBook() {
  const app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const circle = await app.group(ada, grace);
  const list = `/books/groups/${circle.id}/books`;
  const { body: { book } } = await app.call("POST", list, ada, { title: "Sketch", pageCount: 200 });
  const path = `/books/${book.id}`;
  return { ...app, ada, grace, mallory, circle, list, path };
}

const minutes = { unit: "minutes", pageCount: 600 };
const chapters = [{ title: "One", page: 5 }, { title: "Two", page: 100 }, { title: "Three", page: 150 }];

Deno.test("a reader's copy changes the number of their page, and neither their place nor the calls in the book's pages", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.path}/progress`, app.grace, { currentPage: 100 });
  assert.deepEqual((await app.call("GET", `${app.path}/edition`, app.grace)).body, { edition: null });
  const { status, body } = await app.call("PUT", `${app.path}/edition`, app.grace, minutes);
  assert.deepEqual([status, body.edition], [200, { ...minutes, points: null }]);
  const [{ progress: [mine], edition, pageCount }] = (await app.call("GET", app.list, app.grace)).body.books;
  assert.deepEqual([mine.currentPage, mine.page, mine.progress, pageCount], [100, 300, 50, 200]);
  assert.deepEqual(edition, { ...minutes, points: null });
  const turned = await app.call("PUT", `${app.path}/progress`, app.grace, { page: 301 });
  assert.deepEqual([turned.body.progress.page, turned.body.progress.currentPage], [301, 101]);
  const beyond = await app.call("PUT", `${app.path}/progress`, app.grace, { page: 601 });
  assert.deepEqual([beyond.status, beyond.body.message], [
    400,
    "Page number cannot exceed the book's total pages (600)",
  ]);
  assert.equal((await app.call("GET", app.list, app.ada)).body.books[0].edition, null, "Ada's copy is her own");
  await app.call("PUT", `${app.path}/edition`, app.grace, { unit: "pages", pageCount: 200 });
  assert.deepEqual((await app.call("GET", `${app.path}/edition`, app.grace)).body, { edition: null });
});

Deno.test("percent has a hundred, and a copy without a length or a unit is refused", async () => {
  await using app = await withBook();
  const percent = await app.call("PUT", `${app.path}/edition`, app.ada, { unit: "percent", pageCount: 7 });
  assert.deepEqual(percent.body.edition, { unit: "percent", pageCount: 100, points: null });
  for (const wrong of [{}, { unit: "pages" }, { unit: "pages", pageCount: 0 }, { unit: "words", pageCount: 5 }]) {
    const { status, body } = await app.call("PUT", `${app.path}/edition`, app.ada, wrong);
    assert.deepEqual([status, body.code], [400, "invalid_input"]);
  }
});

Deno.test("any member gives the chapters in the book's pages, and their pages in a copy of their own", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.path}/edition`, app.grace, minutes);
  const saved = await app.call("PUT", `${app.path}/chapters`, app.grace, chapters);
  assert.deepEqual([saved.status, saved.body], [200, { message: "Contents saved", chapters }]);
  assert.deepEqual((await app.call("GET", `${app.path}/chapters`, app.ada)).body, chapters);
  assert.deepEqual((await app.call("GET", `${app.path}/anchors`, app.grace)).body, []);
  const anchors = [{ title: "Two", page: 400 }];
  const { body } = await app.call("PUT", `${app.path}/anchors`, app.grace, anchors);
  assert.deepEqual(body.anchors, anchors);
  assert.deepEqual((await app.call("GET", `${app.path}/edition`, app.grace)).body.edition.points, [[400, 500_000_000]]);
  assert.deepEqual(
    (await app.call("GET", `${app.path}/anchors`, app.ada)).body,
    chapters,
    "hers is the book's edition",
  );
  await app.call("PUT", `${app.path}/progress`, app.grace, { page: 400 });
  assert.equal((await app.call("GET", app.list, app.grace)).body.books[0].progress[0].currentPage, 100);
});

Deno.test("a chapter with a new title stays where it begins in copies, and nobody's place moves", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.path}/edition`, app.grace, minutes);
  await app.call("PUT", `${app.path}/chapters`, app.ada, chapters);
  await app.call("PUT", `${app.path}/anchors`, app.grace, [{ title: "Two", page: 400 }]);
  await app.call("PUT", `${app.path}/progress`, app.grace, { page: 390 });
  const progress = async () => (await app.call("GET", app.list, app.grace)).body.books[0].progress[0];
  const before = await progress();
  const renamed = chapters.map(({ title, page }) => ({ title: title === "Two" ? "The second" : title, page }));
  for (const given of [renamed, [{ title: "Before all", page: 0 }, ...renamed]]) {
    await app.call("PUT", `${app.path}/chapters`, app.ada, given);
    const { body } = await app.call("GET", `${app.path}/anchors`, app.grace);
    assert.deepEqual(body, [{ title: "The second", page: 400 }]);
    assert.deepEqual(await progress(), before);
  }
});

Deno.test("chapters beyond the end, of the same title, or in another order are refused, and so are anchors of no chapter", async () => {
  await using app = await withBook();
  const put = async (path: string, sent: unknown) => {
    const { status, body } = await app.call("PUT", `${app.path}/${path}`, app.grace, sent);
    return [status, body.message];
  };
  const [one, two] = chapters;
  assert.deepEqual(await put("chapters", [{ title: "One", page: 201 }]), [
    400,
    "“One” begins beyond page 200, the last one.",
  ]);
  assert.deepEqual(await put("chapters", [two, one]), [400, "A chapter begins before the one above it."]);
  assert.deepEqual(await put("chapters", [one, { ...two, title: "One" }]), [400, "Two chapters have the same title."]);
  assert.deepEqual((await put("chapters", chapters))[0], 200);
  assert.deepEqual(await put("anchors", [one]), [400, "Set your own copy first."]);
  await app.call("PUT", `${app.path}/edition`, app.grace, minutes);
  assert.deepEqual(await put("anchors", [{ title: "Four", page: 1 }]), [400, "“Four” is no chapter of this book."]);
  assert.deepEqual(await put("anchors", [{ title: "One", page: 601 }]), [
    400,
    "“One” begins beyond page 600, the last one.",
  ]);
  assert.deepEqual(await put("anchors", [{ title: "Two", page: 9 }, { title: "One", page: 30 }]), [
    400,
    "A chapter begins before the one above it.",
  ]);
  assert.deepEqual((await app.call("GET", `${app.path}/anchors`, app.grace)).body, []);
});

Deno.test("to an outsider copies, chapters and anchors are not there", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.path}/chapters`, app.ada, chapters);
  const calls: [string, string, unknown?][] = [
    ["GET", "edition"],
    ["PUT", "edition", minutes],
    ["GET", "chapters"],
    ["PUT", "chapters", []],
    ["GET", "anchors"],
    ["PUT", "anchors", []],
  ];
  for (const [method, path, sent] of calls) {
    const { status, body } = await app.call(method, `${app.path}/${path}`, app.mallory, sent);
    assert.deepEqual([status, body.message], [404, "Book not found"], `${method} ${path}`);
    assert.equal((await app.call(method, `/books/nowhere/${path}`, app.ada, sent)).status, 404);
    assert.equal((await app.call(method, `${app.path}/${path}`, null, sent)).status, 401);
  }
  assert.deepEqual((await app.call("GET", `${app.path}/chapters`, app.ada)).body, chapters);
});

Deno.test("others are served while the pages of many copies are compared with new chapters", async () => {
  await using app = await withBook();
  const { ada, path, deps: { db } } = app;
  const bookId = path.split("/").at(-1)!;
  const many = (first: number) =>
    Array.from({ length: 300 }, (_, n) => ({ title: `Part ${n}`, page: Math.floor(n / 2) + first }));
  await app.call("PUT", `${path}/chapters`, ada, many(1));
  const copies = Array.from({ length: 50 }, (_, n) => ({ id: `copy${n}`, pageCount: 300 + n, unit: "pages" as const }));
  await db.write([
    db.q.insert(editions).values(copies.map((copy) => ({ ...copy, bookId }))),
    db.q.run(sql`insert into edition_chapters (edition_id, title, page)
      select editions.id, title, page from editions inner join chapters using (book_id)`),
  ]);
  await assertServesOthers(app, async () => {
    assert.equal((await app.call("PUT", `${path}/chapters`, ada, many(2))).status, 200);
  });
});
