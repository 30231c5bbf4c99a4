import assert from "node:assert/strict";
import { eq, isNotNull } from "drizzle-orm";
import { touchSession } from "../../../db/account/sessions.ts";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import type { Db } from "../../../db/engine/client.ts";
import { deletePartOfGroup, listDeletedGroups } from "../../../db/groups/deletion.ts";
import { countPeople, listAllGroups, listPeople } from "../../../db/operator/people_and_groups.ts";
import { listDayNumbers, recordLevels } from "../../../db/operator/site.ts";
import { groups, sessions, users } from "../../../db/schema.ts";
import { insertGuestGroup } from "../../../db/seed/mod.ts";
import { endGuests, insertGroupOfGuest, insertGuest } from "../../../db/site/guests.ts";
import { username } from "../../../server/contract/account/shapes.ts";
import { mentionedNames } from "../../../server/contract/chat/mentions.ts";
import { plansOf, test } from "../../support/db.ts";

const guest = (id: string, now: number) => ({ id, username: `guest-${id}`, fullName: "Guest 1", now, until: now + 60 });

async function begin(db: Db, id: string, now: number): Promise<void> {
  assert.ok(await insertGuest(db, guest(id, now), 2));
  await insertGroupOfGuest(db, insertGuestGroup(db, { id, groupId: `group-${id}`, now }));
}

const left = async (db: Db): Promise<string[]> =>
  (await db.q.select({ id: users.id }).from(users)).map(({ id }) => id).filter((id) => !id.startsWith("guide-")).sort();

test("there is a limited number of guests at a time; each has a group, and all the same fictitious members", async ({ db }) => {
  await begin(db, "one", 100);
  await begin(db, "two", 110);
  const third = guest("three", 120);
  assert.equal(await insertGuest(db, third, 2), false);
  assert.deepEqual(await left(db), ["ada", "grace", "mallory", "one", "two"]);
  assert.ok(await insertGuest(db, { ...third, now: 165, until: 225 }, 2), "the first one's time is over");
  assert.equal((await db.q.select().from(groups)).length, 3);
});

test("when their time is over guests are deleted with their groups and what they wrote; others and the members of the next groups stay", async ({ db }) => {
  await begin(db, "one", 100);
  await begin(db, "two", 150);
  const message = { id: "hello", groupId: "group-one", userId: "one", content: "Is anybody here?", clientId: null };
  assert.ok(await insertMessage(db, message, 101));
  assert.equal(await endGuests(db, 159, 10), undefined);
  assert.deepEqual(await endGuests(db, 160, 10), { groupIds: ["group-one"], sessions: [] });
  assert.deepEqual(await left(db), ["ada", "grace", "mallory", "one", "two"], "the message is there still");
  assert.deepEqual(await listDeletedGroups(db), ["group-one"]);
  while (await deletePartOfGroup(db, "group-one"));
  assert.deepEqual(await endGuests(db, 160, 10), { groupIds: [], sessions: [] });
  assert.deepEqual(await left(db), ["ada", "grace", "mallory", "two"]);
  await endGuests(db, 210, 10);
  assert.deepEqual(await left(db), ["ada", "grace", "mallory"]);
  assert.deepEqual((await db.q.select().from(groups)).map(({ id }) => id).sort(), ["engine", "group-two"]);
});

test("nobody can register the username of a fictitious member, which can be mentioned", async ({ db }) => {
  const guides = insertGuestGroup(db, { id: "one", groupId: "group-one", now: 1 });
  await db.write([guides[0]]);
  const names = (await db.q.select({ username: users.username }).from(users)
    .where(isNotNull(users.guestUntil))).map(({ username }) => username);
  assert.ok(names.length > 0);
  assert.deepEqual(names.filter((name) => username.safeParse(name).success), []);
  assert.deepEqual(mentionedNames(names.map((name) => `@${name}`).join(" ")), names, "they can be mentioned");
});

test("guests, fictitious members and their groups are not among the people and groups that operators see and count", async ({ db }) => {
  await begin(db, "one", 1);
  const idsOf = (page: { rows: { id: string }[] }) => page.rows.map(({ id }) => id);
  assert.deepEqual(idsOf(await listPeople(db, {})), ["mallory", "grace", "ada"]);
  assert.deepEqual(idsOf(await listPeople(db, { query: "guest" })), []);
  assert.deepEqual(idsOf(await listPeople(db, { query: "ada" })), ["ada"]);
  assert.deepEqual(idsOf(await listAllGroups(db)), ["engine"]);
  const now = Date.UTC(2026, 10, 1);
  await db.write([db.q.update(users).set({ disabledAt: now, verifiedAt: null }).where(eq(users.id, "mallory"))]);
  assert.deepEqual(await countPeople(db), { all: 3, unseen: 3, unverified: 1, disabled: 1 });
  await recordLevels(db, now);
  for (const [n, id] of ["ada", "one"].entries()) {
    const hash = `${n}`;
    await db.write([db.q.insert(sessions).values({ hash, userId: id, createdAt: now, expiresAt: now })]);
    await touchSession(db, hash, now);
  }
  const [{ registered, people }] = await listDayNumbers(db, 1, now);
  assert.deepEqual([registered, people], [3, 1]);
});

test("guests whose time is over are found by an index", async ({ db }) => {
  const [plan] = await plansOf(db, () => endGuests(db, 1, 10));
  assert.match(plan.join(), /users_guest_until/);
});
