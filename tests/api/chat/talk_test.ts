import assert from "node:assert/strict";
import { startReading } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(() => startReading({}, { pageCount: 100 }));

test("messages about a book come in the order of its pages, those further on are counted alone, and outsiders get none", async (app) => {
  const { ada, grace, mallory, bookId } = app;
  const pages = [70, 10, 30, 10];
  for (const [index, page] of pages.entries()) {
    await app.post(grace, `${index + 1} at ${page}`, { anchor: { bookId, page } });
  }
  await app.post(grace, "About nothing");
  await app.turn(ada, 30);
  const talk = (query = "") => app.call("GET", `${app.path}/talk${query}`, ada);
  const { body } = await talk();
  const contents = body.messages.map(({ content }: { content: string }) => content);
  assert.deepEqual([contents, body.ahead, body.hasMore], [["2 at 10", "4 at 10", "3 at 30"], 1, false]);
  const after = await talk(`?after=${body.messages[0].seq}`);
  assert.deepEqual(after.body.messages.map(({ seq }: { seq: number }) => seq), [4, 3]);
  assert.equal((await app.call("GET", `${app.path}/talk`, mallory)).status, 404);
});
