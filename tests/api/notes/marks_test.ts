import assert from "node:assert/strict";
import { listMarkRanges } from "../../../db/notes/marks.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { offsetAt, placeAtPosition, placeOf } from "../../../server/contract/books/text_places.ts";
import type { Highlight, OwnHighlight } from "../../../server/contract/notes/highlight_shapes.ts";
import type { Person } from "../../support/app.ts";
import { inScene } from "../../support/in_scene.ts";
import { randomFrom } from "../../support/random.ts";
import { readTogether } from "../../support/readers.ts";
import { codeOf } from "../../support/requests.ts";
import { paragraphs, storeText } from "../../support/texts.ts";

const chapters = ["One", "Two", "Three"].map((title) => ({ title, paragraphs: paragraphs(title) }));
const plain = chapters.flatMap(({ title, paragraphs }) => [title, ...paragraphs]).map((block) => `${block}\n`).join("");

async function withText() {
  const app = await readTogether();
  const { call, bookId, deps } = app;
  const characters = await storeText(deps.db, bookId, chapters);
  assert.equal(characters, plain.length);
  const placesOf = (from: number, to: number) => ({ from: placeOf(characters, from), to: placeOf(characters, to) });
  const mark = (as: Person, from: number, to: number, more = {}) =>
    call("POST", `/books/${bookId}/highlights`, as, { ...placesOf(from, to), ...more });
  return {
    ...app,
    characters,
    mark,
    share: async (as: Person, from: number, to: number, note = ""): Promise<Highlight> =>
      (await mark(as, from, to, { note, shared: true })).body.highlight,
    change: (as: Person, id: string, change: object) => call("PUT", `/highlights/${id}`, as, change),
    list: async (as: Person, query = "") => (await call("GET", `/books/${bookId}/highlights${query}`, as)).body,
    answer: (as: Person, id: string, content: string, more = {}) =>
      call("POST", `/highlights/${id}/answers`, as, { content, ...more }),
    noticesOf: async (as: Person): Promise<{ kind: string; url: string }[]> =>
      (await call("GET", "/notices", as)).body.notices
        .filter(({ kind }: { kind: string }) => ["sharedNote", "reply"].includes(kind)),
  };
}

const test = inScene(withText);

test("the words of a highlight are those of the text, across blocks and parts, without blanks at its ends", async (app) => {
  const { ada, mark, characters } = app;
  const at = plain.indexOf("Two\n") - 12;
  const { status, body: { highlight } } = await mark(ada, at - 1, at + 40, { color: "pink", note: " Mind this \n" });
  const end = at + 40 - (plain.slice(at - 1, at + 40).length - plain.slice(at - 1, at + 40).trimEnd().length);
  const start = at - 1 + plain.slice(at - 1, at + 40).length - plain.slice(at - 1, at + 40).trimStart().length;
  assert.deepEqual([status, highlight.color, highlight.note, highlight.shared, highlight.lost], [
    201,
    "pink",
    " Mind this \n",
    false,
    false,
  ]);
  assert.deepEqual([offsetAt(characters, highlight.from), offsetAt(characters, highlight.to)], [start, end]);
  assert.deepEqual(highlight.quote, {
    exact: plain.slice(start, end),
    prefix: plain.slice(start - 32, start),
    suffix: plain.slice(end, end + 32),
  });
  assert.match(highlight.quote.exact, /\nTwo\n/);
});

test("what marks no words, too many, or no text of the reader's is refused", async (app) => {
  const { ada, mallory, mark, call, bookId } = app;
  for (const [from, to] of [[9, 9], [20, 9], [3, 4], [0, 4001]]) {
    assert.equal(codeOf(await mark(ada, from, to)), "400 invalid_range", `${from} ${to}`);
  }
  for (const wrong of [{ from: -1, to: 5 }, { from: 0, to: 1e9 + 1 }, { from: 0, to: 1e8, color: "red" }]) {
    assert.equal(codeOf(await call("POST", `/books/${bookId}/highlights`, ada, wrong)), "400 invalid_input");
  }
  assert.equal(codeOf(await mark(ada, 0, 20, { note: "x".repeat(4001) })), "400 invalid_input");
  assert.equal(codeOf(await mark(mallory, 0, 20)), "404 book_not_found");
  const { body } = await call("POST", `/books/groups/${app.group.id}/books`, ada, { title: "None", pageCount: 9 });
  const none = await call("POST", `/books/${body.book.id}/highlights`, ada, { from: 0, to: 9 });
  assert.equal(codeOf(none), "404 text_not_found");
});

