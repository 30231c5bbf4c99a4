import assert from "node:assert/strict";
import { eq, sql } from "drizzle-orm";
import { findByClientId, listMessages } from "../../../db/chat/messages.ts";
import { addReaction } from "../../../db/chat/message_changes.ts";
import { indexMessages } from "../../../db/chat/message_search.ts";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import type { Db } from "../../../db/engine/client.ts";
import { deletePartOfGroup, listDeletedGroups } from "../../../db/groups/deletion.ts";
import {
  deleteGroup,
  findGroup,
  findMemberPage,
  insertGroup,
  listGroupLinks,
  listGroupsInCommon,
} from "../../../db/groups/groups.ts";
import { deleteMember, insertMember } from "../../../db/groups/members.ts";
import { saveSettings } from "../../../db/groups/settings.ts";
import { books, groups, members, messages, notes, progress } from "../../../db/schema.ts";
import { person, store } from "../../support/people.ts";
import { send } from "../../support/talking.ts";
import { silent } from "../../support/silent.ts";
import { test } from "../../support/db.ts";

const group = (id: string) => ({ id, groupName: id, description: null });

test("a member finds the group with its members in the order they joined, with no more than their cards", async ({ db }) => {
  const found = await findGroup(db, "ada", "engine");
  const card = (id: string, fullName: string) => ({
    id,
    username: id,
    fullName,
    email: `${id}@example.org`,
    profileImage: null,
    bio: null,
  });
  assert.deepEqual(found, {
    id: "engine",
    groupName: "Analytical Engine",
    description: null,
    format: null,
    image: null,
    kind: "group",
    createdBy: "ada",
    createdAt: "1970-01-01T00:00:00.001Z",
    memberCount: 2,
    role: "creator",
    ...silent,
    members: [
      { user: card("ada", "Ada"), joinedAt: "1970-01-01T00:00:00.001Z", role: "creator" },
      { user: card("grace", "Grace"), joinedAt: "1970-01-01T00:00:00.002Z", role: "member" },
    ],
  });
  assert.deepEqual(await findGroup(db, "grace", "engine"), { ...found, role: "member" });
});

test("a page of a group's members has a hundred of them, in the order they joined, and each is on one that is found", async ({ db }) => {
  const many = Array.from({ length: 199 }, (_, n) => person(`Reader${String(n).padStart(3, "0")}`));
  await store(db, ...many);
  await db.write([
    db.q.insert(members).values(many.map(({ id }, n) => ({ groupId: "engine", userId: id, joinedAt: 3 + (n >> 1) }))),
  ]);
  const page = async (page: number) =>
    (await findGroup(db, "grace", "engine", { page }))!.members.map(({ user }) => user.id);
  const pages = [await page(1), await page(2), await page(3), await page(4)];
  assert.deepEqual(pages.flat(), ["ada", "grace", ...many.map(({ id }) => id)]);
  assert.deepEqual(pages.map(({ length }) => length), [100, 100, 1, 0]);
  for (const [n, ids] of pages.entries()) {
    for (const userId of ids.slice(-2)) {
      assert.equal(await findMemberPage(db, "ada", { groupId: "engine", userId }), n + 1);
    }
  }
  assert.equal(await findMemberPage(db, "ada", { groupId: "engine", userId: "mallory" }), undefined);
  assert.equal(await findMemberPage(db, "mallory", { groupId: "engine", userId: "ada" }), undefined);
});

test.empty("groups are listed by their latest activity: a message or a new member", async ({ db }) => {
  await store(db, person("Ada"), person("Grace"));
  for (const [at, id] of ["one", "two", "three"].entries()) await insertGroup(db, "ada", group(id), at);
  const listed = async () => (await listGroupLinks(db, "ada")).map(({ id }) => id);
  assert.deepEqual(await listed(), ["three", "two", "one"]);
  await insertMessage(db, { id: "m", groupId: "one", userId: "ada", content: "hello", clientId: null }, 10);
  assert.deepEqual(await listed(), ["one", "three", "two"]);
  await insertMember(db, "ada", { groupId: "two", userId: "grace" }, 11);
  assert.deepEqual(await listed(), ["two", "one", "three"]);
  assert.deepEqual((await listGroupLinks(db, "grace")).map(({ id }) => id), ["two"]);
});

