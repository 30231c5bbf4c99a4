import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertBook } from "../../../db/books/books.ts";
import type { Db } from "../../../db/engine/client.ts";
import { insertMark, listMarks } from "../../../db/notes/marks.ts";
import { textParts } from "../../../db/schema.ts";
import { findMarksAgain, findMarksLeft } from "../../../server/actions/notes/marks_in_new_text.ts";
import { wordsBetween } from "../../../server/actions/notes/marked_words.ts";
import { offsetAt, placeOf } from "../../../server/contract/books/text_places.ts";
import { openLog } from "../../../server/log.ts";
import { test } from "../../support/db.ts";
import { storeText } from "../../support/texts.ts";

const bookId = "sketch";

const written = {
  one: [
    "The engine has no pretensions whatever to originate anything.",
    "It can do whatever we know how to order it to perform.",
    "So it goes.",
  ],
  two: [
    "It can follow analysis; but it has no power of anticipating any analytical relations or truths.",
    "So it goes.",
    "Its province is to assist us in making available what we are already acquainted with.",
  ],
};

/** Puts another text in the place of the one that the book has. */
async function replaceText(db: Db, chapters: string[][]): Promise<void> {
  await db.write([
    db.q.run(sql`delete from book_texts where book_id = ${bookId}`),
    db.q.run(sql`delete from editions where book_id = ${bookId}`),
    db.q.run(sql`update highlights set hash = 'former'`),
    db.q.run(sql`delete from texts`),
  ]);
  await storeText(db, bookId, chapters.map((paragraphs, n) => ({ title: `Chapter ${n}`, paragraphs })));
}

async function plainOf(db: Db): Promise<string> {
  const parts = await db.q.select({ plain: textParts.plain }).from(textParts).orderBy(textParts.number);
  return parts.map(({ plain }) => plain).join("");
}

test("after another text is brought highlights are where their words are now, or said to be not found, and nothing is lost", async ({ db }) => {
  await insertBook(db, "ada", { id: bookId, groupId: "engine", title: "Sketch", pageCount: 100, coverKey: null }, 1);
  const characters = await storeText(db, bookId, [
    { title: "Chapter 0", paragraphs: written.one },
    { title: "Chapter 1", paragraphs: written.two },
  ]);
  const before = await plainOf(db);
  const marked = [
    "no pretensions whatever to originate",
    "whatever we know how to order",
    "So it goes.",
    written.two[0],
    written.two[2],
  ];
  const hash = "hash-of-sketch";
  for (const [n, words] of marked.entries()) {
    const at = n === 2 ? before.lastIndexOf(words) : before.indexOf(words);
    const places = { from: placeOf(characters, at), to: placeOf(characters, at + words.length) };
    const found = await wordsBetween(db, { hash, characters }, places);
    assert.equal(found.exact, words);
    const mark = { ...found, id: `${n}`, bookId, color: "blue" as const, note: "n", shared: false };
    assert.ok(await insertMark(db, "ada", mark, 1));
  }
  await replaceText(db, [
    ["A preface that was not there, of some length, so that all is further on than it was before."],
    [written.one[2], written.one[0], "It can do only whatever we know how to order it to perform."],
    ["It can follow analysis; it has no power of anticipating any analytical relation or truth.", "So it goes."],
  ]);
  const deps = { db, clock: () => 99 };
  for (let twice = 0; twice < 2; twice++) {
    await findMarksAgain(deps, bookId);
    const text = await plainOf(db);
    const { marks } = await listMarks(db, "ada", { bookId, hash, reachedPlace: 0, limit: 50 });
    const shown = Object.fromEntries(marks.map(({ id, from, to, lost, quote }) => {
      const [start, end] = [offsetAt(text.length, from), offsetAt(text.length, to)];
      assert.equal(quote.exact, marked[Number(id)]);
      return [id, lost ? null : text.slice(start, end)];
    }));
    assert.deepEqual(shown, {
      0: marked[0],
      1: marked[1],
      2: "So it goes.",
      3: "It can follow analysis; it has no power of anticipating any analytical relation or truth.",
      4: null,
    });
    const second = marks.find(({ id }) => id === "2")!;
    assert.equal(offsetAt(text.length, second.from), text.lastIndexOf("So it goes."));
  }
  // The text of before comes back.
  await replaceText(db, [written.one, written.two]);
  await findMarksAgain(deps, bookId);
  const { marks } = await listMarks(db, "ada", { bookId, hash, reachedPlace: 0, limit: 50 });
  assert.deepEqual(marks.map(({ lost }) => lost), [false, false, false, false, false]);
});

test("what was left is looked for in each book that has such highlights, and once stopped in no other", async ({ db }) => {
  const ids = Array.from({ length: 45 }, (_, n) => `book-${String(n).padStart(2, "0")}`);
  for (const id of ids) {
    await insertBook(db, "ada", { id, groupId: "engine", title: id, pageCount: 100, coverKey: null }, 1);
    await storeText(db, id, [{ title: "Chapter 0", paragraphs: written.one }]);
  }
  const marked = [3, 21, 44].map((n) => ids[n]);
  for (const bookId of marked) {
    const mark = { id: bookId, bookId, hash: `hash-of-${bookId}`, from: 0, to: 1, color: "blue" as const, note: "" };
    const quote = { exact: written.one[2], prefix: "", suffix: "" };
    assert.ok(await insertMark(db, "ada", { ...mark, ...quote, shared: false }, 1));
  }
  await db.write([db.q.run(sql`update highlights set hash = 'former'`)]);
  const left = async () =>
    (await db.q.all<{ id: string }>(sql`select id from highlights where hash = 'former' order by id`))
      .map(({ id }) => id);
  const stopped = new AbortController();
  const deps = { db, log: openLog("silent"), stopping: new AbortController().signal };
  const stopAtFirst = () => (stopped.abort(), 99);
  await findMarksLeft({ ...deps, clock: stopAtFirst }, stopped.signal);
  assert.deepEqual(await left(), marked.slice(1));
  await findMarksLeft({ ...deps, clock: () => 99 }, deps.stopping);
  assert.deepEqual(await left(), []);
});