test("a highlight that is sent again with its client id is stored once, and one that is changed keeps what is left out", async (app) => {
  const { ada, mark, change, list } = app;
  const clientId = crypto.randomUUID();
  const sent = await Promise.all([1, 2, 3].map(() => mark(ada, 10, 30, { clientId, note: "First" })));
  assert.equal(new Set(sent.map(({ body }) => body.highlight.id)).size, 1);
  assert.equal((await list(ada)).highlights.length, 1);
  const { id, quote } = sent[0].body.highlight;
  const changed = (await change(ada, id, { color: "green" })).body.highlight;
  assert.deepEqual([changed.color, changed.note, changed.quote], ["green", "First", quote]);
  const moved = (await change(ada, id, { to: placeOf(app.characters, 50) })).body.highlight;
  assert.deepEqual([moved.from, moved.quote.exact], [changed.from, plain.slice(10, 50).trimEnd()]);
  assert.equal(codeOf(await change(app.grace, id, { note: "Not hers" })), "404 highlight_not_found");
});

test("a shared highlight waits, counted and unread, until a reader is at its end, in pages as in the text, and is answered by those alone", async (app) => {
  const { ada, grace, barbara, mallory, share, list, answer, characters, turnTo } = app;
  // The hundred pages are equally long.
  const half = Math.ceil(characters / 2);
  const before = await share(ada, half - 30, half - 2, "Note before");
  const across = await share(ada, half - 10, half + 10, "Note across");
  await turnTo(grace, 50);
  const seen = await list(grace);
  assert.deepEqual([seen.highlights.map(({ id }: Highlight) => id), seen.ahead], [[before.id], 1]);
  assert.doesNotMatch(JSON.stringify(seen), /Note across/);
  assert.deepEqual([(await list(barbara)).highlights, (await list(barbara)).ahead], [[], 2]);
  assert.deepEqual([(await list(ada)).highlights.length, (await list(ada)).ahead], [2, 0]);
  for (const [as, id] of [[grace, across.id], [barbara, before.id], [mallory, before.id]] as const) {
    assert.equal(codeOf(await answer(as, id, "Too early")), "404 highlight_not_found");
  }
  const clientId = crypto.randomUUID();
  for (let twice = 0; twice < 2; twice++) {
    assert.equal((await answer(grace, before.id, "Yes", { clientId })).status, 201);
  }
  const [{ answers }] = (await list(ada)).highlights;
  assert.deepEqual(answers.map(({ content, user }: Highlight["answers"][number]) => [content, user.username]), [[
    "Yes",
    "grace",
  ]]);
  const remove = (as: Person) => app.call("DELETE", `/highlights/${before.id}/answers/${answers[0].id}`, as);
  assert.deepEqual([(await remove(barbara)).status, (await remove(ada)).status], [404, 200]);
});

test("a page of highlights goes on after those alone that its reader sees: of a hidden one nobody learns the place", async (app) => {
  const { ada, grace, mark, share, turnTo, call, bookId } = app;
  const half = Math.ceil(app.characters / 2);
  const hidden = await share(ada, half + 10, half + 30);
  const { body: { highlight: seen } } = await mark(grace, 0, 10);
  const { body: { highlight: last } } = await mark(grace, half + 50, half + 60);
  await turnTo(grace, 50);
  const after = async (id: string) =>
    (await call("GET", `/books/${bookId}/highlights?after=${id}`, grace)).body.highlights.map(({ id }: Highlight) =>
      id
    );
  assert.deepEqual(await after(seen.id), [last.id]);
  assert.deepEqual(await after(hidden.id), []);
  await turnTo(grace, 100);
  assert.deepEqual(await after(hidden.id), [last.id]);
});

test("answers of people whom a reader has blocked are not shown to that reader", async (app) => {
  const { ada, grace, barbara, share, list, answer, turnTo, call } = app;
  const { id } = await share(ada, 0, 20);
  for (const reader of [grace, barbara]) await turnTo(reader, 50);
  for (const reader of [grace, barbara]) await answer(reader, id, `From ${reader.username}`);
  await call("PUT", `/users/${grace.id}/block`, barbara);
  const answersTo = async (reader: Person) =>
    (await list(reader)).highlights[0].answers.map(({ content }: Highlight["answers"][number]) => content);
  assert.deepEqual(await answersTo(barbara), ["From barbara"]);
  assert.deepEqual(await answersTo(ada), ["From grace", "From barbara"]);
});