test("a repeated member, a repeated message or an outsider's message does not count as activity", async ({ db }) => {
  const message = { id: "m", groupId: "engine", userId: "ada", content: "hello", clientId: "c" };
  await insertMessage(db, message, 10);
  await insertMessage(db, { ...message, id: "m2" }, 11);
  await insertMessage(db, { ...message, id: "m3", userId: "mallory" }, 12);
  await insertMember(db, "ada", { groupId: "engine", userId: "grace" }, 13);
  assert.equal((await db.q.select().from(groups).where(eq(groups.id, "engine")).get())?.activeAt, 10);
});

/** Deletes a deleted group's contents, as the service does in the background. Returns in how many parts. */
async function purge(db: Db, groupId: string): Promise<number> {
  let parts = 1;
  while (await deletePartOfGroup(db, groupId)) parts++;
  return parts;
}

test("a deleted group is at once gone for everyone, its creator included, and cannot be restored", async ({ db }) => {
  await insertMessage(db, { id: "m", groupId: "engine", userId: "ada", content: "hello", clientId: "c" }, 5);
  assert.deepEqual(await deleteGroup(db, "ada", "engine"), ["ada", "grace"]);
  assert.deepEqual(await deleteGroup(db, "ada", "engine"), []);
  assert.equal(await insertMember(db, "ada", { groupId: "engine", userId: "ada" }, 6), false);
  assert.equal(await insertMember(db, "ada", { groupId: "engine", userId: "grace" }, 6), false);
  assert.equal(await deleteMember(db, "ada", { groupId: "engine", userId: "grace" }), false);
  // The form that made it, submitted again.
  await insertGroup(db, "ada", group("engine"), 6);
  const again = { id: "m2", groupId: "engine", userId: "ada", content: "hello", clientId: null };
  assert.equal(await insertMessage(db, again, 7), undefined);
  assert.equal(await findByClientId(db, "ada", { groupId: "engine", clientId: "c" }), undefined);
  for (const viewer of ["ada", "grace"]) {
    assert.equal(await findGroup(db, viewer, "engine"), undefined);
    assert.deepEqual(await listGroupLinks(db, viewer), []);
    assert.equal(await listMessages(db, viewer, "engine", { limit: 50 }), undefined);
  }
  assert.deepEqual(await db.q.select().from(members), []);
});

test("a deleted group's contents are deleted in small parts and the group last, and nothing of other groups", async ({ db }) => {
  await insertGroup(db, "ada", group("other"), 1);
  for (const groupId of ["engine", "other"]) {
    const rows = Array.from({ length: 450 }, (_, seq) => ({
      id: `${groupId} ${seq}`,
      groupId,
      seq,
      userId: "ada",
      content: "hello",
      createdAt: seq,
    }));
    const shelf = Array.from({ length: 60 }, (_, n) => ({ id: `${groupId} ${n}`, groupId, title: "Flatland" }));
    await db.write([
      db.q.insert(messages).values(rows),
      db.q.insert(books).values(shelf.map((book) => ({ ...book, pageCount: 100, categories: [], createdAt: 1 }))),
      db.q.insert(notes).values(
        shelf.map(({ id }) => ({ bookId: id, userId: "ada", pageNumber: 1, content: "x", updatedAt: 1 })),
      ),
      db.q.insert(progress).values(shelf.map(({ id }) => ({ bookId: id, userId: "grace", currentPage: 1, readAt: 1 }))),
    ]);
  }
  // As long as it has members, nothing is deleted.
  assert.equal(await purge(db, "engine"), 1);
  assert.deepEqual(await listDeletedGroups(db), []);
  const count = async () => (await Promise.all([messages, books, notes, progress].map((table) => db.q.$count(table))));
  assert.deepEqual(await count(), [900, 120, 120, 120]);

  await deleteGroup(db, "ada", "engine");
  assert.deepEqual(await count(), [900, 120, 120, 120]);
  assert.deepEqual(await listDeletedGroups(db), ["engine"]);
  await deletePartOfGroup(db, "engine");
  assert.deepEqual(await count(), [800, 120, 120, 120]);
  assert.equal(await purge(db, "engine"), 4 + 2 + 1 + 2 + 1);
  assert.deepEqual(await count(), [450, 60, 60, 60]);
  assert.deepEqual(await listDeletedGroups(db), []);
  assert.deepEqual((await db.q.select().from(groups)).map(({ id }) => id), ["other"]);
  assert.deepEqual((await db.q.select().from(members)).map(({ groupId }) => groupId), ["other"]);
  assert.ok((await db.q.select().from(messages)).every(({ groupId }) => groupId === "other"));
  assert.deepEqual(await db.q.all(sql`PRAGMA foreign_key_check`), []);
});

