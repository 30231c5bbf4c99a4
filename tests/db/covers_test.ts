import assert from "node:assert/strict";
import * as booksLimits from "../../server/contract/books/limits.ts";
import { insertBook, listBooks } from "../../db/books/books.ts";
import type { Db, Statement } from "../../db/engine/client.ts";
import {
  deleteStale,
  failCover,
  findAnswer,
  findCover,
  insertCovers,
  storeAnswer,
  storeCover,
  touchCover,
} from "../../db/books/sources.ts";
import { freshDb } from "../support/db.ts";
import { cast } from "../support/people.ts";

const name = (db: Db, keys: string[], now = 1) => {
  const covers = keys.map((key) => ({ key, url: `https://covers.example/${key}` }));
  return db.write(insertCovers(db, covers, now) as [Statement, ...Statement[]]);
};
const stored = async (db: Db, keys: string[]) => {
  const found = await Promise.all(keys.map((key) => findCover(db, key)));
  return keys.filter((_, index) => found[index]?.bytes);
};

Deno.test("when stored covers exceed the limit, the least recently used ones are deleted", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await name(db, ["a", "b", "c", "d"]);
  const store = (key: string, now: number, size = 40) =>
    storeCover(db, key, { bytes: new Uint8Array(size), now, max: 100 });
  await store("a", 1);
  await store("b", 2);
  await touchCover(db, "a", 3);
  await store("c", 4);
  assert.deepEqual(await stored(db, ["a", "b", "c"]), ["a", "c"]);
  await store("d", 5, 101);
  assert.deepEqual(await stored(db, ["a", "b", "c", "d"]), []);
  assert.equal((await findCover(db, "a"))?.url, "https://covers.example/a");
});

Deno.test("a cover that is fetched after a failure no longer counts as failed", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await name(db, ["a"]);
  await failCover(db, "a", 5);
  assert.equal((await findCover(db, "a"))?.failedAt, 5);
  await storeCover(db, "a", { bytes: new Uint8Array([1, 2]), now: 6 });
  const { failedAt, bytes } = (await findCover(db, "a"))!;
  assert.deepEqual([failedAt, bytes], [null, new Uint8Array([1, 2])]);
});

Deno.test("a cover that no book has is deleted a day after a source last named it", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await name(db, ["taken", "left", "named again"]);
  await insertBook(db, "ada", { id: "b", groupId: "engine", title: "T", pageCount: 9, coverKey: "taken" }, 1);
  await name(db, ["named again"], 5);
  await deleteStale(db, 2 + booksLimits.cover.forgetAfter);
  const found = await Promise.all(["taken", "left", "named again"].map((key) => findCover(db, key)));
  assert.deepEqual(found.map((cover) => cover?.key), ["taken", undefined, "named again"]);
  assert.equal((await listBooks(db, "ada", "engine"))![0].coverImage, "/covers/taken");
});

Deno.test("an answer is valid for ten minutes, and the oldest of too many is deleted first", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  const { keepAnswer, keptAnswers } = booksLimits.library;
  const asked = (query: string) => ({ source: "google", query });
  await storeAnswer(db, asked("euclid"), { results: [], covers: [] }, 1000);
  assert.deepEqual(await findAnswer(db, asked("euclid"), 999 + keepAnswer), []);
  assert.equal(await findAnswer(db, asked("euclid"), 1000 + keepAnswer), undefined);
  assert.equal(await findAnswer(db, { source: "openlibrary", query: "euclid" }, 1001), undefined);
  for (let n = 1; n < keptAnswers; n++) {
    await storeAnswer(db, asked(`query ${n}`), { results: [], covers: [] }, 1000 + n);
  }
  assert.ok(await findAnswer(db, asked("euclid"), 2000));
  await storeAnswer(db, asked("one more"), { results: [], covers: [] }, 3000);
  assert.equal(await findAnswer(db, asked("euclid"), 3000), undefined);
  assert.ok(await findAnswer(db, asked("query 1"), 3000));
});