test("an own answer is removed also after its writer has left the group, and nobody else's then", async (app) => {
  const { ada, grace, barbara, share, answer, turnTo, call, group } = app;
  const { id } = await share(ada, 0, 20);
  for (const reader of [grace, barbara]) await turnTo(reader, 50);
  const [own, other] = [await answer(grace, id, "Yes"), await answer(barbara, id, "No")]
    .map(({ body }) => body.answer.id);
  await call("DELETE", `/groups/${group.id}/members/${grace.id}`, ada);
  const remove = async (answerId: string) =>
    (await call("DELETE", `/highlights/${id}/answers/${answerId}`, grace)).status;
  assert.deepEqual([await remove(other), await remove(own), await remove(own)], [404, 200, 404]);
});

test("of what follows the words of a shared highlight a reader is given no more than they have read", async (app) => {
  const { ada, grace, share, list, characters, turnTo } = app;
  const half = Math.ceil(characters / 2);
  const { to, quote } = await share(ada, half - 30, half - 5);
  await turnTo(grace, 50);
  const [seen] = (await list(grace)).highlights;
  const read = Math.max(0, offsetAt(characters, 5e8) - offsetAt(characters, to));
  assert.ok(read < quote.suffix.length);
  assert.equal(seen.quote.suffix, quote.suffix.slice(0, read));
  await turnTo(grace, 100);
  assert.deepEqual((await list(grace)).highlights[0].quote, quote);
  assert.deepEqual((await list(ada)).highlights[0].quote, quote);
});

test("readers who see a shared highlight and are near it are told, and its writer of answers; what is taken back tells nobody", async (app) => {
  const { ada, grace, barbara, mark, change, answer, turnTo, call } = app;
  await turnTo(grace, 1);
  const { highlight } = (await mark(ada, 0, 20)).body;
  assert.deepEqual(await app.noticesOf(grace), []);
  await change(ada, highlight.id, { shared: true });
  const [told] = await app.noticesOf(grace);
  assert.deepEqual([told.kind, told.url.endsWith(`/read/marks/${highlight.id}`)], ["sharedNote", true]);
  assert.deepEqual(await app.noticesOf(barbara), []);
  const { body } = await answer(grace, highlight.id, "Yes");
  assert.deepEqual((await app.noticesOf(ada)).map(({ kind }) => kind), ["reply"]);
  await call("DELETE", `/highlights/${highlight.id}/answers/${body.answer.id}`, grace);
  assert.deepEqual(await app.noticesOf(ada), []);
  await change(ada, highlight.id, { shared: false });
  assert.deepEqual(await app.noticesOf(grace), []);
  assert.equal(codeOf(await answer(grace, highlight.id, "Again")), "404 highlight_not_found");
});

test("own highlights are searched by their words, notes and books, and stay their owner's when they have left or the book is gone", async (app) => {
  const { ada, grace, mark, share, call, group, bookId } = app;
  await mark(grace, 0, 30, { note: "About looms" });
  await mark(grace, 40, 80);
  await share(ada, 0, 30, "Ada's looms");
  const search = async (as: Person, query: string) =>
    (await call("GET", `/highlights?query=${query}`, as)).body.highlights.map(({ note }: OwnHighlight) => note);
  assert.deepEqual([await search(grace, "LOOMS"), await search(grace, "paragraph"), await search(grace, "none")], [
    ["About looms"],
    ["About looms"],
    [],
  ]);
  await call("DELETE", `/groups/${group.id}/members/${grace.id}`, ada);
  const { highlights } = (await call("GET", "/highlights", grace)).body;
  assert.deepEqual(highlights.map(({ removed }: OwnHighlight) => removed), [true, true]);
  assert.equal(codeOf(await call("GET", `/books/${bookId}/highlights`, grace)), "404 book_not_found");
  assert.equal((await call("DELETE", `/highlights/${highlights[0].id}`, grace)).status, 200);
  await call("DELETE", `/books/${bookId}`, ada);
  const [own] = (await call("GET", "/highlights", ada)).body.highlights;
  assert.deepEqual([own.note, own.removed, own.shared], ["Ada's looms", true, false]);
});

