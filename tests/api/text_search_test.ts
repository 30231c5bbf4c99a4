import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { editions } from "../../db/schema.ts";
import { placeOf } from "../../server/contract/books/text_places.ts";
import type { TextHits } from "../../server/contract/books/text_shapes.ts";
import { ownPages, positionOf } from "../../server/contract/reading/positions.ts";
import type { Point } from "../../server/contract/reading/shapes.ts";
import type { Person } from "../support/app.ts";
import { assertDescribed } from "../support/described.ts";
import { inScene } from "../support/in_scene.ts";
import { assertServesOthers } from "../support/others.ts";
import { readTogether } from "../support/readers.ts";
import { storeText } from "../support/texts.ts";

async function withText() {
  const app = await readTogether();
  const { db } = app.deps;
  async function search(reader: Person, query: string, after?: number) {
    const asked = new URLSearchParams({ query, ...after !== undefined && { after: `${after}` } });
    const answer = await app.call("GET", `/books/${app.bookId}/text/search?${asked}`, reader);
    assertDescribed("GET", "/books/:bookId/text/search", answer);
    return answer as { status: number; body: TextHits };
  }
  return {
    ...app,
    db,
    search,
    store: (...paragraphs: string[]) => storeText(db, app.bookId, [{ title: "One", paragraphs }]),
  };
}

const test = inScene(withText);

test("hits are shown up to where their reader is, in one line that ends there, and those ahead are counted", async (app) => {
  const { ada, grace, mallory } = app;
  const begin = "The candle burnt. ";
  const characters = await app.store(
    `${begin}${"x".repeat(500 - 4 - begin.length)} one candle, and what comes later`,
    "A CANDLE",
    "candles",
  );
  await app.turnTo(ada, 100);
  const [first, second, ...others] = (await app.search(ada, "cándle")).body.hits;
  assert.deepEqual([first.excerpt.slice(...first.found), second.excerpt.slice(...second.found)], ["candle", "candle"]);
  assert.equal(first.at, placeOf(characters, 4 + 4));
  assert.deepEqual([first.block, second.block], [4, 4]);
  assert.deepEqual(others.map(({ excerpt }) => excerpt), ["A CANDLE", "candles"]);
  // The page before which the second one has ended, and not much more.
  const page = Math.ceil(100 * 512 / characters);
  await app.turnTo(grace, page);
  const { body } = await app.search(grace, "candle");
  assert.deepEqual([body.hits.length, body.count, body.ahead, body.hasMore], [2, 2, 2, false]);
  assert.doesNotMatch(body.hits[1].excerpt, /later/);
  await app.turnTo(grace, page - 1);
  const before = (await app.search(grace, "candle")).body;
  assert.deepEqual([before.hits.length, before.count + before.ahead], [1, 4]);
  assert.equal((await app.search(mallory, "candle")).status, 404);
});

test("what was read of a copy with chapters counts in the text, by its chapters", async (app) => {
  const characters = await app.store("y".repeat(899 - 4), "The end of it", "z".repeat(84));
  await app.turnTo(app.ada, 50);
  const hits = async () => (await app.search(app.ada, "end")).body.hits.length;
  assert.equal(await hits(), 0);
  const points: Point[] = [[950, positionOf(ownPages(100), 50)]];
  await app.db.write([
    app.db.q.update(editions).set({ points }).where(eq(editions.pageCount, characters)),
  ]);
  assert.equal(await hits(), 1);
});

test("words together come first; where they are nowhere, paragraphs that have them all", async (app) => {
  await app.store("It was a dark night.", "The night was dark", "A night");
  await app.turnTo(app.ada, 100);
  const found = async (query: string) => (await app.search(app.ada, query)).body.hits.map(({ excerpt }) => excerpt);
  assert.deepEqual(await found("dark night"), ["It was a dark night."]);
  assert.deepEqual(await found("dark the night"), ["The night was dark"]);
  assert.deepEqual(await found("nowhere night"), []);
  assert.deepEqual(await found("?!"), []);
});

test("of many hits fifty are listed at once, and the next ones from there on", async (app) => {
  await app.store(...Array.from({ length: 120 }, (_, n) => `Number ${n}`));
  await app.turnTo(app.ada, 100);
  const seen: string[] = [];
  for (let after: number | undefined, more = true; more;) {
    const { hits, count, hasMore } = (await app.search(app.ada, "number", after)).body;
    assert.equal(count, 120);
    seen.push(...hits.map(({ excerpt }) => excerpt));
    after = hits.at(-1)!.at;
    more = hasMore;
  }
  assert.deepEqual(seen, Array.from({ length: 120 }, (_, n) => `Number ${n}`));
});

test("others are served while a text of nine million characters is searched", async (app) => {
  const paragraphs = Array.from({ length: 20 }, (_, n) => `${n} ${"the quick brown fox ".repeat(34)}`);
  const chapters = Array.from({ length: 650 }, (_, n) => ({ title: `Chapter ${n}`, paragraphs }));
  await storeText(app.db, app.bookId, chapters);
  await app.turnTo(app.ada, 100);
  await assertServesOthers(app, () => app.search(app.ada, "the slow fox"));
});
