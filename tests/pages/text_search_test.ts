import assert from "node:assert/strict";
import { highlights } from "../../db/schema.ts";
import { offsetAt } from "../../server/contract/books/text_places.ts";
import { read } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";
import { cookieOf } from "../support/requests.ts";
import { readTogether } from "../support/readers.ts";
import { storeText } from "../support/texts.ts";

const test = inScene(readTogether);

test("without script Ada searches in what she has read, and in her notes and highlights of the book", async (app) => {
  const { ada, grace, bookId, deps: { db } } = app;
  const characters = await storeText(db, bookId, [{
    title: "One",
    paragraphs: ["A <candle> & more", "Nothing", "x".repeat(200), "A candle at the end"],
  }]);
  const page = `/group/${app.group.id}/books/${bookId}/read/search`;
  await app.turnTo(ada, 50);
  const mark = (id: string, more: Partial<typeof highlights.$inferInsert>) => ({
    ...{ id, bookId, userId: ada.id, hash: `hash-of-${bookId}`, fromPlace: 1, toPlace: 2, prefix: "", suffix: "" },
    ...{ exact: "A <candle>", color: "yellow" as const, createdAt: 1, updatedAt: 1, ...more },
  });
  await db.write([
    db.q.insert(highlights).values([
      mark("one", { note: "By candlelight" }),
      mark("two", { exact: "One candle", hash: "of the text before" }),
      mark("three", { exact: "Something else" }),
      mark("four", { userId: grace.id, exact: "Her candle", sharedAt: 1 }),
    ]),
  ]);
  await app.share(ada, 3, "Candles, again");
  await app.share(grace, 3, "Graceful candles");
  const empty = await read(app, page, ada);
  assert.match(empty, /<form [^>]*action="[^"]*\/read\/search"/);
  assert.doesNotMatch(empty, /candle/);
  const html = await read(app, `${page}?query=candle`, ada);
  const [, at, block] =
    /href="[^"]*\/read\?at=(\d+)#c(\d+):~:text=A%20%3C-,candle"[^>]*>A &lt;<mark>candle<\/mark>&gt; &amp; more</.exec(
      html,
    )!;
  assert.deepEqual([offsetAt(characters, Number(at)), block], [7, "4"]);
  assert.match(html, /1 place</);
  assert.match(html, /1 more place further ahead/);
  assert.doesNotMatch(html, /at the end|Graceful/);
  assert.match(html, /In your notes[^]*<mark>Candle<\/mark>s, again/);
  assert.match(html, /In your highlights[^]*By <mark>candle<\/mark>light/);
  assert.match(html, /<blockquote[^>]*>One <mark>candle<\/mark><\/blockquote><em>Not found in this text/);
  assert.doesNotMatch(html, /Something else|Her candle/);
  assert.match(await read(app, `${page}?query=nowhere`, ada), /Nothing in what you have read/);
});

test("the search of a book that has no text leads to the book, and that of another group's to the group", async (app) => {
  const here = `/group/${app.group.id}`;
  const headers = { Cookie: cookieOf(app.ada) };
  const ask = (bookId: string) =>
    fetch(`${app.url}${here}/books/${bookId}/read/search`, { headers, redirect: "manual" });
  assert.deepEqual((await ask(app.bookId)).headers.get("Location"), `${here}/books/${app.bookId}`);
  const other = await ask("unknown");
  assert.deepEqual(other.headers.get("Location"), here);
  assert.match(other.headers.get("Set-Cookie")!, /Book%20not%20found|Book%2520not%2520found/);
});
