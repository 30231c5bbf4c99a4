import assert from "node:assert/strict";
import { findBook, insertBook } from "../../../db/books/books.ts";
import { listInterests, setInterest } from "../../../db/books/interests.ts";
import type { Db } from "../../../db/engine/client.ts";
import { deleteMember } from "../../../db/groups/members.ts";
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
  assert.deepEqual([...(await listInterests(db, "ada", "engine")).values()], [{ id: "a", count: 1, names: ["Grace"] }]);
  assert.deepEqual([...await listInterests(db, "mallory", "engine")], []);
  assert.equal(await set("grace", "a", false), true);
  assert.deepEqual((await findBook(db, "ada", "a"))!.interested, []);
});

test("people who have left the group do not count as interested", async ({ db }) => {
  await add(db, "a", "next");
  await setInterest(db, "grace", { bookId: "a", isInterested: true }, 2);
  const counts = async () => [
    (await listInterests(db, "ada", "engine")).get("a")?.count,
    (await listNext(db, "ada", "engine"))[0].wanted,
  ];
  assert.deepEqual(await counts(), [1, 1]);
  await deleteMember(db, "ada", { groupId: "engine", userId: "grace" });
  assert.deepEqual(await counts(), [0, 0]);
});
