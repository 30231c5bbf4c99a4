import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { removeUnverified } from "../../../db/account/accounts.ts";
import * as added from "../../../db/account/added_people.ts";
import { changeEmailByLink, findLink, insertLink, setPasswordByLink } from "../../../db/account/tokens.ts";
import { conflict, type Db } from "../../../db/engine/client.ts";
import { findGroup, insertGroup } from "../../../db/groups/groups.ts";
import { deleteMember, insertMember, setRole } from "../../../db/groups/members.ts";
import { insertNotices } from "../../../db/notices/notices.ts";
import { links, notices, passkeys, users } from "../../../db/schema.ts";
import { cast, person, store } from "../../support/people.ts";
import { test } from "../../support/db.ts";

const groupId = "engine";
const newPerson = (name: string, hash = `card of ${name}`) => (
  { id: name, username: name, email: null as string | null, fullName: name, hash }
);

const add = (db: Db, viewerId: string, people: added.NewAddedPerson[], into = groupId) =>
  added.insertAddedPeople(db, viewerId, { people, groupId: into, now: 10, cardsUntil: 100 });

/** Ada's group with Grace as its organizer, and with Ida and Nora, who have used their cards. */
async function scene(db: Db): Promise<void> {
  await cast(db);
  await setRole(db, "ada", { groupId, userId: "grace", role: "organizer" });
  await add(db, "ada", ["ida", "nora"].map((name) => newPerson(name)));
  for (const name of ["ida", "nora"]) await takeCard(db, `card of ${name}`);
}

const takeCard = (db: Db, hash: string, now = 20) =>
  setPasswordByLink(db, hash, { kind: "card", passwordHash: `by ${hash}`, now });

const replace = async (db: Db, viewerId: string, userId: string, { into = groupId, tag = "" } = {}) => {
  const cards = [{ userId, hash: `${viewerId} ${userId}${tag}` }];
  return (await added.replaceCards(db, { viewerId, groupId: into }, { cards, until: 100 })).has(userId);
};

test.empty("organizers alone make accounts, all or none, and people are members at once", async ({ db }) => {
  await scene(db);
  for (const viewer of ["mallory", "nora", "nobody"]) {
    assert.equal((await add(db, viewer, [newPerson("rosa")])).size, 0, viewer);
  }
  await assert.rejects(
    add(db, "grace", [newPerson("rosa"), { ...newPerson("eve"), username: "mallory" }]),
    (error) => conflict(error).includes("username"),
  );
  assert.equal((await db.q.select().from(users).where(sql`id in ('rosa', 'eve')`)).length, 0);
  assert.deepEqual([...await add(db, "grace", [newPerson("rosa"), newPerson("eve")])].sort(), ["eve", "rosa"]);
  const { members } = (await findGroup(db, "ada", groupId))!;
  assert.ok(["rosa", "eve"].every((id) => members.some(({ user }) => user.id === id)));
});

test.empty("a list that is sent twice, even at once, adds each person once, and the first cards stay good", async ({ db }) => {
  await scene(db);
  const list = (...hashes: string[]) => ["rosa", "eve"].map((name, n) => newPerson(name, hashes[n]));
  const made = await Promise.all([add(db, "ada", list("rosa 1", "eve 1")), add(db, "ada", list("rosa 2", "eve 2"))]);
  assert.deepEqual(made.map((ids) => [...ids].sort()), [["eve", "rosa"], []]);
  assert.deepEqual([...await add(db, "ada", [...list("rosa 3", "eve 3"), newPerson("lise")])], ["lise"]);
  for (const later of ["rosa 2", "eve 2", "rosa 3"]) assert.equal(await takeCard(db, later), undefined);
  assert.equal((await takeCard(db, "rosa 1"))?.id, "rosa");
  assert.equal((await takeCard(db, "eve 1"))?.id, "eve");
  assert.equal((await add(db, "ada", list("rosa 4", "eve 4"))).size, 0);
});