test("with a deleted group goes all that refers to it, and nothing of other groups", async ({ db }) => {
  await insertGroup(db, "ada", group("other"), 1);
  await insertGroup(db, "grace", group("third"), 1);
  for (const groupId of ["engine", "other"]) {
    for (const unused of [true, false]) {
      const id = `${groupId} ${unused ? "unused" : "sent"}`;
      await db.write([
        db.q.run(sql`insert into files (id, group_id, user_id, name, type, size, stored_size, created_at)
          values (${id}, ${groupId}, 'ada', 'a.pdf', 'application/pdf', 3, 3, 1)`),
        db.q.run(sql`insert into file_chunks (file_id, variant, number, bytes) values (${id}, 'file', 0, x'010203')`),
      ]);
      if (!unused) await send(db, "ada", "With a file", { groupId, files: [id] });
    }
    const message = await send(db, "ada", "@grace see this", { groupId });
    await addReaction(db, "ada", { groupId, id: message.id, emoji: "👍" }, 1);
    await db.write([
      db.q.run(sql`insert into notices (id, user_id, kind, text, url, group_id, seq, subject, created_at)
        values (${groupId}, 'grace', 'mention', '', '', ${groupId}, 1, ${groupId}, 1)`),
    ]);
  }
  while (await indexMessages(db));
  const counts = async () => {
    const tables = ["groups", "messages", "mentions", "reactions", "files", "file_chunks", "notices"];
    const rows = tables.map(async (table) =>
      (await db.q.all<{ n: number }>(sql.raw(`select count(*) as n from ${table}`)))[0].n
    );
    return Object.fromEntries((await Promise.all(rows)).map((n, index) => [tables[index], n]));
  };
  const expected = { groups: 3, messages: 4, mentions: 1, reactions: 2, files: 4, file_chunks: 4, notices: 2 };
  assert.deepEqual(await counts(), expected);
  await deleteGroup(db, "ada", "engine");
  while (await deletePartOfGroup(db, "engine"));
  assert.deepEqual(await counts(), {
    groups: 2,
    messages: 2,
    mentions: 0,
    reactions: 1,
    files: 2,
    file_chunks: 2,
    notices: 1,
  });
});

test("groups in common are those that both are in, and an outsider learns of none", async ({ db }) => {
  await insertGroup(db, "grace", group("compilers"), 3);
  await insertGroup(db, "mallory", group("alone"), 4);
  const inCommon = async (viewerId: string, userId: string) =>
    (await listGroupsInCommon(db, viewerId, userId)).map(({ id }) => id);
  assert.deepEqual(await inCommon("ada", "grace"), ["engine"]);
  await insertMember(db, "grace", { groupId: "compilers", userId: "ada" }, 5);
  assert.deepEqual(await inCommon("ada", "grace"), ["compilers", "engine"]);
  assert.deepEqual(await inCommon("grace", "ada"), ["compilers", "engine"]);
  for (const userId of ["ada", "grace", "nobody"]) assert.deepEqual(await inCommon("mallory", userId), []);
  await store(db, person("Nora"));
  await insertMember(db, "ada", { groupId: "engine", userId: "nora" }, 6);
  await saveSettings(db, "ada", "engine", { hideMembers: true });
  assert.deepEqual([await inCommon("grace", "nora"), await inCommon("grace", "ada"), await inCommon("ada", "nora")], [
    [],
    ["engine", "compilers"],
    ["engine"],
  ]);
  await deleteGroup(db, "ada", "engine");
  assert.deepEqual(await inCommon("ada", "grace"), ["compilers"]);
  await deleteMember(db, "grace", { groupId: "compilers", userId: "ada" });
  assert.deepEqual(await inCommon("ada", "grace"), []);
});
