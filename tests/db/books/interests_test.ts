import assert from "node:assert/strict";
import { findBook, insertBook, listBooks } from "../../../db/books/books.ts";
import { listInterestedNames, setInterest } from "../../../db/books/interests.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../../db/engine/client.ts";
import { deleteMember } from "../../../db/groups/members.ts";
import { saveSettings } from "../../../db/groups/settings.ts";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import { listNext } from "../../../db/reading/book_end.ts";
import type { BookState } from "../../../server/contract/books/shapes.ts";
import { test } from "../../support/db.ts";

const add = (db: Db, id: string, state: BookState = "now") =>
  insertBook(db, "ada", { id, groupId: "engine", title: id, pageCount: 100, coverKey: null, state }, 1);

test("members say that they would read a suggested book, and take it back; outsiders do not", async ({ db }) => {
  await add(db, "a", "suggested");
  await add(db, "b");
  const set = (userId: string, bookId: string, isInterested: boolean) =>
    setInterest(db, userId, { bookId, isInterested }, 2);
  assert.equal(await set("grace", "a", true), true);
  assert.equal(await set("grace", "a", true), true);
  assert.equal(await set("mallory", "a", true), false);
  assert.equal(await set("grace", "b", true), false);
  assert.deepEqual((await findBook(db, "ada", "a"))!.interested, ["grace"]);
  assert.deepEqual([...await listInterestedNames(db, "ada", ["a"])], [["a", ["Grace"]]]);
  assert.deepEqual([...await listInterestedNames(db, "mallory", ["a"])], []);
  await db.q.run("update books set removed_at = 1 where id = 'a'");
  assert.equal(await set("grace", "a", false), false);
  await db.q.run("update books set removed_at = null where id = 'a'");
  assert.deepEqual((await findBook(db, "ada", "a"))!.interested, ["grace"]);
  assert.equal(await set("grace", "a", false), true);
  assert.deepEqual((await findBook(db, "ada", "a"))!.interested, []);
});

test("people who have left the group do not count as interested", async ({ db }) => {
  await add(db, "a", "next");
  await setInterest(db, "grace", { bookId: "a", isInterested: true }, 2);
  const counts = async () => [
    (await findBook(db, "ada", "a"))!.interestedCount,
    (await listNext(db, "ada", "engine"))[0].wanted,
  ];
  assert.deepEqual(await counts(), [1, 1]);
  await deleteMember(db, "ada", { groupId: "engine", userId: "grace" });
  assert.deepEqual(await counts(), [0, 0]);
});

test("a list of books counts the members who would read one, and names some of them, and the viewer", async ({ db }) => {
  await add(db, "a", "suggested");
  const { interested: most } = booksLimits.shelf;
  await db.write([
    db.q.run(sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${most + 9})
      insert into users (id, username, password_hash, created_at)
      select 'u' || n, 'u' || n, '', 1 from numbers`),
    db.q.run(
      sql`insert into members (group_id, user_id, joined_at) select 'engine', id, 1 from users where id like 'u%'`,
    ),
    db.q.run(
      sql`insert into book_interests (book_id, user_id, created_at) select 'a', id, 1 from users where id like 'u%'`,
    ),
  ]);
  const viewer = "u9";
  const shown = async () => {
    const [{ interested, interestedCount }] = (await listBooks(db, viewer, { groupId: "engine", interested: most }))!;
    return [interested.length, interested.includes(viewer), interestedCount];
  };
  assert.deepEqual(await shown(), [most + 1, true, most + 9]);
  const { interested, interestedCount } = (await findBook(db, viewer, "a"))!;
  assert.deepEqual([interested.length, interestedCount], [most + 9, most + 9]);
  const { names } = booksLimits.shelf;
  assert.equal((await listInterestedNames(db, viewer, ["a"])).get("a")!.length, names + 1);
  await saveSettings(db, "ada", "engine", { hideMembers: true });
  assert.deepEqual(await shown(), [1, true, most + 9], "where others are not shown, their number is");
  await db.write([db.q.run(sql`update members set role = 'organizer' where user_id in ('u7', 'u8')`)]);
  assert.deepEqual(
    (await listBooks(db, viewer, { groupId: "engine", interested: 5 }))![0].interested,
    ["u7", "u8", "u9"],
    "organizers are shown also where they are not among the first",
  );
});