test.empty("a name that was added to the group before is not added again, unless a username was chosen", async ({ db }) => {
  await scene(db);
  const ida = { ...newPerson("ida.2"), fullName: "ida" };
  assert.equal((await add(db, "ada", [{ ...ida, isOnlyNamed: true }])).size, 0);
  assert.equal((await add(db, "ada", [{ ...ida, isOnlyNamed: false }])).size, 1);
});

test.empty("a card is good once, until it expires, and shows whose it is without changing anything", async ({ db }) => {
  await scene(db);
  await add(db, "ada", [newPerson("rosa"), newPerson("eve")]);
  assert.equal((await added.findCard(db, "card of rosa", 20))?.username, "rosa");
  assert.equal((await takeCard(db, "card of rosa"))?.id, "rosa");
  assert.equal(await takeCard(db, "card of rosa"), undefined);
  assert.equal(await added.findCard(db, "card of rosa", 20), undefined);
  assert.equal(await takeCard(db, "card of eve", 100), undefined);
  await db.write([db.q.update(users).set({ disabledAt: 1 }).where(sql`id = 'eve'`)]);
  assert.equal(await takeCard(db, "card of eve"), undefined);
});

test.empty("a new card is made by organizers of the group that somebody was added to, and by nobody else", async ({ db }) => {
  await scene(db);
  await insertGroup(db, "mallory", { id: "other", groupName: "Other", description: null }, 1);
  await insertMember(db, "mallory", { groupId: "other", userId: "ida" }, 3);
  assert.deepEqual(
    await Promise.all(["nora", "mallory", "ida", "nobody"].map((viewer) => replace(db, viewer, "ida"))),
    [false, false, false, false],
  );
  assert.equal(await replace(db, "mallory", "ida", { into: "other" }), false);
  assert.equal(await replace(db, "grace", "mallory"), false);
  assert.equal(await replace(db, "grace", "ada"), false);
  assert.equal(await replace(db, "grace", "ida"), true);
  assert.equal(await replace(db, "ada", "ida"), true);
  // The later one alone is good.
  assert.equal(await takeCard(db, "grace ida"), undefined);
  assert.equal((await takeCard(db, "ada ida"))?.id, "ida");
});

test.empty("an organizer makes no card for another organizer or for the group's creator", async ({ db }) => {
  await scene(db);
  await setRole(db, "ada", { groupId, userId: "ida", role: "organizer" });
  assert.deepEqual([await replace(db, "grace", "ida"), await replace(db, "ada", "ida")], [false, true]);
  await db.write([db.q.run(sql`update groups set created_by = 'nora' where id = ${groupId}`)]);
  assert.deepEqual([await replace(db, "grace", "nora"), await replace(db, "nora", "nora")], [false, false]);
});

test.empty("organizers make no card for an account with an address, a passkey or two-step codes", async ({ db }) => {
  await scene(db);
  await replace(db, "ada", "ida");
  await db.write([
    db.q.insert(passkeys).values({
      id: "key",
      userId: "ida",
      name: "Phone",
      publicKey: Buffer.from("key"),
      counter: 0,
      createdAt: 1,
      transports: [],
    }),
  ]);
  assert.equal(await replace(db, "ada", "ida", { tag: "again" }), false);
  await db.write([
    db.q.delete(passkeys),
    db.q.run(sql`insert into totps (user_id, secret, created_at, confirmed_at)
    values ('ida', 'a', 1, 1)`),
  ]);
  assert.equal(await replace(db, "ada", "ida", { tag: "again" }), false);
  assert.deepEqual((await added.listCardOwners(db, "ada", groupId)).map(({ id }) => id), ["nora"]);

  await replace(db, "ada", "nora");
  await db.write([
    insertLink(db, { hash: "new", userId: "nora", kind: "email", email: "nora@example.org", expiresAt: 99 }),
  ]);
  assert.deepEqual(await changeEmailByLink(db, "new", 30), { userId: "nora", former: null, email: "nora@example.org" });
  assert.equal(await takeCard(db, "ada nora"), undefined);
  assert.equal(await replace(db, "ada", "nora", { tag: "again" }), false);
  // Nor by a card that was left behind.
  await db.write([insertLink(db, { hash: "left", userId: "nora", kind: "card", expiresAt: 99 })]);
  assert.deepEqual([await added.findCard(db, "left", 30), await takeCard(db, "left")], [undefined, undefined]);
});

