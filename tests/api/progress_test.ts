import assert from "node:assert/strict";
import { type Person, startApp } from "../support/app.ts";

/** A running app with a book of 65 pages in Ada's group, which Grace is in and Mallory is not. */
async function withBook(options?: Parameters<typeof startApp>[0]) {
  const app = await startApp(options);
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const circle = await app.group(ada, grace);
  const path = `/books/groups/${circle.id}/books`;
  const { body: { book } } = await app.call("POST", path, ada, { title: "Sketch", pageCount: 65 });
  const list = async (as: Person) => await app.call("GET", path, as);
  const turn = (as: Person | null, currentPage: unknown, id = book.id) =>
    app.call("PUT", `/books/${id}/progress`, as, { currentPage });
  return { ...app, ada, grace, mallory, circle, book, list, turn };
}

const statusAndMessage = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message];

// spec: 1.10, 3.5, 3.6, 7.14
Deno.test("progress is stored with its percentage, for its reader alone", async () => {
  await using app = await withBook();
  const { status, body } = await app.turn(app.grace, 22);
  assert.deepEqual([status, body.message], [200, "Reading progress updated"]);
  const { lastReadAt, ...progress } = body.progress;
  assert.deepEqual(progress, { bookId: app.book.id, userId: app.grace.id, currentPage: 22, page: 22, progress: 34 });
  assert.ok(Math.abs(Date.parse(lastReadAt) - Date.now()) < 60_000);
  assert.deepEqual((await app.list(app.grace)).body.books[0].progress, [body.progress]);
  assert.deepEqual((await app.list(app.ada)).body.books[0].progress, []);
});

Deno.test("a reader has one progress per book: the last one saved, by the server's clock", async () => {
  const now = Date.parse("2030-01-01");
  await using app = await withBook({ clock: () => now });
  const times: string[] = [];
  for (const page of [0, 65, "7", 7]) {
    const { body: { progress } } = await app.turn(app.ada, page);
    assert.equal(progress.currentPage, Number(page));
    times.push(progress.lastReadAt);
  }
  assert.equal(times[0], "2030-01-01T00:00:00.000Z");
  assert.deepEqual(times, [...new Set(times)].sort());
  const [{ progress }] = (await app.list(app.ada)).body.books;
  assert.deepEqual(progress.map(({ currentPage }: { currentPage: number }) => currentPage), [7]);
});

// spec: 4.10, 5.9
Deno.test("a page that is not a whole number, or beyond the end, is refused with the spec's text", async () => {
  await using app = await withBook();
  for (const page of [-1, 1.5, "1.5", "-1", "", " ", "seven", null, undefined, true, [], {}, 1e300, "1e1"]) {
    assert.deepEqual(
      statusAndMessage(await app.turn(app.ada, page)),
      [400, "Please enter a valid page number"],
      String(page),
    );
  }
  for (const page of [66, 99999]) {
    const { status, body } = await app.turn(app.ada, page);
    assert.deepEqual([status, body.message], [400, "Page number cannot exceed the book's total pages (65)"]);
    assert.equal(body.code, "page_beyond_end");
  }
  assert.deepEqual((await app.list(app.ada)).body.books[0].progress, []);
});

Deno.test("progress survives leaving the group and coming back", async () => {
  await using app = await withBook();
  await app.turn(app.grace, 10);
  await app.call("DELETE", `/groups/${app.circle.id}/members/${app.grace.id}`, app.ada);
  assert.equal((await app.list(app.grace)).status, 404);
  assert.equal((await app.turn(app.grace, 11)).status, 404);
  await app.call("POST", `/groups/${app.circle.id}/members`, app.ada, { userId: app.grace.id });
  assert.equal((await app.list(app.grace)).body.books[0].progress[0].currentPage, 10);
});

Deno.test("saving progress answers 401 without a session and 404 to Mallory", async () => {
  await using app = await withBook();
  assert.equal((await app.turn(null, 1)).status, 401);
  for (const id of [app.book.id, "nowhere"]) {
    assert.deepEqual(statusAndMessage(await app.turn(app.mallory, 1, id)), [404, "Book not found"]);
  }
});

Deno.test("a turn that is sent late changes nothing if a later one is stored, and has no time in the future", async () => {
  const now = Date.parse("2030-03-01T12:00:00Z");
  await using app = await withBook({ clock: () => now });
  const turn = async (currentPage: number, at: string) =>
    (await app.call("PUT", `/books/${app.book.id}/progress`, app.grace, { currentPage, at })).body.progress;
  const yesterday = await turn(20, "2030-02-28T20:00:00+02:00");
  assert.deepEqual([yesterday.currentPage, yesterday.lastReadAt], [20, "2030-02-28T18:00:00.000Z"]);
  assert.deepEqual(await turn(10, "2030-02-28T17:59:00Z"), yesterday);
  const future = await turn(21, "2031-01-01T00:00:00Z");
  assert.deepEqual([future.currentPage, future.lastReadAt], [21, "2030-03-01T12:00:00.000Z"]);
  const later = (await app.turn(app.grace, 5)).body.progress;
  assert.equal(later.currentPage, 5);
  assert.ok(later.lastReadAt > future.lastReadAt);
  for (const at of ["yesterday", "2030-03-01", 5, "2030-03-01T12:00:00"]) {
    const { status } = await app.call("PUT", `/books/${app.book.id}/progress`, app.grace, { currentPage: 6, at });
    assert.equal(status, 400, String(at));
  }
});

Deno.test("a page of the reader's own copy is the same place in the book, and leads back to itself", async () => {
  await using app = await withBook();
  const { db } = app.deps;
  const { id } = app.book;
  await db.write([
    db.q.run(`insert into editions (id, book_id, unit, page_count) values ('copy', '${id}', 'pages', 130)`),
    db.q.run(`insert into reader_settings (book_id, user_id, edition_id) values ('${id}', '${app.grace.id}', 'copy')`),
  ]);
  const turn = async (page: number) => await app.call("PUT", `/books/${id}/progress`, app.grace, { page });
  for (const [page, currentPage] of [[45, 23], [46, 23], [130, 65]]) {
    const { body: { progress } } = await turn(page);
    assert.deepEqual([progress.page, progress.currentPage], [page, currentPage]);
  }
  const { status, body } = await turn(131);
  assert.deepEqual([status, body.message], [400, "Page number cannot exceed the book's total pages (130)"]);
});

Deno.test("a page counts in the copy that it was turned in, also where its reader has another one by now", async () => {
  await using app = await withBook();
  const path = `/books/${app.book.id}`;
  await app.call("PUT", `${path}/edition`, app.grace, { unit: "percent", pageCount: 100 });
  const copy = { unit: "pages", pageCount: 300 };
  const { body: { progress } } = await app.call("PUT", `${path}/progress`, app.grace, { page: 90, copy });
  assert.deepEqual([progress.page, progress.progress, progress.currentPage], [30, 30, 20]);
  for (const wrong of [{ unit: "pages", pageCount: 0 }, { unit: "scrolls", pageCount: 3 }, { pageCount: 3 }]) {
    const { status } = await app.call("PUT", `${path}/progress`, app.grace, { page: 1, copy: wrong });
    assert.equal(status, 400);
  }
});
