import assert from "node:assert/strict";
import { positionAtPlace } from "../../../server/contract/books/text_places.ts";
import { percentAt } from "../../../server/contract/reading/positions.ts";
import { startReading } from "../../support/cast.ts";
import { paragraphs, storeText } from "../../support/texts.ts";

Deno.test("a reader has one progress per book, of their own: the last page saved, with its percentage and by the server's clock", async () => {
  const now = Date.parse("2030-01-01");
  await using app = await startReading({ clock: () => now }, { pageCount: 65 });
  const { ada, grace, bookId } = app;
  const times: string[] = [];
  for (const page of [0, 65, "7", 22]) {
    const { status, body } = await app.turn(grace, page);
    assert.deepEqual([status, body.message], [200, "Reading progress updated"]);
    times.push(body.progress.lastReadAt);
  }
  assert.equal(times[0], "2030-01-01T00:00:00.000Z");
  assert.deepEqual(times, [...new Set(times)].sort());
  const [{ progress: [progress, ...others] }] = await app.list(grace);
  const { lastReadAt, ...rest } = progress;
  assert.deepEqual(rest, { bookId, userId: grace.id, currentPage: 22, page: 22, progress: 34, place: null });
  assert.deepEqual([lastReadAt, others, (await app.list(ada))[0].progress], [times[3], [], []]);
  await app.call("DELETE", `${app.here}/members/${grace.id}`, ada);
  assert.equal((await app.turn(grace, 11)).status, 404);
  await app.call("POST", `${app.here}/members`, ada, { userId: grace.id });
  assert.deepEqual((await app.list(grace))[0].progress, [progress], "it stays while they are out of the group");
});

Deno.test("a page that is not a whole number, or beyond the end, is refused with the spec's text", async () => {
  await using app = await startReading({}, { pageCount: 65 });
  for (const page of [-1, 1.5, "1.5", "-1", "", " ", "seven", null, undefined, true, [], {}, 1e300, "1e1"]) {
    const { status, body } = await app.turn(app.ada, page);
    assert.deepEqual([status, body.message], [400, "Please enter a valid page number"], String(page));
  }
  for (const page of [66, 99999]) {
    const { status, body } = await app.turn(app.ada, page);
    assert.deepEqual([status, body.code], [400, "page_beyond_end"]);
    assert.equal(body.message, "Page number cannot exceed the book's total pages (65)");
  }
  assert.deepEqual((await app.list(app.ada))[0].progress, []);
});

Deno.test("a turn that is sent late changes nothing if a later one is stored, and has no time in the future", async () => {
  const now = Date.parse("2030-03-01T12:00:00Z");
  await using app = await startReading({ clock: () => now });
  const turn = (currentPage: number, at?: unknown) =>
    app.call("PUT", `${app.path}/progress`, app.grace, { currentPage, at });
  const turned = async (currentPage: number, at?: string) => {
    const { progress } = (await turn(currentPage, at)).body;
    return [progress.currentPage, progress.lastReadAt];
  };
  const yesterday = [20, "2030-02-28T18:00:00.000Z"];
  assert.deepEqual(await turned(20, "2030-02-28T20:00:00+02:00"), yesterday);
  assert.deepEqual(await turned(10, "2030-02-28T17:59:00Z"), yesterday);
  const [, future] = await turned(21, "2031-01-01T00:00:00Z");
  assert.equal(future, "2030-03-01T12:00:00.000Z");
  const [page, later] = await turned(5);
  assert.ok(page === 5 && later > future);
  for (const at of ["yesterday", "2030-03-01", -5, "2030-03-01T12:00:00"]) {
    assert.equal((await turn(6, at)).status, 400, String(at));
  }
});

Deno.test("a page of the reader's own copy is the same place in the book, and counts in the copy that it was turned in", async () => {
  await using app = await startReading({}, { pageCount: 65 });
  const { grace, path } = app;
  const turn = async (page: number, copy?: object) => await app.call("PUT", `${path}/progress`, grace, { page, copy });
  await app.call("PUT", `${path}/edition`, grace, { unit: "pages", pageCount: 130 });
  for (const [page, currentPage] of [[45, 23], [46, 23], [130, 65]]) {
    const { body: { progress } } = await turn(page);
    assert.deepEqual([progress.page, progress.currentPage], [page, currentPage]);
  }
  const { status, body } = await turn(131);
  assert.deepEqual([status, body.message], [400, "Page number cannot exceed the book's total pages (130)"]);
  await app.call("PUT", `${path}/edition`, grace, { unit: "percent", pageCount: 100 });
  const { body: { progress } } = await turn(90, { unit: "pages", pageCount: 300 });
  assert.deepEqual([progress.page, progress.progress, progress.currentPage], [30, 30, 20]);
  for (const wrong of [{ unit: "pages", pageCount: 0 }, { unit: "scrolls", pageCount: 3 }, { pageCount: 3 }]) {
    assert.equal((await turn(1, wrong)).status, 400);
  }
});

Deno.test("a place of the book's text is turned to as a page is, and remembered exactly until a page is turned to", async () => {
  const now = Date.parse("2030-03-01T12:00:00Z");
  await using app = await startReading({ clock: () => now }, { pageCount: 65 });
  const { grace, path, deps: { db }, bookId } = app;
  const turn = (at: unknown, more = {}) => app.call("PUT", `${path}/progress`, grace, { at, ...more });
  const none = await turn(1);
  assert.deepEqual([none.status, none.body.code], [404, "text_not_found"]);
  const pageCount = await storeText(db, bookId, [{ title: "One", paragraphs: paragraphs("One") }]);
  for (const at of [400_000_000, "400000000"]) {
    const { body: { progress } } = await turn(at);
    const percent = percentAt(positionAtPlace({ pageCount, points: null }, 400_000_000));
    assert.deepEqual([progress.place, progress.progress, progress.currentPage], [400_000_000, percent, 26]);
  }
  const late = await turn(100_000_000, { turnedAt: "2030-03-01T11:00:00Z" });
  assert.equal(late.body.progress.place, 400_000_000);
  const paged = await app.call("PUT", `${path}/progress`, grace, { page: 30, turnedAt: "2030-03-01T12:00:00Z" });
  assert.equal(paged.status, 200);
  assert.equal((await app.turn(grace, 30)).body.progress.place, null);
  assert.equal((await turn(1_000_000_000)).body.progress.progress, 100);
  for (const at of [-1, 0.5, 1_000_000_001, "10000000000", ""]) assert.equal((await turn(at)).status, 400, String(at));
  assert.equal((await turn(1, { page: 3 })).status, 400, "a page and a place");
  await app.call("DELETE", `${app.here}/members/${grace.id}`, app.ada);
  assert.equal((await turn(1)).body.code, "book_not_found");
});
