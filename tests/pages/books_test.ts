import assert from "node:assert/strict";
import { withShortDescriptions } from "../../routes/pages/books/books_panel.tsx";
import { openBookTexts } from "../../server/contract/books/open_book_texts.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import { fromShelf } from "../../server/contract/books/shelf_paths.ts";
import { booksServerTexts } from "../../server/contract/books/texts.ts";
import { removalTexts } from "../../server/contract/groups/settings_texts.ts";
import { bookEndPath } from "../../server/contract/reading/paths.ts";
import { run, startReading } from "../support/cast.ts";
import { read, send, toastsIn } from "../support/forms.ts";
import type { Person } from "../support/app.ts";
import { cookieOf, visit } from "../support/requests.ts";
import { inScene } from "../support/in_scene.ts";

const middlemarch = { title: "Middlemarch", author: "George Eliot", pageCount: 904, googleBooksId: "zyTCAlFPjgYC" };

/** The cast with a book, as Ada reads its pages and sends their forms. */
async function withBook() {
  const app = await startReading({}, middlemarch);
  const page = `/group/${app.circle.id}`;
  return {
    ...app,
    page,
    open: `${page}?book=${app.bookId}`,
    read: (path: string) => read(app, path, app.ada),
    /** Sends a form of the book's. */
    send: (path: string, fields: Record<string, string>, as: { token: string } = app.ada) =>
      send(app, `${page}/books/${app.bookId}${path}`, as, fields),
    add: (fields: Record<string, string>, query = "") => send(app, `${page}/books${query}`, app.ada, fields),
  };
}

const test = inScene(withBook);

test("the panel shows each book with title, author, adder, page and percent, also where the account that added it is deleted", async (app) => {
  await app.turn(app.ada, 452);
  const html = await app.read(app.page);
  for (const text of ["Middlemarch", "George Eliot", "Added by ada", "Page 452 of 904", "50% complete"]) {
    assert.ok(html.includes(text), text);
  }
  await run(app, "update books set added_by = null");
  assert.ok((await app.read(app.page)).includes("Added by Unknown"));
});

test("an address with an invalid page opens its book all the same; one with a book that is not the group's says so", async (app) => {
  for (const [page, shown] of [["", 0], ["abc", 0], ["-4", 0], ["1e99", 904], ["7.9", 7], ["%00", 0]]) {
    assert.ok((await app.read(`${app.open}&page=${page}`)).includes(`Notes for page ${shown}<`), `${page}`);
  }
  const other = await app.group(app.ada);
  for (const path of [`${app.page}?book=nowhere`, `/group/${other.id}?book=${app.bookId}&page=3`]) {
    const html = await app.read(path);
    assert.deepEqual(toastsIn(html), ["Book not found"]);
    assert.doesNotMatch(html, /id="book-title"/);
  }
});

test("a form of a book at the address of another group is not found, and does nothing", async (app) => {
  const other = await app.group(app.ada);
  const turn = (group: string, as: { token: string } | null = app.ada) =>
    send(app, `/group/${group}/books/${app.bookId}/turn-to-message`, as, { page: "90" });
  assert.equal((await turn(other.id)).status, 404);
  assert.match((await turn(other.id, null)).to!, /^\/login/);
  assert.match(await app.read(app.page), /Page 0 of 904/);
  assert.equal((await turn(app.circle.id)).status, 303);
  assert.match(await app.read(app.page), /Page 90 of 904/);
});

test("an open book that its reader has finished says so, and leads to its end", async (app) => {
  const end = `href="${bookEndPath(app.circle.id, app.bookId)}"`;
  const turn = (currentPage: number) => app.call("PUT", `/books/${app.bookId}/progress`, app.ada, { currentPage });
  await turn(903);
  assert.ok(!(await app.read(app.open)).includes(end));
  await turn(904);
  for (const view of ["", "&view=split"]) {
    const html = await app.read(app.open + view);
    assert.ok(html.includes(openBookTexts.finished) && html.includes(end));
  }
});

