/** Highlights in the text of a book, and its margin, without script. */
import assert from "node:assert/strict";
import type { Person } from "../support/app.ts";
import { formKeyIn, read, send } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";
import { readTogether } from "../support/readers.ts";
import { paragraphs, storeText } from "../support/texts.ts";

async function withText() {
  const app = await readTogether();
  await storeText(
    app.deps.db,
    app.bookId,
    ["One", "Two", "Three"].map((title) => ({ title, paragraphs: paragraphs(title) })),
  );
  const page = `/group/${app.group.id}/books/${app.bookId}/read`;
  return {
    ...app,
    page,
    see: (as: Person, path: string) => read(app, path, as),
    post: (as: Person, path: string, fields: Record<string, string>) => send(app, path, as, fields),
  };
}

const test = inScene(withText);

const unescaped = (text: string) => text.replaceAll("&amp;", "&");

test("without script Ada marks sentences of a paragraph and shares them, and Grace reads and answers that beside the text once she is there", async (app) => {
  const { ada, grace, page, see, post } = app;
  assert.doesNotMatch(await see(ada, `${page}?at=0`), /class="text-paragraph"/);
  const marking = await see(ada, `${page}?at=0&mark`);
  const [, ...links] = [...marking.matchAll(/class="text-paragraph" href="([^"]+)"/g)].map(([, href]) => href);
  const form = await see(ada, unescaped(links[1]));
  assert.match(form, /One, paragraph 2/);
  const options = (name: string) =>
    [...new RegExp(`<select[^>]*name="${name}"[^]*?</select>`).exec(form)![0].matchAll(/value="(\d+)"/g)]
      .map(([, value]) => value);
  const fields = {
    formKey: formKeyIn(form),
    at: "0",
    from: options("from")[0],
    to: options("to")[1],
    color: "green",
    note: "Why on and on?",
    shared: "true",
  };
  const refused = await post(ada, `${page}/highlights`, { ...fields, to: fields.from });
  assert.equal(refused.status, 400);
  assert.match(refused.html, /Why on and on\?/);
  for (let twice = 0; twice < 2; twice++) {
    const { status, to } = await post(ada, `${page}/highlights`, fields);
    assert.deepEqual([status, to?.startsWith(`${page}?at=`)], [303, true]);
  }
  const shown = await see(ada, `${page}?at=0`);
  assert.equal(shown.match(/<mark class="text-mark text-mark-green"/g)?.length, 1);
  assert.match(shown, /1 thing in the margin/);
  const before = await see(grace, `${page}?at=0`);
  assert.doesNotMatch(before, /<mark|Why on and on/);
  assert.match(before, /1 more highlight further ahead/);
  await app.call("PUT", `/books/${app.bookId}/progress`, grace, { currentPage: 60 });
  const quiet = await see(grace, `${page}?at=0`);
  assert.match(quiet, /<mark class="text-mark text-mark-by-1"/);
  assert.doesNotMatch(quiet, /Why on and on\?/);
  const [, link] = /<a href="([^"]+)" data-text-margin-link/.exec(quiet)!;
  const there = await see(grace, unescaped(link.replace(/#.*/, "")));
  assert.match(there, /Why on and on\?/);
  const [, action] = /action="([^"]+\/answers)"/.exec(there)!;
  const answer = { formKey: formKeyIn(there), content: "Since it does" };
  assert.equal((await post(grace, action, answer)).status, 303);
  assert.match(await see(ada, `${page}/marks`), /Since it does/);
  assert.equal((await post(grace, action, { ...answer, content: "x".repeat(4001) })).status, 400);
});

