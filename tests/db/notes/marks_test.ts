import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertBook } from "../../../db/books/books.ts";
import { insertGroup } from "../../../db/groups/groups.ts";
import type { Db } from "../../../db/engine/client.ts";
import {
  countMarksAhead,
  deleteMark,
  findSharedMark,
  insertMark,
  insertMarkAnswer,
  listMarks,
  updateMark,
} from "../../../db/notes/marks.ts";
import { book } from "../../../server/contract/books/limits.ts";
import { deletePartOfRemovedBooks } from "../../../db/books/removal.ts";
import { listOwnMarks } from "../../../db/notes/own_marks.ts";
import { insertBlock } from "../../../db/people/blocks.ts";
import { insertMember } from "../../../db/groups/members.ts";
import { placeOf } from "../../../server/contract/books/text_places.ts";
import { plansOf, test } from "../../support/db.ts";
import { person, store } from "../../support/people.ts";
import { randomFrom } from "../../support/random.ts";
import { paragraphs, storeText } from "../../support/texts.ts";

const bookId = "sketch";
const hash = "hash-of-sketch";

async function bookWithText(db: Db): Promise<number> {
  await insertBook(db, "ada", { id: bookId, groupId: "engine", title: "Sketch", pageCount: 100, coverKey: null }, 1);
  return await storeText(
    db,
    bookId,
    ["One", "Two", "Three"].map((title) => ({ title, paragraphs: paragraphs(title) })),
  );
}

const draft = (id: string, from: number, to: number, more = {}) => ({
  id,
  bookId,
  hash,
  from,
  to,
  exact: `words of ${id}`,
  prefix: "",
  suffix: "",
  color: "yellow" as const,
  note: "",
  shared: true,
  ...more,
});

test("whoever reads where, a highlight is seen by its owner, and once it is shared by members who have reached its end and have not blocked its owner", async ({ db }) => {
  const characters = await bookWithText(db);
  await store(db, person("Nora"));
  await insertMember(db, "ada", { groupId: "engine", userId: "nora" }, 3);
  await insertBlock(db, "grace", "nora", 4);
  const number = randomFrom(20261129);
  const writers = ["ada", "grace", "nora"];
  const made = Array.from({ length: 60 }, (_, n) => {
    const from = number(characters - 60);
    const places = { from: placeOf(characters, from), to: placeOf(characters, from + 1 + number(50)) };
    return { id: `mark${n}`, writer: writers[number(3)], shared: number(3) > 0, ...places };
  });
  for (const { id, writer, from, to, shared } of made) {
    assert.ok(await insertMark(db, writer, draft(id, from, to, { shared }), 5));
  }
  assert.equal(await insertMark(db, "mallory", draft("mallory", 0, 9), 5), undefined);
  const left = () => db.write([db.q.run(sql`delete from members where user_id = 'nora'`)]);
  for (let round = 0; round < 40; round++) {
    if (round === 30) await left();
    const members = round < 30 ? writers : ["ada", "grace"];
    const reader = members[number(members.length)];
    const reachedPlace = number(1_000_000_000);
    const isOthers = ({ writer, shared }: typeof made[number]) =>
      writer !== reader && shared && members.includes(writer) && !(reader === "grace" && writer === "nora");
    const from = number(1_000_000_000);
    const within = round % 2 ? { from, to: from + number(300_000_000), characters } : undefined;
    const seen = made.filter((mark) => mark.writer === reader || isOthers(mark) && mark.to <= reachedPlace)
      .filter((mark) => !within || mark.from < within.to && mark.to > within.from)
      .sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
    const listed: string[] = [];
    for (let hasMore = true; hasMore;) {
      const page = await listMarks(db, reader, { bookId, hash, reachedPlace, within, after: listed.at(-1), limit: 7 });
      listed.push(...page.marks.map(({ id }) => id));
      ({ hasMore } = page);
    }
    assert.deepEqual(listed, seen);
    const ahead = made.filter((mark) => isOthers(mark) && mark.to > reachedPlace).length;
    assert.equal(await countMarksAhead(db, reader, { bookId, hash, reachedPlace }), ahead);
  }
  const outside = { bookId, hash, reachedPlace: 1_000_000_000 };
  assert.deepEqual(await listMarks(db, "mallory", { ...outside, limit: 7 }), { marks: [], hasMore: false });
  assert.equal(await countMarksAhead(db, "mallory", { ...outside, reachedPlace: 0 }), 0);
});

