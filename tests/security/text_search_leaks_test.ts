import assert from "node:assert/strict";
import { offsetAt, placeAtPosition } from "../../server/contract/books/text_places.ts";
import type { TextHits } from "../../server/contract/books/text_shapes.ts";
import { ownPages, positionOf } from "../../server/contract/reading/positions.ts";
import type { Person } from "../support/app.ts";
import { randomFrom } from "../support/random.ts";
import { turnedTo, unread } from "../support/reached.ts";
import { readTogether } from "../support/readers.ts";
import { cookieOf } from "../support/requests.ts";
import { storeText } from "../support/texts.ts";

const words = ["dark", "night", "Élan", "candle", "the", "a"];

Deno.test("wherever readers are, no search in the text has a character of what they have not read", async () => {
  let now = Date.now();
  await using app = await readTogether(() => now, { RATE_LIMITS: "off" });
  const { ada, grace, barbara, mallory, bookId, group } = app;
  const number = randomFrom(20261128);
  let unique = 0;
  const sentence = () => Array.from({ length: 1 + number(30) }, () => `${words[number(6)]} w${unique++}x`).join(" ");
  const chapters = Array.from({ length: 9 }, (_, n) => ({
    title: `Chapter w${n}y`,
    paragraphs: Array.from({ length: 1 + number(12) }, sentence),
  }));
  const characters = await storeText(app.deps.db, bookId, chapters);
  const plain = chapters.flatMap(({ title, paragraphs }) => [title, ...paragraphs]).map((block) => `${block} `).join(
    "",
  );
  assert.equal(plain.length, characters);
  const readers = [ada, grace, barbara];
  const read = new Map(readers.map((reader) => [reader, unread]));
  const ask = async (path: string, reader: Person) =>
    await (await fetch(app.url + path, { headers: { Cookie: cookieOf(reader) } })).text();
  for (let round = 0; round < 40; round++) {
    const reader = readers[number(3)];
    const page = number(101);
    now += number(2) * 11 * 60_000;
    await app.turnTo(reader, page);
    read.set(reader, turnedTo(read.get(reader)!, positionOf(ownPages(100), page), now));
    const { reached } = read.get(reader)!;
    const end = offsetAt(characters, placeAtPosition({ pageCount: characters, points: null }, reached));
    const known = plain.slice(0, end);
    for (const query of ["w", `w${number(unique)}x`, "elan w", "the dark", `${words[number(6)]} ${words[number(6)]}`]) {
      const asked = `search?${new URLSearchParams({ query })}`;
      const answer: TextHits = JSON.parse(await ask(`/api/books/${bookId}/text/${asked}`, reader));
      for (const { excerpt, found: [from, to], at } of answer.hits) {
        const line = excerpt.replaceAll("…", "");
        assert.ok(known.includes(line), `${line} to one who knows ${end} characters`);
        assert.ok(known.slice(offsetAt(characters, at)).startsWith(excerpt.slice(from, to)), excerpt);
      }
      const html = await ask(`/group/${group.id}/books/${bookId}/read/${asked}`, reader);
      const shown = html.replace(/<form.*?<\/form>|<[^>]*>/gs, "").match(/w\d+x/g) ?? [];
      for (const word of shown) assert.ok(known.includes(word), `${word} in the page of one who knows ${end}`);
      const everywhere = (text: string) => text.match(/(?<![\p{L}\p{N}])w/gu)?.length ?? 0;
      if (query === "w") {
        assert.deepEqual([answer.count, answer.ahead], [everywhere(known), everywhere(plain) - everywhere(known)]);
      }
      assert.doesNotMatch(await ask(`/api/books/${bookId}/text/${asked}`, mallory), /w\d+x|excerpt/);
    }
  }
});