test("Ada changes and deletes what she marked, and finds it among her notes", async (app) => {
  const { ada, grace, page, see, post } = app;
  await app.call("POST", `/books/${app.bookId}/highlights`, ada, { from: 0, to: 50_000_000, note: "First thought" });
  const list = await see(ada, `${page}/marks`);
  const [, action] = /action="([^"]+\/read\/highlights\/[^"/]+)"/.exec(list)!;
  await post(ada, action, { color: "pink", note: "Second thought", shared: "false" });
  const notes = await see(ada, "/notes?query=second");
  assert.match(notes, /Second thought/);
  assert.doesNotMatch(notes, /First thought/);
  assert.match(await see(ada, `${page}?at=0`), /text-mark-pink/);
  assert.doesNotMatch(await see(grace, `${page}/marks`), /thought/);
  const { body: { book } } = await app.call("POST", `/books/groups/${app.group.id}/books`, ada, { title: "Diary" });
  const at = { bookId: book.id, pageNumber: 1 };
  await app.call("POST", `/books/${book.id}/notes/1`, ada, { ...at, content: "Noted" });
  const books = [...(await see(ada, "/notes")).matchAll(/href="\/notes\?book=[^"]+"><span dir="auto">(\w+)<\/span>/g)];
  assert.deepEqual(books.map(([, title]) => title), ["Diary", "Sketch"]);
  await post(ada, `${action}/remove`, {});
  assert.doesNotMatch(await see(ada, `${page}?at=0`), /<mark/);
});

test("what Ada chose to do with words stands first, and what she quoted is shown in the chat", async (app) => {
  const { ada, group, page, see, post } = app;
  const at = `${page}/mark?at=0&to=90000000`;
  const order = async (path: string) =>
    [...(await see(ada, path)).matchAll(/name="(color|question|content)"/g)].map(([, name]) => name);
  assert.deepEqual(await order(at), ["color", "question", "content"]);
  assert.deepEqual(await order(`${at}&ask`), ["question", "color", "content"]);
  assert.deepEqual(await order(`${at}&quote`), ["content", "color", "question"]);
  const form = await see(ada, `${at}&quote`);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)![1];
  const { to } = await post(ada, `/group/${group.id}/messages`, {
    formKey: formKeyIn(form),
    content: "> One\n\nHere.",
    bookId: field("bookId"),
    page: field("page"),
    at: [...form.matchAll(/name="at" value="(\d+)"/g)][0][1],
  });
  assert.match(to!, new RegExp(`^/group/${group.id}\\?message=\\d+$`));
});

test("what Ada shared in the text is on its page of Grace's paper copy, once Grace is there", async (app) => {
  const { ada, grace, bookId, page, see } = app;
  const sent = await app.call("POST", `/books/${bookId}/highlights`, ada, {
    from: 0,
    to: 90_000_000,
    note: "Of the first words.",
    shared: true,
  });
  assert.equal(sent.status, 201);
  const book = page.replace(/\/read$/, "");
  const shown = async (query: string) => (await see(grace, book + query)).includes("Of the first words.");
  assert.equal(await shown("?page=1"), false);
  await app.turnTo(grace, 50);
  assert.deepEqual([await shown("?page=1"), await shown("?page=40")], [true, false]);
  assert.match(await see(grace, `${book}?tab=notes`), /href="[^"]*\/read\/marks"[^>]*>Highlights in the text/);
});

test("Ada, who asks at a paragraph, comes back to it in the text, also after a refusal, and to no address that was sent", async (app) => {
  const { ada, group, bookId, page, see, post } = app;
  const [, link] = [...(await see(ada, `${page}?at=0&mark`)).matchAll(/class="text-paragraph" href="([^"]+)"/g)];
  const form = await see(ada, unescaped(link[1]));
  const asking = form.slice(form.indexOf(`action="/group/${group.id}/books/${bookId}/questions"`));
  const [at, block] = ["at", "block"].map((name) => new RegExp(`name="${name}" value="(\\d+)"`).exec(asking)![1]);
  const ask = (fields: Record<string, string>) =>
    post(ada, `/group/${group.id}/books/${bookId}/questions`, {
      formKey: formKeyIn(form),
      page: "0",
      question: "Why?",
      ...fields,
    });
  const refused = await ask({ at, block, page: "99999", question: "Why so late?" });
  assert.equal(refused.status, 400);
  assert.match(refused.html, /Why so late\?/);
  assert.match(refused.html, new RegExp(`name="at" value="${at}"`));
  const asked = await ask({ at, block });
  assert.deepEqual([asked.status, asked.to], [303, `${page}?at=${at}#c${block}`]);
  assert.match(await see(ada, asked.to!.replace(/#.*/, "")), new RegExp(`id="c${block}"`));
  for (const bad of ["//mallory.example", "1&x=y", "-1", "9999999999", ""]) {
    assert.match((await ask({ at: bad, block })).to!, /\?tab=questions#question-/);
    assert.equal((await ask({ at, block: bad })).to, `${page}?at=${at}`);
  }
});
