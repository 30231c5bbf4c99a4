/** Messages about a page of a book, which are hidden from readers who are not there, without script. */
import assert from "node:assert/strict";
import { startReading } from "../support/cast.ts";
import { read, send, toastsIn } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";

const secret = "The engine is never built";

/** The cast with a book of 300 pages and another; reads and sends are Ada's, unless somebody else's. */
async function withBooks() {
  const app = await startReading({}, { pageCount: 300 });
  const { call, shelf, ada, circle, bookId } = app;
  const other = (await call("POST", shelf, ada, { title: "Notes & <Queries>", pageCount: 80 })).body.book.id;
  const page = `/group/${circle.id}`;
  return {
    ...app,
    other,
    page,
    read: (path: string, as = ada) => read(app, path, as),
    composer: async (query: string) => composerIn(await read(app, page + query, ada)),
    send: (fields: Record<string, string>) =>
      send(app, `${page}/messages`, ada, { content: secret, bookId, ...fields }),
    write: (page: number) => app.post(ada, secret, { anchor: { bookId, page } }),
    anchors: async () => (await app.messages()).map(({ anchor }) => anchor?.page),
  };
}

const test = inScene(withBooks);

const composerIn = (html: string) => html.slice(html.indexOf('class="composer"'));
const unescape = (html: string) => html.replaceAll("&amp;", "&");

test("the page of an open book leads to a form about that page, and what it sends is tied to it, once for each page", async (app) => {
  const { page, bookId } = app;
  const query = `?about=${bookId}&page=120`;
  const open = await app.read(`${page}?book=${bookId}&page=120`);
  assert.ok(unescape(open).includes(`href="${page}${query}"`));
  const form = await app.composer(query);
  assert.match(form, /About<\/b>[^]*<cite dir="auto">Sketch<\/cite>, p\. 120/);
  assert.match(form, new RegExp(`name="bookId" value="${bookId}"`));
  assert.match(form, /name="page" value="120"/);
  const formKey = crypto.randomUUID();
  for (const page of ["120", "120", "121"]) assert.equal((await app.send({ page, formKey })).status, 303);
  assert.deepEqual(await app.anchors(), [120, 121]);
  const [{ seq }] = await app.messages();
  assert.match(await app.composer(`?message=${seq}&reply`), /name="page" value="120"/, "a reply is about it too");
});

test("an address with a book that is not the group's, or no page, has a form about nothing; a message that is refused keeps its page", async (app) => {
  for (
    const query of ["?about=nothing&page=1", `?about=${app.bookId}`, `?about=${app.bookId}&page=x`, "?about=&page=-1"]
  ) {
    assert.doesNotMatch(await app.composer(query), /bookId/, query);
  }
  assert.match(await app.composer(`?about=${app.other}&page=4711`), /Notes &amp; &lt;Queries&gt;<\/cite>, p\. 80/);
  const empty = await app.send({ content: " ", page: "44" });
  assert.equal(empty.status, 400);
  assert.match(composerIn(empty.html), /name="page" value="44"/);
  const beyond = await app.send({ content: "Look", page: "301" });
  assert.equal(beyond.status, 400);
  assert.match(composerIn(beyond.html), />Look</);
});

test("a hidden message says who wrote it, about which page and how long it is, opens by its form, and its text is nowhere before", async (app) => {
  const { call, grace, mallory, page, bookId } = app;
  const { id, seq } = await app.write(120);
  for (const reader of [app.ada, grace]) {
    assert.match(await app.read("/dashboard", reader), /A message about a page of a book/);
  }
  await app.post(app.ada, "Is it not?", { replyTo: id });
  await call("PUT", `${app.here}/messages/${id}/pin`, app.ada);
  const places = ["", `?message=${seq}`, `?message=${seq}&reply`, "?search=engine", "?pins", `?book=${bookId}`];
  for (const path of [...places.map((place) => page + place), "/dashboard"]) {
    assert.doesNotMatch(await app.read(path, grace), /never built/, path);
  }
  const html = await app.read(page, grace);
  assert.match(html, /<cite dir="auto">Sketch<\/cite>, p\. 120[^]*About 4 words, shown when you get there/);
  assert.match(html, /About a page ahead of yours/);
  assert.match(await app.read(`${page}?pins`, grace), /About 4 words/);
  assert.doesNotMatch(await app.read(`${page}?message=${seq}`, grace), /message=\d+&amp;reply/);

  const form = unescape(html).match(/class="veil-question"[^>]* action="([^"]+)"/)![1];
  for (const as of [mallory, grace]) {
    const { status, to } = await send(app, form, as);
    assert.deepEqual([status, to], [303, `${page}?message=${seq}`]);
  }
  const shown = await app.read(page, grace);
  assert.match(shown, /message-text" dir="auto">The engine is never built/);
  assert.doesNotMatch(shown, /class="veil"|ahead of yours/);
});

test("a hidden message about a book that was removed promises no page, and the page of that book says that it was removed", async (app) => {
  const { call, ada, grace, page, bookId } = app;
  await app.write(120);
  await call("DELETE", `/books/${bookId}`, ada);
  for (const path of [page, `${page}?search=engine`]) {
    assert.doesNotMatch(await app.read(path, grace), /shown when you get there|page=120/, path);
  }
  assert.match(await app.read(page, grace), /<p class="message-anchor">Removed book, p\. 120<[^]*About 4 words\./);
  assert.ok(!(await app.read(page, grace)).includes(`?book=${bookId}`));
  assert.deepEqual(toastsIn(await app.read(`${page}?book=${bookId}`, grace)), ["This book was removed"]);
  const { toast } = await send(app, `${page}/books/${bookId}/turn`, grace, { page: "3" });
  assert.equal(toast, "This book was removed");
});
