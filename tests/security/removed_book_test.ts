import assert from "node:assert/strict";
import { removeBook } from "../../db/books/removal.ts";
import { type AskedOperation, calls, forms } from "./asked.ts";
import { dress, openScene, sessionFor, stored } from "./scene.ts";
import { send } from "./send.ts";

/** What removes a note or a highlight of one's own. */
const removals = ["POST /notes/:bookId/remove", "POST /group/:id/books/:bookId/read/highlights/:markId/remove"];

/** Of a book, or of what belongs to it; but for what brings it back, and `removals`. */
const isOfBook = ({ path, answers, route, json }: AskedOperation) =>
  /^[^?]*\{(book|question|note)\}/.test(path) && answers[3] < 400 && !removals.includes(route) &&
  (json as { content?: string } | undefined)?.content !== "";

Deno.test("a removed book, and what belongs to it, is not there for any call or form", async () => {
  const { app } = await openScene();
  await using _app = app;
  const names = await dress(app);
  const { db, clock } = app.deps;
  assert.ok(await removeBook(db, "ada", names.book, clock()));
  const token = (await sessionFor(app, "Ada"))!;
  const before = await stored(app);
  const asked = [...calls, ...forms].filter(isOfBook);
  assert.ok(asked.length > 30, `${asked.length}`);
  for (const request of asked) {
    const { route, path, form } = request;
    const response = await send(app, request, { names, token, by: form ? "cookie" : "bearer" });
    const text = await response.text();
    const what = `${route} ${path}: ${text.slice(0, 200)}`;
    if (form) assert.ok(response.status === 303 || response.status === 404, `${response.status} ${what}`);
    else if (!isEmptyList(text)) assert.equal(response.status, 404, what);
  }
  assert.ok(await stored(app) === before, "something is stored");
});

const isEmptyList = (text: string): boolean => text === '{"notes":[],"hasMore":false}';