test("a highlight is its owner's to change and delete, and nobody's on a shelf of one's own to share", async ({ db }) => {
  await bookWithText(db);
  await insertMark(db, "ada", draft("one", 0, 9, { shared: false }), 5);
  assert.equal(await updateMark(db, "grace", { id: "one", note: "Mine" }, 6), undefined);
  assert.equal(await deleteMark(db, "grace", "one"), undefined);
  assert.equal(await findSharedMark(db, "grace", "one"), undefined);
  const { mark, before } = (await updateMark(db, "ada", { id: "one", note: "Mine", shared: true }, 6))!;
  assert.deepEqual([mark?.note, mark?.shared, before.isShared], ["Mine", true, false]);
  assert.equal((await findSharedMark(db, "grace", "one"))?.userId, "ada");
  assert.equal(await findSharedMark(db, "mallory", "one"), undefined);
  assert.deepEqual([(await deleteMark(db, "ada", "one"))?.isShared, await deleteMark(db, "ada", "one")], [
    true,
    undefined,
  ]);
  await insertGroup(db, "ada", { id: "alone", groupName: "Mine", description: null }, 1);
  await db.write([db.q.run(sql`update groups set kind = 'own' where id = 'engine'`)]);
  assert.equal((await insertMark(db, "ada", draft("two", 0, 9), 5))?.mark.shared, false);
});

test("no more than ten thousand are stored of one reader in a book, and none beyond an account's room", async ({ db }) => {
  const characters = await bookWithText(db);
  const from = placeOf(characters, 40);
  assert.equal(await insertMark(db, "ada", draft("full", 0, 9, { quota: 400 }), 5), undefined);
  await manyMarks(db, { count: 10_000, characters });
  assert.equal(await insertMark(db, "ada", draft("more", from, from + 9), 5), undefined);
  assert.ok(await insertMark(db, "grace", draft("of grace", from, from + 9), 5));
});

const manyMarks = (
  db: Db,
  { count, characters, userId = "ada" }: { count: number; characters: number; userId?: string },
) =>
  db.write([
    db.q.run(sql`insert into highlights (id, book_id, user_id, hash, from_place, to_place, exact, prefix, suffix, color,
        note, shared_at, created_at, updated_at)
      select ${userId} || value, ${bookId}, ${userId}, ${hash}, value * 99000, value * 99000 + ${
      placeOf(characters, 20)
    },
        'Some words', '', '', 'blue', '', 1, value, value
      from (with recursive n(value) as (select 0 union all select value + 1 from n where value < ${count - 1})
        select value from n)`),
  ]);

test("what is marked is found by indexes, however much others have marked", async ({ db }) => {
  const characters = await bookWithText(db);
  await manyMarks(db, { count: 10_000, characters });
  const of = { bookId, hash, reachedPlace: 1_000_000_000 };
  const plans = await plansOf(db, async () => {
    await listMarks(db, "grace", { ...of, within: { from: 5e8, to: 5.1e8, characters }, limit: 200 });
    await listMarks(db, "grace", { ...of, after: "ada5000", limit: 50 });
    await countMarksAhead(db, "grace", { ...of, reachedPlace: 5e8 });
  });
  // Subqueries are scanned that are lists of what was found.
  const scans = plans.flat().filter((detail) => /^SCAN (?!found|\(subquery|answer|highlight_answers)/.test(detail));
  assert.deepEqual(scans, []);
});

test("of a removed book highlights stay their owner's, with their words and nobody's answers, until the owner deletes them", async ({ db }) => {
  await bookWithText(db);
  await insertMark(db, "ada", draft("one", 0, 9), 5);
  assert.ok(await insertMarkAnswer(db, "ada", { id: "answer", markId: "one", content: "Yes" }, 6));
  await db.write([db.q.run(sql`update books set removed_at = 7`)]);
  const now = 8 + book.restorableFor;
  while (await deletePartOfRemovedBooks(db, now));
  const [own, ...more] = await listOwnMarks(db, "ada", { limit: 9 });
  assert.deepEqual([own.id, own.exact, own.title, own.removed, own.shared, more.length], [
    "one",
    "words of one",
    "Sketch",
    true,
    false,
    0,
  ]);
  const left = await db.q.all<{ count: number }>(sql`select count(*) as count from highlight_answers`);
  assert.equal(left[0].count, 0);
  await deleteMark(db, "ada", "one");
  while (await deletePartOfRemovedBooks(db, now));
  assert.deepEqual(await db.q.all(sql`select id from books`), []);
});
