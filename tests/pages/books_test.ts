import assert from "node:assert/strict";
import { books as bookRows } from "../../db/schema.ts";
import { withShortDescriptions } from "../../routes/pages/books/short_descriptions.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { setCookieOf, submit, visit } from "../support/requests.ts";
import { booksServerTexts } from "../../server/contract/books/texts.ts";

const middlemarch = { title: "Middlemarch", author: "George Eliot", pageCount: 904, googleBooksId: "zyTCAlFPjgYC" };

/** A running app with Ada's group, which reads one book. */
async function withBook() {
  const app = await startApp();
  const ada = await app.person("Ada");
  const { id } = await app.group(ada);
  const { body } = await app.call("POST", `/books/groups/${id}/books`, ada, middlemarch);
  const bookId: string = body.book.id;
  const here = `/group/${id}`;
  return { ...app, ada, bookId, here, book: `${here}/books/${bookId}`, open: `${here}?book=${bookId}` };
}

const read = async (app: TestApp, path: string, as: Person) => await (await visit(app, path, as)).text();

/** Sends a form: where it leads, and the outcome the next page will show. */
async function sent(app: TestApp, path: string, as: Person, fields: Record<string, string>) {
  const response = await submit(app, path, as, fields);
  const flash = setCookieOf(response, "chapterhouse_flash")?.value;
  const toast = flash && JSON.parse(decodeURIComponent(decodeURIComponent(flash))).text;
  return { status: response.status, location: response.headers.get("Location"), toast, html: await response.text() };
}

/** The texts of the page's toasts. */
const toasts = (html: string) => [...html.matchAll(/data-text="true">([^<]+)</g)].map(([, text]) => text);

const renameTable = ({ deps: { db } }: TestApp, table: string) =>
  db.write([db.q.run(`alter table ${table} rename to gone`)]);

// spec: 2.35
Deno.test("the panel shows each book with title, author, adder, page and percent, also where the account that added it is deleted", async () => {
  await using app = await withBook();
  await app.call("PUT", `/books/${app.bookId}/progress`, app.ada, { currentPage: 452 });
  for (const text of ["Middlemarch", "George Eliot", "Added by ada", "Page 452 of 904", "50% complete"]) {
    assert.ok((await read(app, app.here, app.ada)).includes(text), text);
  }
  await app.deps.db.write([app.deps.db.q.update(bookRows).set({ addedBy: null })]);
  assert.ok((await read(app, app.here, app.ada)).includes("Added by Unknown"));
});

Deno.test("an invalid page number in the address opens the book all the same", async () => {
  await using app = await withBook();
  for (const [page, shown] of [["", 0], ["abc", 0], ["-4", 0], ["1e99", 904], ["7.9", 7], ["NaN", 0], ["%00", 0]]) {
    assert.match(
      await read(app, `${app.open}&page=${page}`, app.ada),
      new RegExp(`Notes for page ${shown}<`),
      `${page}`,
    );
  }
});

Deno.test("an address with a book that is not in the group is reported, whether it is another group's or nobody's", async () => {
  await using app = await withBook();
  const other = await app.group(app.ada);
  for (const path of [`${app.here}?book=nowhere`, `/group/${other.id}?book=${app.bookId}&page=3`]) {
    const html = await read(app, path, app.ada);
    assert.deepEqual(toasts(html), ["Book not found"]);
    assert.doesNotMatch(html, /<dialog/);
  }
});

Deno.test("a preview is in the page only on request, and no other site can be framed", async () => {
  await using app = await withBook();
  const split = `${app.open}&page=7&view=split`;
  assert.doesNotMatch(await read(app, split, app.ada), /<iframe/);
  const response = await visit(app, `${split}&preview=`, app.ada);
  const frames = /frame-src ([^;]+)/.exec(response.headers.get("Content-Security-Policy")!)![1];
  assert.equal(frames, "https://books.google.com https://www.google.com/books/");
  const address = "https://books.google.com/books?id=zyTCAlFPjgYC&amp;pg=PA7&amp;output=embed";
  assert.ok((await response.text()).includes(`<iframe class="book-preview" src="${address}"`));
});

// spec: 8.13
Deno.test("books, a search or a note that cannot be loaded are reported on a page that otherwise works", async () => {
  await using app = await withBook();
  await renameTable(app, "catalogue_words");
  const searched = await read(app, `${app.here}?add=&query=plato`, app.ada);
  assert.deepEqual(toasts(searched), ["Failed to search books"]);
  assert.match(searched, /value="plato"/);
  assert.match(searched, /Add manually/);
  assert.match(searched, /Middlemarch/);
  await app.deps.db.write([app.deps.db.q.run("alter table notes rename to gone_notes")]);
  const noted = await read(app, `${app.open}&page=7`, app.ada);
  assert.match(noted, /role="alert"[^]*Failed to load note[^]*Try again/);
  await app.deps.db.write([app.deps.db.q.run("alter table books rename column publisher to gone")]);
  const html = await read(app, app.open, app.ada);
  assert.deepEqual(toasts(html), ["Failed to load books"]);
  assert.match(html, /Try again/);
  assert.match(html, /Type a message/);
});