test("a preview is in the page only on request, and no other site can be framed", async (app) => {
  const split = `${app.open}&page=7&view=split`;
  assert.doesNotMatch(await app.read(split), /<iframe/);
  const response = await visit(app, `${split}&preview=`, app.ada);
  const frames = /frame-src ([^;]+)/.exec(response.headers.get("Content-Security-Policy")!)![1];
  assert.equal(frames, "https://books.google.com https://www.google.com/books/");
  const address = "https://books.google.com/books?id=zyTCAlFPjgYC&amp;pg=PA7&amp;output=embed";
  assert.ok((await response.text()).includes(`<iframe class="book-preview" src="${address}"`));
});

test("books, a search or a note that cannot be loaded are reported on a page that otherwise works", async (app) => {
  await run(app, "alter table catalogue_words rename to gone_words");
  const searched = await app.read(`${app.page}?add=&query=plato`);
  assert.deepEqual(toastsIn(searched), ["Failed to search books"]);
  for (const there of [/value="plato"/, /Add manually/, /Middlemarch/]) assert.match(searched, there);
  await run(app, "alter table notes rename to gone_notes");
  assert.match(await app.read(`${app.open}&page=7`), /role="alert"[^]*Failed to load note[^]*Try again/);
  const anchor = { bookId: app.bookId, page: 12 };
  await app.call("POST", `/groups/${app.circle.id}/messages`, app.ada, { content: "Dorothea", anchor });
  await run(app, "alter table books rename column publisher to gone");
  const html = await app.read(app.open);
  assert.deepEqual(toastsIn(html), ["Failed to load books"]);
  for (const there of [/Try again/, /Type a message/, />p\. 12</]) assert.match(html, there);
});

test("a found book and one described by hand are added by forms; one already there or without a title comes back as it was", async (app) => {
  const found = { book: JSON.stringify({ title: "Emma", isbn: "9780141439587" }) };
  assert.equal((await app.add(found)).toast, "Book added to group successfully");
  assert.equal((await app.add({ book: "{" })).status, 400);
  const again = await app.add(found, "?add=&query=calculus");
  assert.deepEqual([again.status, toastsIn(again.html)], [409, [booksServerTexts.already]]);
  assert.match(again.html, /name="query"[^>]*value="calculus"/);
  assert.match(again.html, /action="[^"]*\/books\?add=&amp;query=calculus"/);
  const byHand = { title: "Our own reader", author: "We", pageCount: "12" };
  const added = await app.add(byHand);
  assert.deepEqual([added.toast, added.to], ["Book added successfully", app.page]);
  const refused = await app.add({ ...byHand, title: " ", pageCount: "many" }, "?add");
  assert.deepEqual([refused.status, toastsIn(refused.html)], [400, [booksServerTexts.titleRequired]]);
  assert.match(refused.html, /name="author"[^>]*value="We"/);
});

test("a note saved by a form leads back to its page, also where the address did not say which, or after logging in again", async (app) => {
  await app.turn(app.ada, 33);
  const note = { pageNumber: "33", content: "Half way.", baseUpdatedAt: "" };
  const { to, toast } = await app.send(`/notes?book=${app.bookId}`, note);
  assert.deepEqual([to, toast], [`${app.open}&page=33`, "Note saved successfully"]);
  const ended = await app.send(`/notes?book=${app.bookId}&page=7&view=split`, note, { token: "ended" });
  const next = new URL(ended.to!, app.url).searchParams.get("next")!;
  const answer = await visit(app, next, app.ada);
  await answer.body?.cancel();
  assert.equal(answer.headers.get("Location"), `${app.open}&page=7&view=split`);
});

test("a note that was changed meanwhile comes back with both texts, and either can be chosen without a script", async (app) => {
  const save = (content: string, baseUpdatedAt = "") =>
    app.send(`/notes?book=${app.bookId}&page=7`, { pageNumber: "7", baseUpdatedAt, content });
  await save("first");
  const { status, html } = await save("second");
  assert.equal(status, 409);
  assert.match(html, /<blockquote[^>]*>first</);
  assert.match(html, /<textarea[^>]*>second</);
  assert.match(/<button[^>]*>Keep mine/.exec(html)![0], /type="submit"/);
  assert.match(/<a [^>]*>Use saved version/.exec(html)![0], /page=7"/);
  const [, base] = /name="baseUpdatedAt" value="([^"]+)"/.exec(html)!;
  assert.equal((await save("second", base)).status, 303);
});