test.empty("a member who leaves the group loses their card, and its organizers can make no other, even after they come back", async ({ db }) => {
  await scene(db);
  await replace(db, "ada", "ida");
  assert.equal(await deleteMember(db, "mallory", { groupId, userId: "ida" }), false);
  assert.equal((await findLink(db, "ada ida", "card"))?.userId, "ida");
  assert.equal(await deleteMember(db, "ida", { groupId, userId: "ida" }), true);
  assert.equal(await takeCard(db, "ada ida"), undefined);
  await insertMember(db, "ada", { groupId, userId: "ida" }, 5);
  assert.equal(await replace(db, "ada", "ida", { tag: "again" }), false);
});

test.empty("new cards for people who have not used theirs leave the others alone", async ({ db }) => {
  await scene(db);
  await add(db, "ada", [newPerson("rosa")]);
  const unused = await added.listUnusedCards(db, "grace", { groupId, limit: 10 });
  assert.deepEqual(unused.map(({ id }) => id), ["rosa"]);
  assert.deepEqual(await added.listUnusedCards(db, "nora", { groupId, limit: 10 }), []);
  const cards = ["rosa", "ida"].map((userId) => ({ userId, hash: `new ${userId}` }));
  const made = await added.replaceCards(db, { viewerId: "grace", groupId }, { cards, until: 100, areUnused: true });
  assert.deepEqual([...made], ["rosa"]);
});

test.empty("a link that was mailed proves the address, and is void once there is another", async ({ db }) => {
  await cast(db);
  const emmy = { ...newPerson("emmy"), email: "emmy@example.org" };
  await add(db, "ada", [emmy, { ...newPerson("rosa"), email: "rosa@example.org" }]);
  const verifiedAt = async () => (await db.q.select().from(users).where(sql`id = 'emmy'`).get())!.verifiedAt;
  assert.equal(await verifiedAt(), null);
  assert.equal((await takeCard(db, "card of emmy"))?.id, "emmy");
  assert.equal(await verifiedAt(), 20);
  await db.write([db.q.update(users).set({ email: "other@example.org" }).where(sql`id = 'rosa'`)]);
  assert.equal(await takeCard(db, "card of rosa"), undefined);
  assert.equal((await db.q.select().from(links)).length, 2);
});

test.empty("a notice waits to be mailed only to people who have an address", async ({ db }) => {
  await scene(db);
  await store(db, person("Rosa"));
  const recipients = ["ida", "rosa"].map((userId) => ({ id: userId, userId }));
  await insertNotices(db, { kind: "newCard", recipients, text: "", url: "", subject: "" }, 1);
  const rows = await db.q.select().from(notices).where(sql`kind = 'newCard'`);
  assert.deepEqual(rows.map(({ userId, mailAt }) => [userId, mailAt !== null]).sort(), [["ida", false], [
    "rosa",
    true,
  ]]);
});

test.empty("an account from a list with an address is gone with its link unless its owner used that; one with a card stays", async ({ db }) => {
  await cast(db);
  const mailed = ["rosa", "eve"].map((name) => ({ ...newPerson(name), email: `${name}@example.org` }));
  await add(db, "ada", [...mailed, newPerson("ida")]);
  await takeCard(db, "card of eve");
  assert.equal(await removeUnverified(db, 99, 10), 0);
  assert.equal(await removeUnverified(db, 100, 10), 1);
  const members = (await findGroup(db, "ada", groupId))!.members.map(({ user }) => user.id);
  assert.deepEqual(members.sort(), ["ada", "eve", "grace", "ida"]);
});
