/** Messages about a page of a book, without script. */
import assert from "node:assert/strict";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { submit, visit } from "../support/requests.ts";

const secret = "The engine is never built";

/** A running app with Ada's group, in which Grace is and Mallory is not, and which reads two books. */
async function withBooks() {
  const app = await startApp();
  const [ada, grace, mallory] = await Promise.all(["Ada", "Grace", "Mallory"].map(app.person));
  const { id } = await app.group(ada, grace);
  const add = async (book: { title: string; pageCount: number }): Promise<string> =>
    (await app.call("POST", `/books/groups/${id}/books`, ada, book)).body.book.id;
  const [sketch, notes] = [
    await add({ title: "Sketch", pageCount: 300 }),
    await add({ title: "Notes & <Queries>", pageCount: 80 }),
  ];
  const here = `/group/${id}`;
  return { ...app, ada, grace, mallory, id, sketch, notes, here };
}

type Room = Awaited<ReturnType<typeof withBooks>>;

const read = async (app: TestApp, path: string, as: Person) => await (await visit(app, path, as)).text();

const write = async (
  { call, id, sketch }: Room,
  as: Person,
  more: { page?: number; content?: string; replyTo?: string },
) =>
  (await call("POST", `/groups/${id}/messages`, as, {
    content: more.content ?? secret,
    replyTo: more.replyTo,
    anchor: more.page === undefined ? undefined : { bookId: sketch, page: more.page },
  })).body.message;

const composer = (html: string) => html.slice(html.indexOf('class="composer"'));
const unescape = (html: string) => html.replaceAll("&amp;", "&");

Deno.test("the page of an open book leads to a form about that page, and what it sends is tied to it", async () => {
  await using app = await withBooks();
  const open = await read(app, `${app.here}?book=${app.sketch}&page=120`, app.ada);
  const link = `${app.here}?about=${app.sketch}&page=120`;
  assert.ok(unescape(open).includes(`href="${link}"`));
  const form = composer(await read(app, link, app.ada));
  assert.match(form, /About<\/b>[^]*<cite dir="auto">Sketch<\/cite>, p\. 120/);
  assert.match(form, new RegExp(`name="bookId" value="${app.sketch}"`));
  assert.match(form, /name="page" value="120"/);
  const fields = { content: secret, bookId: app.sketch, page: "120" };
  assert.equal((await submit(app, `${app.here}/messages`, app.ada, fields)).status, 303);
  const { body: { messages } } = await app.call("GET", `/groups/${app.id}/messages`, app.ada);
  assert.deepEqual(messages[0].anchor, { bookId: app.sketch, page: 120 });
});

Deno.test("an address with a book that is not the group's, or no page, has a form about nothing", async () => {
  await using app = await withBooks();
  for (const query of ["about=nothing&page=1", `about=${app.sketch}`, `about=${app.sketch}&page=x`, "about=&page=-1"]) {
    assert.doesNotMatch(composer(await read(app, `${app.here}?${query}`, app.ada)), /bookId/, query);
  }
  const beyond = composer(await read(app, `${app.here}?about=${app.notes}&page=4711`, app.ada));
  assert.match(beyond, /Notes &amp; &lt;Queries&gt;<\/cite>, p\. 80/);
});

Deno.test("a message that is refused comes back with its page", async () => {
  await using app = await withBooks();
  const fields = { content: " ", bookId: app.sketch, page: "44" };
  const response = await submit(app, `${app.here}/messages`, app.ada, fields);
  assert.equal(response.status, 400);
  assert.match(composer(await response.text()), /name="page" value="44"/);
  const beyond = await submit(app, `${app.here}/messages`, app.ada, { ...fields, content: "Look", page: "301" });
  assert.equal(beyond.status, 400);
  assert.match(composer(await beyond.text()), />Look</);
});

Deno.test("a form sent twice is one message, and about another page another one", async () => {
  await using app = await withBooks();
  const formKey = crypto.randomUUID();
  for (const page of ["12", "12", "13"]) {
    await submit(app, `${app.here}/messages`, app.ada, { content: "Look", formKey, bookId: app.sketch, page });
  }
  const { body: { messages } } = await app.call("GET", `/groups/${app.id}/messages`, app.ada);
  assert.deepEqual(messages.map(({ anchor }: { anchor: { page: number } }) => anchor.page), [12, 13]);
});

Deno.test("a veiled message says who, which page and how long, opens by its form, and its text is nowhere before", async () => {
  await using app = await withBooks();
  const { id, seq } = await write(app, app.ada, { page: 120 });
  await write(app, app.ada, { content: "Is it not?", replyTo: id });
  const places = ["", `?message=${seq}`, `?message=${seq}&reply`, "?search=engine", "?pins", `?book=${app.sketch}`];
  await app.call("PUT", `/groups/${app.id}/messages/${id}/pin`, app.ada);
  for (const place of places) {
    assert.doesNotMatch(await read(app, app.here + place, app.grace), /never built/, place);
  }
  assert.doesNotMatch(await read(app, "/dashboard", app.grace), /never built/);
  const html = await read(app, app.here, app.grace);
  assert.match(html, /<cite dir="auto">Sketch<\/cite>, p\. 120[^]*About 4 words, shown when you get there/);
  assert.match(html, /About a page ahead of yours/);
  assert.match(await read(app, `${app.here}?pins`, app.grace), /About 4 words/);
  assert.doesNotMatch(await read(app, `${app.here}?message=${seq}`, app.grace), /message=\d+&amp;reply/);

  const form = unescape(html).match(/class="veil-question"[^>]* action="([^"]+)"/)![1];
  assert.equal((await submit(app, form, app.mallory, {})).headers.get("Location"), `${app.here}?message=${seq}`);
  const { status, headers } = await submit(app, form, app.grace, {});
  assert.deepEqual([status, headers.get("Location")], [303, `${app.here}?message=${seq}`]);
  const shown = await read(app, app.here, app.grace);
  assert.match(shown, /message-text" dir="auto">The engine is never built/);
  assert.doesNotMatch(shown, /class="veil"|ahead of yours/);
});

Deno.test("a reply to a message about a page begins with the same page", async () => {
  await using app = await withBooks();
  const { seq } = await write(app, app.ada, { page: 7 });
  assert.match(composer(await read(app, `${app.here}?message=${seq}&reply`, app.ada)), /name="page" value="7"/);
});

Deno.test("a card of a group whose last message is about a page says so and not what", async () => {
  await using app = await withBooks();
  await write(app, app.ada, { page: 120 });
  for (const reader of [app.ada, app.grace]) {
    assert.match(await read(app, "/dashboard", reader), /A message about a page of a book/);
  }
});
