import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { findText } from "../../../db/books/texts.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { highlights } from "../../../db/schema.ts";
import { personId, seedDemo } from "../../../db/seed/mod.ts";
import { findSeededText } from "../../../db/seed/text.ts";
import { placeAtPosition } from "../../../server/contract/books/text_places.ts";
import { textEnd } from "../../../server/contract/reading/positions.ts";
import { readFirstBook } from "../../../server/library/epub/first_book.ts";
import { test } from "../../support/db.ts";
import { storeText } from "../../support/texts.ts";

test.empty("the demo's readers are where the words end that they have read, and their highlights are in the text", async ({ db }) => {
  const { chapters } = await readFirstBook();
  // As its blocks are read in, without their emphasis.
  const plain = chapters.map(({ title, blocks }) => ({
    title,
    paragraphs: blocks.map(({ text }) => text.replace(/[_*]/g, "")),
  }));
  await seedDemo(db, { passwordHash: "", now: 1e12 });
  const bookId = "demo-gothic-book-2";
  const characters = await storeText(db, bookId, plain);
  assert.equal(await findText(db, personId("sam"), bookId).then((text) => text?.characters), characters);
  const text = await findSeededText(db, `hash-of-${bookId}`);
  await seedDemo(db, { passwordHash: "", now: 1e12, text });
  const rows = await db.q.select().from(highlights).where(eq(highlights.bookId, bookId));
  assert.ok(rows.length > 10);
  for (const { exact, fromPlace, toPlace } of rows) {
    assert.ok(text!.plain.includes(exact), exact);
    assert.ok(fromPlace < toPlace && toPlace <= textEnd);
  }
  const reached = new Map(
    await Promise.all(["grace", "elodie", "ada", "aisha"].map(async (name) => {
      const reader = await findReader(db, personId(name), bookId);
      return [personId(name), placeAtPosition({ pageCount: characters, points: null }, reader!.reached)] as const;
    })),
  );
  assert.deepEqual([...reached.values()].map((place) => Math.round(100 * place / textEnd)), [100, 44, 23, 6]);
  for (const { userId, exact, toPlace } of rows) {
    assert.ok(toPlace <= reached.get(userId)!, `${userId} has read: ${exact}`);
  }
});