test("a page beyond the end, and a note for a book that is gone, come back with what was typed, in either view", async (app) => {
  for (const view of ["", "&view=split"]) {
    const { status, html } = await app.send(`/progress?book=${app.bookId}&page=7${view}`, { currentPage: "905" });
    assert.equal(status, 400);
    assert.match(html, /Page number cannot exceed the book&#x27;s total pages \(904\)/);
    assert.match(html, /name="currentPage"[^>]*value="905"/);
  }
  const note = { pageNumber: "3", content: "Half way.", baseUpdatedAt: "" };
  const { status, html } = await send(app, `${app.page}/books/gone/notes?book=${app.bookId}&page=3`, app.ada, note);
  assert.deepEqual([status, toastsIn(html)], [404, ["Book not found"]]);
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

test("the toast about a removed book has a form for organizers that brings it back, and none for members who added it", async (app) => {
  const { ada, grace, page } = app;
  const toastAfter = async (as: Person, bookId = app.bookId) => {
    const { to, flash } = await send(app, `${page}/books/${bookId}/remove`, as);
    const Cookie = `chapterhouse_flash=${flash}; ${cookieOf(as)}`;
    return await (await visit(app, to!, null, { headers: { Cookie } })).text();
  };
  const [, undo] = /<form action="([^"]+)" method="post"><button[^>]*>Undo/.exec(await toastAfter(ada))!;
  assert.equal(undo, `${page}/books/${app.bookId}/restore`);
  const refused = await send(app, undo, grace);
  assert.deepEqual([refused.to, refused.toast], [`${page}/shelf`, "Only organizers can bring back a book"]);
  const { to, toast } = await send(app, undo, ada);
  assert.deepEqual([to, toast], [`${page}/books/${app.bookId}`, "The book is back"]);
  const { body: { book } } = await app.call("POST", app.shelf, grace, { title: "Emma", pageCount: 200 });
  assert.doesNotMatch(await toastAfter(grace, book.id), /Undo/);
});

test("a removal that is refused leads to the book's page, or to the shelf where it was begun there", async (app) => {
  const { grace, page, bookId } = app;
  for (const [from, back] of [["", `${page}/books/${bookId}?remove#remove`], [fromShelf, `${page}/shelf`]]) {
    const { to, toast } = await send(app, `${page}/books/${bookId}/remove${from}`, grace);
    assert.deepEqual([to, toast], [back, removalTexts.notAllowed]);
  }
});

test("of a large shelf a part is beside the chat, with a link to all of it; any of its books opens, and is named by messages", async (app) => {
  for (const [state, count] of [["next", 60], ["suggested", 30], ["done", 30]]) {
    await run(
      app,
      `insert into books (id, group_id, title, page_count, categories, created_at, state)
      select '${state}' || value, '${app.circle.id}', 'A ${state} one ' || value, 100, '[]', value, '${state}'
      from json_each('${JSON.stringify(Array.from({ length: count as number }, (_, n) => n))}')`,
    );
  }
  await app.call("POST", `${app.here}/messages`, app.ada, {
    content: "Chapter one",
    anchor: { bookId: "done0", page: 3 },
  });
  const html = await app.read(app.page);
  const panel = html.slice(html.indexOf('class="books-panel"'), html.indexOf("application/json"));
  for (const [state, shown] of [["next", 49], ["suggested", 20], ["done", 20]]) {
    assert.equal(panel.match(new RegExp(`href="[^"]*book=${state}`, "g"))!.length, shown);
  }
  assert.match(panel, new RegExp(`href="${app.page}/shelf"[^>]*>All books on the shelf`));
  assert.match(html, /aria-label="Books \(121\)"/);
  assert.match(html, /<a[^>]*book=done0[^>]*><cite[^>]*>A done one 0<\/cite>/);
  assert.match(await app.read(`${app.page}?book=done0`), /id="book-title"[^>]*>A done one 0/);
  const { body } = await app.call("GET", `${app.shelf}?panel=done0`, app.ada);
  assert.equal(body.books.length, 50 + 20 + 20 + 1);

  await run(app, "delete from books where id like 'next%' or id like 'suggested%' or id like 'done%'");
  assert.doesNotMatch(await app.read(app.page), /All books on the shelf/);
});
