import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { insertBook } from "../../../db/books/books.ts";
import {
  listChapterPages,
  listChapters,
  saveChapterPages,
  saveChapters,
  saveFirstChapters,
} from "../../../db/reading/chapters.ts";
import type { Db } from "../../../db/engine/client.ts";
import { refreshPoints, setCopy } from "../../../db/reading/copies.ts";
import { insertMember } from "../../../db/groups/members.ts";
import { saveProgress } from "../../../db/reading/progress.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { editions, messages, progress, questions } from "../../../db/schema.ts";
import { ownPages, pageAt, positionOf } from "../../../server/contract/reading/positions.ts";
import { freshDb } from "../../support/db.ts";
import { cast } from "../../support/people.ts";
import type { Copy } from "../../../server/contract/reading/shapes.ts";
import { inScene } from "../../support/in_scene.ts";

const bookId = "sketch";
const book = { id: bookId, groupId: "engine", title: "Sketch", pageCount: 200, coverKey: null };
const minutes = { id: "audio", unit: "minutes" as const, pageCount: 600 };

/** Ada reads the book, Grace listens to it. */
async function readers() {
  const fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await insertBook(db, "ada", book, 1);
  await setCopy(db, "grace", { bookId, copy: minutes });
  return fresh;
}

const test = inScene(readers);

const copyOf = async (db: Db, reader: string): Promise<Copy> => (await findReader(db, reader, bookId))!.edition;

async function turn(db: Db, reader: string, page: number, now = 1): Promise<void> {
  const position = positionOf(await copyOf(db, reader), page);
  await saveProgress(db, reader, { bookId, currentPage: pageAt(ownPages(200), position), position }, now);
}

/** The chapter in the middle of the book begins at minute 400. */
async function compare(db: Db, minute = 400): Promise<void> {
  await saveChapters(db, "ada", { bookId, given: [{ title: "One", page: 5 }, { title: "Two", page: 100 }] }, 1);
  await saveChapterPages(db, "grace", { bookId, given: [{ title: "Two", page: minute }] });
  await refreshPoints(db, bookId);
}

test("readers of copies of one kind share an edition, and one that nobody uses is deleted", async ({ db }) => {
  await setCopy(db, "ada", { bookId, copy: { ...minutes, id: "another" } });
  assert.deepEqual((await db.q.select({ id: editions.id }).from(editions)).map(({ id }) => id), ["audio"]);
  await setCopy(db, "ada", { bookId, copy: null });
  assert.deepEqual(await copyOf(db, "ada"), ownPages(200));
  assert.deepEqual(await copyOf(db, "grace"), { unit: "minutes", pageCount: 600, points: null });
  await setCopy(db, "grace", { bookId, copy: { id: "e-book", unit: "percent", pageCount: 100 } });
  assert.deepEqual((await db.q.select({ id: editions.id }).from(editions)).map(({ id }) => id), ["e-book"]);
});

test("an outsider stores no copy, chapters or anchors, and is shown none", async ({ db }) => {
  await compare(db);
  const given = [{ title: "Two", page: 7 }];
  await setCopy(db, "mallory", { bookId, copy: { id: "forged", unit: "pages", pageCount: 9 } });
  await saveChapters(db, "mallory", { bookId, given }, 1);
  await saveChapterPages(db, "mallory", { bookId, given });
  await saveFirstChapters(db, "mallory", { bookId, given }, 1);
  assert.deepEqual((await listChapters(db, "ada", bookId)).map(({ page }) => page), [5, 100]);
  assert.deepEqual(await listChapterPages(db, "grace", bookId), [{ title: "Two", page: 400 }]);
  assert.deepEqual((await db.q.select({ id: editions.id }).from(editions)).map(({ id }) => id), ["audio"]);
  assert.deepEqual([await listChapters(db, "mallory", bookId), await listChapterPages(db, "mallory", bookId)], [
    [],
    [],
  ]);
});

test("contents that are found fill in where there are none", async ({ db }) => {
  const given = [{ title: "One", page: 3 }];
  assert.equal(await saveFirstChapters(db, "ada", { bookId, given }, 1), true);
  assert.equal(await saveFirstChapters(db, "grace", { bookId, given: [{ title: "Other", page: 4 }] }, 1), false);
  assert.deepEqual(await listChapters(db, "grace", bookId), given);
});

