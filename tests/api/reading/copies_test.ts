/** Readers' own copies of a book, and its chapters. */
import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { editions } from "../../../db/schema.ts";
import { startReading } from "../../support/cast.ts";
import { assertServesOthers } from "../../support/others.ts";
import { inScene } from "../../support/in_scene.ts";

const minutes = { unit: "minutes", pageCount: 600 };
const chapters = [{ title: "One", page: 5 }, { title: "Two", page: 100 }, { title: "Three", page: 150 }];

/** The cast with a book of 200 pages; puts and gets are Grace's, unless somebody else's. */
async function withBook() {
  const app = await startReading();
  const { call, path, grace } = app;
  return {
    ...app,
    put: (name: string, sent: unknown, as = grace) => call("PUT", `${path}/${name}`, as, sent),
    get: async (name: string, as = grace) => (await call("GET", `${path}/${name}`, as)).body,
    progress: async () => (await app.list(grace))[0].progress[0],
  };
}

const test = inScene(withBook);

test("a reader's copy changes the number of their page, and neither their place nor the calls in the book's pages", async (app) => {
  const { ada, grace } = app;
  await app.turn(grace, 100);
  assert.deepEqual(await app.get("edition"), { edition: null });
  const { status, body } = await app.put("edition", minutes);
  assert.deepEqual([status, body.edition], [200, { ...minutes, points: null }]);
  const [{ progress: [mine], edition, pageCount }] = await app.list(grace);
  assert.deepEqual([mine.currentPage, mine.page, mine.progress, pageCount], [100, 300, 50, 200]);
  assert.deepEqual(edition, { ...minutes, points: null });
  assert.equal((await app.list(ada))[0].edition, null, "Ada's copy is her own");
  await app.put("edition", { unit: "pages", pageCount: 200 });
  assert.deepEqual(await app.get("edition"), { edition: null });
  const percent = await app.put("edition", { unit: "percent", pageCount: 7 });
  assert.deepEqual(percent.body.edition, { unit: "percent", pageCount: 100, points: null });
});

test("any member gives the chapters in the book's pages, and their pages in a copy of their own", async (app) => {
  await app.put("edition", minutes);
  const saved = await app.put("chapters", chapters);
  assert.deepEqual([saved.status, saved.body], [200, { message: "Contents saved", chapters }]);
  assert.deepEqual([await app.get("chapters", app.ada), await app.get("anchors")], [chapters, []]);
  const anchors = [{ title: "Two", page: 400 }];
  assert.deepEqual((await app.put("anchors", anchors)).body.anchors, anchors);
  assert.deepEqual((await app.get("edition")).edition.points, [[400, 500_000_000]]);
  assert.deepEqual(await app.get("anchors", app.ada), chapters, "hers is the book's edition");
  await app.put("progress", { page: 400 });
  assert.equal((await app.progress()).currentPage, 100);
});

test("a chapter with a new title stays where it begins in copies, and nobody's place moves", async (app) => {
  await app.put("edition", minutes);
  await app.put("chapters", chapters);
  await app.put("anchors", [{ title: "Two", page: 400 }]);
  await app.put("progress", { page: 390 });
  const before = await app.progress();
  const renamed = chapters.map(({ title, page }) => ({ title: title === "Two" ? "The second" : title, page }));
  for (const given of [renamed, [{ title: "Before all", page: 0 }, ...renamed]]) {
    await app.put("chapters", given, app.ada);
    assert.deepEqual(await app.get("anchors"), [{ title: "The second", page: 400 }]);
    assert.deepEqual(await app.progress(), before);
  }
});

test("chapters beyond the end are refused, and so are pages of no chapter, beyond a copy's end, in another order or without a copy", async (app) => {
  const refused = async (name: string, sent: unknown) => {
    const { status, body } = await app.put(name, sent);
    assert.equal(status, 400);
    return body.message;
  };
  const beyond = (last: number) => `“One” begins beyond page ${last}, the last one.`;
  assert.equal(await refused("chapters", [{ title: "One", page: 201 }]), beyond(200));
  await app.put("chapters", chapters);
  assert.equal(await refused("anchors", [chapters[0]]), "Set your own copy first.");
  await app.put("edition", minutes);
  assert.equal(await refused("anchors", [{ title: "Four", page: 1 }]), "“Four” is no chapter of this book.");
  assert.equal(await refused("anchors", [{ title: "One", page: 601 }]), beyond(600));
  const turned = [{ title: "Two", page: 9 }, { title: "One", page: 30 }];
  assert.equal(await refused("anchors", turned), "A chapter begins before the one above it.");
  assert.deepEqual(await app.get("anchors"), []);
});

test("others are served while the pages of many copies are compared with new chapters", async (app) => {
  const { ada, bookId, deps: { db } } = app;
  const many = (first: number) =>
    Array.from({ length: 300 }, (_, n) => ({ title: `Part ${n}`, page: Math.floor(n / 2) + first }));
  await app.put("chapters", many(1), ada);
  const copies = Array.from({ length: 50 }, (_, n) => ({ id: `copy${n}`, pageCount: 300 + n, unit: "pages" as const }));
  await db.write([
    db.q.insert(editions).values(copies.map((copy) => ({ ...copy, bookId }))),
    db.q.run(sql`insert into edition_chapters (edition_id, title, page)
      select editions.id, title, page from editions inner join chapters using (book_id)`),
  ]);
  await assertServesOthers(app, async () => {
    assert.equal((await app.put("chapters", many(2), ada)).status, 200);
  });
});
