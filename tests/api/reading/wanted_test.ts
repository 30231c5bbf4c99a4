import assert from "node:assert/strict";
import { startReading } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";
import { assertFailure, codeOf } from "../../support/requests.ts";
import { readingList as limits } from "../../../server/contract/reading/limits.ts";
import { readingList } from "../../../db/schema.ts";
import { read, send } from "../../support/forms.ts";

const test = inScene(() => startReading({}, { title: "Emma", author: "Jane Austen" }));

const path = "/reading/wanted";

test("Grace wants to read a book of her group and another one, each once, and removes one", async ({ call, grace, ada, mallory, bookId }) => {
  const titles = async (as = grace) =>
    (await call("GET", path, as)).body.books.map(({ title }: { title: string }) => title);
  const added = await call("POST", path, grace, { bookId });
  const { id, ...book } = added.body.book;
  const dates = { startedOn: null, finishedOn: null };
  const emma = { title: "Emma", author: "Jane Austen", pageCount: 200, status: "to-read", rating: null };
  assert.deepEqual([added.status, book], [201, { ...emma, ...dates }]);
  await call("POST", path, grace, { title: " Flatland ", pageCount: "" });
  assert.equal((await call("POST", path, grace, { title: "emma", author: "jane austen" })).body.book.id, id);
  assert.deepEqual(await titles(), ["Emma", "Flatland"]);
  assert.deepEqual(await titles(ada), []);
  assert.equal(codeOf(await call("POST", path, mallory, { bookId })), "404 book_not_found");
  assert.equal(codeOf(await call("DELETE", path, mallory, { id })), "404 book_not_found");
  for (const wrong of [{}, { bookId, title: "Emma" }, { title: " " }]) {
    assert.equal((await call("POST", path, grace, wrong)).status, 400);
  }
  assert.equal((await call("DELETE", path, grace, { id })).status, 200);
  assert.deepEqual(await titles(), ["Flatland"]);
});

test("a book that Grace wanted to read counts as read once she has finished it, and is no longer wanted", async ({ call, grace, bookId, turn }) => {
  const { body: { book: { id } } } = await call("POST", path, grace, { bookId });
  await turn(grace, 200);
  assert.deepEqual((await call("GET", path, grace)).body.books, []);
  assert.equal((await call("POST", path, grace, { bookId })).body.book.status, "read");
  assert.equal(codeOf(await call("DELETE", path, grace, { id })), "404 book_not_found");
});

test("without script Grace adds a book from its page, which offers it until she has begun, and one with its ISBN", async (app) => {
  const { call, grace, bookId, circle, turn } = app;
  const bookPage = `/group/${circle.id}/books/${bookId}`;
  const page = () => read(app, bookPage, grace);
  const button = /action="(\/reading\/wanted\/add[^"]*)"[^]*Want to read/;
  const [, form] = button.exec(await page())!;
  assert.equal((await send(app, form, grace, { bookId })).to, bookPage);
  const added = await page();
  assert.ok(added.includes("On your list") && !button.test(added));
  await send(app, `${path}/add`, grace, { title: "Flatland", isbn: "0-486-27263-X", pageCount: "" });
  await send(app, `${path}/add`, grace, { title: "Flatland: A Romance", isbn: "9780486272634", pageCount: "" });
  const { books } = (await call("GET", path, grace)).body;
  assert.deepEqual(books.map(({ title }: { title: string }) => title), ["Emma", "Flatland"]);
  await turn(grace, 10);
  assert.doesNotMatch(await page(), button);
});

test("where the list is full nothing is added, and what was typed stays in the form", async (app) => {
  const { call, grace, deps: { db } } = app;
  const rows = Array.from({ length: limits.books }, (_, n) => ({
    id: `${n}`,
    key: `${n}`,
    userId: grace.id,
    title: `${n}`,
    createdAt: 0,
    status: "to-read" as const,
  }));
  for (let n = 0; n < rows.length; n += 1000) {
    await db.write([db.q.insert(readingList).values(rows.slice(n, n + 1000))]);
  }
  const message = "Your list of books is full. Remove some first.";
  assertFailure(await call("POST", path, grace, { title: "Emma" }), { status: 400, code: "list_full", message });
  const { html } = await send(app, `${path}/add`, grace, { title: "Emma", pageCount: "many" });
  assert.match(html, /value="Emma"/);
  assert.match(html, /valid number of pages/);
  assert.match(await read(app, path, grace), /after=/);
});
