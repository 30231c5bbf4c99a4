import assert from "node:assert/strict";
import type { Db } from "../../../db/engine/client.ts";
import { insertGroup } from "../../../db/groups/groups.ts";
import { insertMember } from "../../../db/groups/members.ts";
import { countUnread, countWaiting, listOverviewGroups } from "../../../db/site/overview.ts";
import { books, notices, progress } from "../../../db/schema.ts";
import { setNotify } from "../../../db/chat/read_marks.ts";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { unreadTotal } from "../../../server/contract/site/unread.ts";
import { person, store } from "../../support/people.ts";
import { test } from "../../support/db.ts";

const findOverview = async (db: Db, viewerId: string) => ({
  groups: await listOverviewGroups(db, viewerId),
  ...await countWaiting(db, viewerId),
});

const message = (id: string, userId: string, content: string) => ({
  id,
  groupId: "engine",
  userId,
  content,
  clientId: null,
});

test("Grace's overview has her groups with what is new, her book and faces, and Mallory's has none of it", async ({ db }) => {
  await insertMessage(db, message("m1", "ada", "Page 41\nis a riddle."), 5);
  await insertMessage(db, message("m2", "grace", "Which one?"), 6);
  const book = { groupId: "engine", pageCount: 100, categories: [], createdAt: 1 };
  await db.write([
    db.q.insert(books).values([{ ...book, id: "old", title: "Old" }, { ...book, id: "new", title: "New" }]),
    db.q.insert(progress).values([
      { bookId: "old", userId: "grace", currentPage: 9, readAt: 1 },
      { bookId: "new", userId: "grace", currentPage: 41, position: 410_000_000, readAt: 2 },
      { bookId: "old", userId: "ada", currentPage: 99, readAt: 3 },
    ]),
  ]);
  const { groups: [group], requests, notices: unreadNotices } = await findOverview(db, "grace");
  assert.deepEqual([group.unread, group.memberCount, group.role, requests, unreadNotices], [1, 2, "member", 0, 0]);
  assert.deepEqual(group.book, { title: "New", currentPage: 41, pageCount: 100, progress: 41 });
  assert.deepEqual(group.faces.map(({ fullName }) => fullName).sort(), ["Ada", "Grace"]);
  assert.equal("email" in group.faces[0], false);
  assert.equal(group.lastMessage?.fullName, "Grace");
  assert.deepEqual((await findOverview(db, "ada")).groups[0].book?.currentPage, 99);
  const expected = { groups: [], requests: 0, notices: 0, unreadNotices: 0, direct: 0, stored: 0 };
  assert.deepEqual(await findOverview(db, "mallory"), expected);
});

test("a card shows four faces at most", async ({ db }) => {
  for (const name of ["Emmy", "Sofia", "Noor"]) {
    await store(db, person(name));
    await insertMember(db, "ada", { groupId: "engine", userId: name.toLowerCase() }, 3);
  }
  const [group] = (await findOverview(db, "ada")).groups;
  assert.deepEqual([group.memberCount, group.faces.length], [5, 4]);
});

test("the number of a title counts messages but of silent groups, and notices that are not about messages", async ({ db }) => {
  await insertGroup(db, "grace", { id: "quiet", groupName: "Quiet", description: null }, 1);
  await insertMember(db, "grace", { groupId: "quiet", userId: "ada" }, 2);
  await insertMessage(db, message("m1", "grace", "One"), 5);
  await insertMessage(db, message("m2", "ada", "Two"), 6);
  await insertMessage(db, { ...message("m3", "grace", "Three"), groupId: "quiet" }, 7);
  const notice = { userId: "ada", kind: "reply" as const, text: "", url: "/", createdAt: 1 };
  await db.write([
    db.q.insert(notices).values([
      { ...notice, id: "about a message", groupId: "engine", seq: 1 },
      { ...notice, id: "about a request" },
      { ...notice, id: "read", readAt: 2 },
    ]),
  ]);
  const total = async () => [await countUnread(db, "ada"), unreadTotal(await findOverview(db, "ada"))];
  assert.deepEqual(await total(), [3, 3]);
  await setNotify(db, "ada", { groupId: "quiet", level: "none" });
  assert.deepEqual(await total(), [2, 2]);
  assert.deepEqual([await countUnread(db, "mallory"), await countUnread(db, "nobody")], [0, 0]);
});