Deno.test("a found book and one described by hand are added by forms; one already there or without a title is refused", async () => {
  await using app = await withBook();
  const found = { book: JSON.stringify({ title: "Emma", isbn: "9780141439587" }) };
  assert.equal((await sent(app, `${app.here}/books`, app.ada, found)).toast, "Book added to group successfully");
  const again = await sent(app, `${app.here}/books`, app.ada, found);
  assert.deepEqual([again.status, toasts(again.html)], [409, [booksServerTexts.already]]);
  const broken = await sent(app, `${app.here}/books`, app.ada, { ...found, book: "{" });
  assert.equal(broken.status, 400);

  const byHand = { title: "Our own reader", author: "We", pageCount: "12" };
  const added = await sent(app, `${app.here}/books`, app.ada, byHand);
  assert.deepEqual([added.toast, added.location], ["Book added successfully", app.here]);
  const refused = await sent(app, `${app.here}/books?add`, app.ada, { ...byHand, title: " ", pageCount: "many" });
  assert.deepEqual([refused.status, toasts(refused.html)], [400, [booksServerTexts.titleRequired]]);
  assert.match(refused.html, /name="author"[^>]*value="We"/);
});

Deno.test("a found book that is refused comes back with the search that found it", async () => {
  await using app = await withBook();
  const form = { book: JSON.stringify(middlemarch) };
  const { status, html } = await sent(app, `${app.here}/books?add=&query=calculus`, app.ada, form);
  assert.equal(status, 409);
  assert.match(html, /name="query"[^>]*value="calculus"/);
  assert.match(html, /action="[^"]*\/books\?add=&amp;query=calculus"/);
});

Deno.test("a session that ends before a form is sent leads back to the page of the form after logging in", async () => {
  await using app = await withBook();
  const path = `${app.book}/notes?book=${app.bookId}&page=7&view=split`;
  const { location } = await sent(app, path, { ...app.ada, token: "ended" }, { content: "Half way." });
  const next = new URL(location!, app.url).searchParams.get("next")!;
  const answer = await visit(app, next, app.ada);
  await answer.body?.cancel();
  assert.equal(answer.headers.get("Location"), `${app.open}&page=7&view=split`);
});

Deno.test("a note saved by a form leads back to its page, also where the address did not say which", async () => {
  await using app = await withBook();
  await app.call("PUT", `/books/${app.bookId}/progress`, app.ada, { currentPage: 33 });
  const note = { pageNumber: "33", content: "Half way.", baseUpdatedAt: "" };
  const { location, toast } = await sent(app, `${app.book}/notes?book=${app.bookId}`, app.ada, note);
  assert.deepEqual([location, toast], [`${app.open}&page=33`, "Note saved successfully"]);
});

Deno.test("a note that was changed meanwhile comes back with both texts, and either can be chosen without a script", async () => {
  await using app = await withBook();
  const path = `${app.book}/notes?book=${app.bookId}&page=7`;
  const form = { pageNumber: "7", baseUpdatedAt: "" };
  await sent(app, path, app.ada, { ...form, content: "first" });
  const { status, html } = await sent(app, path, app.ada, { ...form, content: "second" });
  assert.equal(status, 409);
  assert.match(html, /<blockquote[^>]*>first</);
  assert.match(html, /<textarea[^>]*>second</);
  const mine = /<button[^>]*>Keep mine/.exec(html)![0];
  assert.match(mine, /type="submit"/);
  assert.match(/<a [^>]*>Use saved version/.exec(html)![0], /page=7"/);
  const baseUpdatedAt = /name="baseUpdatedAt" value="([^"]+)"/.exec(html)![1];
  assert.equal((await sent(app, path, app.ada, { ...form, content: "second", baseUpdatedAt })).status, 303);
});

Deno.test("a page beyond the end comes back with what was typed, in either view", async () => {
  await using app = await withBook();
  for (const view of ["", "&view=split"]) {
    const path = `${app.book}/progress?book=${app.bookId}&page=7${view}`;
    const { status, html } = await sent(app, path, app.ada, { currentPage: "905" });
    assert.equal(status, 400);
    assert.match(html, /Page number cannot exceed the book&#x27;s total pages \(904\)/);
    assert.match(html, /name="currentPage"[^>]*value="905"/);
  }
});

Deno.test("a note for a book that does not exist any more comes back with what was typed", async () => {
  await using app = await withBook();
  const note = { pageNumber: "3", content: "Half way.", baseUpdatedAt: "" };
  const { status, html } = await sent(app, `${app.here}/books/gone/notes?book=${app.bookId}&page=3`, app.ada, note);
  assert.deepEqual([status, toasts(html)], [404, ["Book not found"]]);
  assert.match(html, /<textarea[^>]*>Half way\.</);
});

Deno.test("descriptions make the page of a group with many books no larger than a bound, but for that of an open one", () => {
  const described = { id: "emma", description: "😀".repeat(2500) } as Book;
  const lengthOf = (books: Book[]) => books.reduce((sum, { description }) => sum + description!.length, 0);
  assert.equal(lengthOf(withShortDescriptions(Array(20).fill(described))), 20 * 5000);
  const many = withShortDescriptions([...Array(499).fill(described), { ...described, id: "open" }], "open");
  assert.ok(lengthOf(many) < 110_000, `${lengthOf(many)} characters`);
  assert.equal(many.at(-1)!.description, described.description);
  assert.match(many[0].description!, /^(😀)+…$/u);
});
