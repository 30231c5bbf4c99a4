import assert from "node:assert/strict";
import { run, startReading } from "../../support/cast.ts";
import { paragraphs, storeText } from "../../support/texts.ts";

const half = 500_000_000;

async function withText(options: Parameters<typeof startReading>[0] = {}) {
  const app = await startReading(options, { pageCount: 100 });
  const chapters = ["One", "Two"].map((title) => ({ title, paragraphs: paragraphs(title) }));
  const characters = await storeText(app.deps.db, app.bookId, chapters);
  const turnTo = (as: { token: string } | null, update: Record<string, unknown>) =>
    app.call("PUT", `${app.path}/progress`, as, update);
  const stored = async () => (await app.deps.db.q.all("select position, reached, text_place from progress"))[0];
  return { ...app, characters, turnTo, stored };
}

Deno.test("a turn to a place of the text is one of the book, and the place stays as it was until a page is turned to", async () => {
  await using app = await withText();
  const { status, body } = await app.turnTo(app.ada, { at: half });
  assert.deepEqual([status, body.progress.currentPage, body.progress.progress], [200, 50, 50]);
  assert.equal((await app.stored() as { text_place: number }).text_place, half);
  await app.turn(app.ada, 51);
  assert.equal((await app.stored() as { text_place: number | null }).text_place, null);
});

Deno.test("a turn in the text that is sent late has its own time, and changes nothing where a later one is stored", async () => {
  const now = Date.parse("2030-03-01T12:00:00Z");
  await using app = await withText({ clock: () => now });
  const late = await app.turnTo(app.ada, { at: half, turnedAt: "2030-02-28T20:00:00Z" });
  assert.equal(late.body.progress.lastReadAt, "2030-02-28T20:00:00.000Z");
  const later = await app.turnTo(app.ada, { at: "700000000", turnedAt: "2030-02-28T19:00:00Z" });
  assert.equal(later.body.progress.progress, 50);
});

Deno.test("a place that is none, or of a book without a text, is refused", async () => {
  await using app = await withText();
  for (const at of [-1, 1.5, 1_000_000_001, "12345678901"]) {
    assert.equal((await app.turnTo(app.ada, { at })).status, 400, String(at));
  }
  assert.equal((await app.turnTo(app.mallory, { at: half })).status, 404);
  await run(app, "delete from book_texts");
  const { status, body } = await app.turnTo(app.ada, { at: half });
  assert.deepEqual([status, body.code], [404, "text_not_found"]);
});
