import assert from "node:assert/strict";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import { insertBook, listBooks } from "../../../db/books/books.ts";
import type { Db, Statement } from "../../../db/engine/client.ts";
import * as sources from "../../../db/books/sources.ts";
import { test } from "../../support/db.ts";

const name = (db: Db, keys: string[], now = 1) => {
  const covers = keys.map((key) => ({ key, url: `https://covers.example/${key}` }));
  return db.write(sources.insertCovers(db, covers, now) as [Statement, ...Statement[]]);
};
const stored = async (db: Db, keys: string[]) => {
  const found = await Promise.all(keys.map((key) => sources.findCover(db, key)));
  return keys.filter((_, index) => found[index]?.bytes);
};

test.empty("when stored covers exceed the limit, the least recently used ones are deleted", async ({ db }) => {
  await name(db, ["a", "b", "c", "d"]);
  const store = (key: string, now: number, size = 40) =>
    sources.storeCover(db, key, { bytes: new Uint8Array(size), now, max: 100 });
  await store("a", 1);
  await store("b", 2);
  await sources.touchCover(db, "a", 3);
  await store("c", 4);
  assert.deepEqual(await stored(db, ["a", "b", "c"]), ["a", "c"]);
  await store("d", 5, 101);
  assert.deepEqual(await stored(db, ["a", "b", "c", "d"]), []);
  assert.equal((await sources.findCover(db, "a"))?.url, "https://covers.example/a");
});

test.empty("a cover that is fetched after a failure no longer counts as failed", async ({ db }) => {
  await name(db, ["a"]);
  await sources.failCover(db, "a", 5);
  assert.equal((await sources.findCover(db, "a"))?.failedAt, 5);
  await sources.storeCover(db, "a", { bytes: new Uint8Array([1, 2]), now: 6 });
  const { failedAt, bytes } = (await sources.findCover(db, "a"))!;
  assert.deepEqual([failedAt, bytes], [null, new Uint8Array([1, 2])]);
});

test("a cover that no book has is deleted a day after a source last named it", async ({ db }) => {
  await name(db, ["taken", "left", "named again"]);
  await insertBook(db, "ada", { id: "b", groupId: "engine", title: "T", pageCount: 9, coverKey: "taken" }, 1);
  await name(db, ["named again"], 5);
  await sources.deleteStale(db, 2 + booksLimits.cover.forgetAfter);
  const found = await Promise.all(["taken", "left", "named again"].map((key) => sources.findCover(db, key)));
  assert.deepEqual(found.map((cover) => cover?.key), ["taken", undefined, "named again"]);
  assert.equal((await listBooks(db, "ada", { groupId: "engine" }))![0].coverImage, "/covers/taken");
});

test.empty("an answer is valid for ten minutes, and the oldest of too many is deleted first", async ({ db }) => {
  const { keepAnswer, keptAnswers } = booksLimits.library;
  const asked = (query: string) => ({ source: "google", query });
  await sources.storeAnswer(db, asked("euclid"), { results: [], covers: [] }, 1000);
  assert.deepEqual(await sources.findAnswer(db, asked("euclid"), 999 + keepAnswer), []);
  assert.equal(await sources.findAnswer(db, asked("euclid"), 1000 + keepAnswer), undefined);
  assert.equal(await sources.findAnswer(db, { source: "openlibrary", query: "euclid" }, 1001), undefined);
  for (let n = 1; n < keptAnswers; n++) {
    await sources.storeAnswer(db, asked(`query ${n}`), { results: [], covers: [] }, 1000 + n);
  }
  assert.ok(await sources.findAnswer(db, asked("euclid"), 2000));
  await sources.storeAnswer(db, asked("one more"), { results: [], covers: [] }, 3000);
  assert.equal(await sources.findAnswer(db, asked("euclid"), 3000), undefined);
  assert.ok(await sources.findAnswer(db, asked("query 1"), 3000));
});