test("highlights are taken along as Markdown, and as a collection of Web Annotations with quotes and characters", async (app) => {
  const { ada, grace, mark, share, bookId, url, characters } = app;
  await mark(ada, 10, 30, { note: "Mind *this*" });
  await mark(ada, 40, 60, { color: "green" });
  await share(grace, 0, 9, "Not Ada's");
  const download = async (format: string) => {
    const headers = { Authorization: `Bearer ${ada.token}` };
    const answer = await fetch(`${url}/api/books/${bookId}/highlights/export?format=${format}`, { headers });
    return {
      type: answer.headers.get("content-type"),
      file: answer.headers.get("content-disposition"),
      text: await answer.text(),
    };
  };
  const markdown = await download("markdown");
  assert.deepEqual([markdown.type, markdown.file?.includes("highlights.md")], ["text/markdown; charset=utf-8", true]);
  assert.match(markdown.text, /^# Highlights in “Sketch”\n\n> /);
  assert.ok(markdown.text.includes("Mind *this*") && !markdown.text.includes("Not Ada"));
  const { type, file, text } = await download("jsonld");
  assert.deepEqual([type, file?.includes("highlights.jsonld")], ["application/ld+json; charset=utf-8", true]);
  const { first, ...collection } = JSON.parse(text);
  assert.deepEqual([collection["@context"], collection.type, collection.total], [
    "http://www.w3.org/ns/anno.jsonld",
    "AnnotationCollection",
    2,
  ]);
  assert.deepEqual([first.type, first.items.length], ["AnnotationPage", 2]);
  const [{ body, target, motivation }, { motivation: bare }] = first.items;
  assert.deepEqual([motivation, bare, body.value], ["commenting", "highlighting", "Mind *this*"]);
  const [quote, position] = target.selector;
  assert.deepEqual([quote.type, position.type], ["TextQuoteSelector", "TextPositionSelector"]);
  assert.equal(plain.slice(position.start, position.end), quote.exact);
  assert.ok(position.end <= characters);
  const all = await fetch(`${url}/api/notes/export`, { headers: { Authorization: `Bearer ${ada.token}` } });
  assert.match(await all.text(), /Highlights in “Sketch”/);
});

test("what is quoted into the chat is hidden until its last word is reached, and leads back to its words", async (app) => {
  const { ada, grace, bookId, characters, group, call, mallory } = app;
  const at = placeOf(characters, 900);
  const sent = await call("POST", `/groups/${group.id}/messages`, ada, {
    content: "> quoted\n\nMind this",
    anchor: { bookId, page: 1, at },
  });
  assert.deepEqual([sent.status, sent.body.message.anchor.url], [
    201,
    `/group/${group.id}/books/${bookId}/read?at=${at}`,
  ]);
  const seenBy = async (reader: Person) =>
    (await call("GET", `/groups/${group.id}/messages`, reader)).body.messages
      .find(({ id }: { id: string }) => id === sent.body.message.id);
  const upTo = (character: number) =>
    call("PUT", `/books/${bookId}/progress`, grace, { at: placeOf(characters, character) });
  await upTo(899);
  const { content, anchor, veiled } = await seenBy(grace);
  assert.deepEqual([content, anchor.url, veiled], ["", undefined, true]);
  await upTo(900);
  assert.deepEqual((await seenBy(grace)).anchor, sent.body.message.anchor);
  const byOutsider = await call("POST", `/groups/${group.id}/messages`, mallory, {
    content: "x",
    anchor: { bookId, page: 1, at },
  });
  assert.equal(byOutsider.status, 404);
});

test("a page of the text shows as marked what the list of its part has, however long and near its ends", async (app) => {
  const { ada, grace, barbara, bookId, characters, mark, call, list, deps: { db } } = app;
  const number = randomFrom(20261128);
  for (const reader of [ada, grace, barbara, ada, grace, barbara, grace, barbara]) {
    const from = number(characters - 20);
    const length = 10 + number(Math.min(4000, characters - from));
    await mark(reader, from, from + length, { shared: number(3) > 0 });
  }
  const text = `hash-of-${bookId}`;
  for (let round = 0; round < 20; round++) {
    const own = placeOf(characters, number(characters));
    await call("PUT", `/books/${bookId}/progress`, ada, { at: own });
    const [from, to] = [number(1e9), number(1e9)].sort((one, other) => one - other);
    const listed = (await list(ada, `?from=${from}&to=${to}`)).highlights as Highlight[];
    const { reached } = (await findReader(db, ada.id, bookId))!;
    const of = { bookId, hash: text, reachedPlace: placeAtPosition({ pageCount: characters, points: null }, reached) };
    const shown = await listMarkRanges(db, ada.id, { ...of, within: { from, to, characters } });
    assert.deepEqual(
      shown,
      listed.map(({ id, from, to, color, user }) => ({ id, from, to, color, userId: user.id })),
    );
  }
});