test("when chapters are known in two editions, what was given in one of them moves with its page", async ({ db }) => {
  await turn(db, "grace", 300);
  await turn(db, "ada", 100);
  const half = positionOf(ownPages(600), 300);
  const message = { groupId: "engine", userId: "grace", content: "x", createdAt: 1, anchorBookId: bookId };
  const question = { bookId, userId: "grace", question: "Why?", createdAt: 1 };
  await db.write([
    db.q.insert(messages).values([
      { ...message, id: "by minute", seq: 1, rev: 1, anchorPosition: half, anchorEditionId: "audio" },
      { ...message, id: "by page", seq: 2, rev: 2, anchorPosition: half },
    ]),
    db.q.insert(questions).values([
      { ...question, id: "by minute", position: half, editionId: "audio" },
      { ...question, id: "by page", position: half },
    ]),
  ]);
  await compare(db);
  const copy = await copyOf(db, "grace");
  const there = positionOf(copy, 300);
  assert.deepEqual(copy.points, [[400, half]]);
  assert.equal(there, 375_000_000);
  const [tied, asked] = await Promise.all([
    db.q.select({ id: messages.id, position: messages.anchorPosition }).from(messages).orderBy(messages.id),
    db.q.select({ id: questions.id, position: questions.position }).from(questions).orderBy(questions.id),
  ]);
  assert.deepEqual(tied, [{ id: "by minute", position: there }, { id: "by page", position: half }]);
  assert.deepEqual(asked, tied);
  const at = async (reader: string) =>
    (await db.q.select({
      position: progress.position,
      reached: progress.reached,
      currentPage: progress.currentPage,
    }).from(progress).where(eq(progress.userId, reader)))[0];
  assert.deepEqual(await at("grace"), { position: there, reached: there, currentPage: 75 });
  assert.deepEqual(await at("ada"), { position: half, reached: half, currentPage: 100 });
});

test("the furthest place moves with its page too, so that nothing is open that its reader has not read", async (fresh) => {
  const { db } = fresh;
  await turn(db, "grace", 500);
  await turn(db, "grace", 300, 1e6);
  await compare(db);
  const { edition, reached, position } = (await findReader(db, "grace", bookId))!;
  assert.deepEqual([pageAt(edition, reached), pageAt(edition, position)], [500, 300]);
});

test("a turn that is taken back after that leads to the page from which it was turned", async ({ db }) => {
  await turn(db, "grace", 300);
  await turn(db, "grace", 500, 1e7);
  await compare(db);
  await turn(db, "grace", 200, 1e7 + 60_000);
  const { edition, reached } = (await findReader(db, "grace", bookId))!;
  assert.equal(pageAt(edition, reached), 300);
});

test("a chapter that goes or moves changes the points of every edition", async ({ db }) => {
  await compare(db);
  await turn(db, "grace", 400);
  await saveChapters(db, "ada", { bookId, given: [{ title: "Two", page: 120 }] }, 1);
  await refreshPoints(db, bookId);
  assert.deepEqual((await copyOf(db, "grace")).points, [[400, 600_000_000]]);
  await saveChapters(db, "ada", { bookId, given: [{ title: "Renamed", page: 120 }] }, 1);
  await refreshPoints(db, bookId);
  assert.deepEqual((await copyOf(db, "grace")).points, [[400, 600_000_000]]);
  await saveChapters(db, "ada", { bookId, given: [{ title: "Another", page: 130 }] }, 1);
  await refreshPoints(db, bookId);
  assert.equal((await copyOf(db, "grace")).points, null);
  assert.equal((await findReader(db, "grace", bookId))!.position, positionOf(ownPages(600), 400));
});

test("of many changes at once the last points are those of the chapters that are stored, and pages stay", async (fresh) => {
  const { db } = fresh;
  await insertMember(db, "ada", { groupId: "engine", userId: "mallory" }, 3);
  await setCopy(db, "mallory", { bookId, copy: minutes });
  await turn(db, "grace", 123);
  await turn(db, "mallory", 456);
  const minuteOf = (n: number) => 150 + 37 * n % 300;
  await Promise.all(Array.from({ length: 12 }, async (_, n) => {
    if (n % 3 === 0) await saveChapters(db, "ada", { bookId, given: [{ title: "Two", page: 60 + 5 * n }] }, 1);
    else {await saveChapterPages(db, n % 2 ? "grace" : "mallory", {
        bookId,
        given: [{ title: "Two", page: minuteOf(n) }],
      });}
    await refreshPoints(db, bookId);
  }));
  const [{ page }] = await listChapters(db, "ada", bookId);
  const [chapter] = await listChapterPages(db, "grace", bookId);
  assert.deepEqual((await copyOf(db, "grace")).points, [[chapter.page, positionOf(ownPages(200), page)]]);
  for (const [reader, minute] of [["grace", 123], ["mallory", 456]] as const) {
    const { edition, position } = (await findReader(db, reader, bookId))!;
    assert.equal(pageAt(edition, position), minute, reader);
  }
});
