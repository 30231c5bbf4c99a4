import assert from "node:assert/strict";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../../db/engine/client.ts";
import { deleteGroup, findGroup, handOver, updateGroup } from "../../../db/groups/groups.ts";
import { deleteMember, insertMember, setRole } from "../../../db/groups/members.ts";
import { groups } from "../../../db/schema.ts";
import { isOrganizer } from "../../../db/groups/roles.ts";
import { cast, person, store } from "../../support/people.ts";
import { test } from "../../support/db.ts";

const [adas, graces, noras, mallorys] = ["ada", "grace", "nora", "mallory"]
  .map((userId) => ({ groupId: "engine", userId }));

/** Ada's group with Grace as its organizer, and Nora in it. */
async function organized(db: Db): Promise<void> {
  await cast(db);
  await store(db, person("Nora"));
  await insertMember(db, "ada", noras, 3);
  assert.equal(await setRole(db, "ada", { ...graces, role: "organizer" }), true);
}

const rolesIn = async (db: Db) =>
  (await findGroup(db, "ada", "engine"))!.members.map(({ user, role }) => `${user.id} ${role}`);

test.empty("only the creator gives roles, to members of their own group who are not themselves", async ({ db }) => {
  await organized(db);
  for (const viewer of ["grace", "nora", "mallory"]) {
    assert.equal(await setRole(db, viewer, { ...noras, role: "organizer" }), false);
    assert.equal(await setRole(db, viewer, { ...graces, role: "member" }), false);
    assert.equal(await handOver(db, viewer, { groupId: "engine", userId: viewer }), false);
  }
  assert.equal(await setRole(db, "ada", { ...mallorys, role: "organizer" }), false);
  assert.equal(await setRole(db, "ada", { ...adas, role: "member" }), false);
  assert.equal(await handOver(db, "ada", mallorys), false);
  assert.equal(await handOver(db, "ada", adas), false);
  assert.deepEqual(await rolesIn(db), ["ada creator", "grace organizer", "nora member"]);
  assert.equal(await setRole(db, "ada", { ...graces, role: "member" }), true);
  assert.equal(await isOrganizer(db, "grace", "engine"), false);
});

test.empty("an organizer edits the group and removes plain members, but not the creator or another organizer", async ({ db }) => {
  await organized(db);
  assert.equal(await updateGroup(db, "nora", "engine", { groupName: "Nora's" }), false);
  assert.equal(await updateGroup(db, "mallory", "engine", { groupName: "Mallory's" }), false);
  assert.equal(await updateGroup(db, "grace", "engine", { groupName: "Compilers" }), true);
  const { groupName, description } = (await findGroup(db, "nora", "engine"))!;
  assert.deepEqual([groupName, description], ["Compilers", null]);
  assert.equal(await deleteMember(db, "grace", adas), false);
  assert.equal(await deleteMember(db, "nora", graces), false);
  await setRole(db, "ada", { ...noras, role: "organizer" });
  assert.equal(await deleteMember(db, "grace", noras), false);
  await setRole(db, "ada", { ...noras, role: "member" });
  assert.equal(await deleteMember(db, "grace", noras), true);
  assert.equal(await insertMember(db, "grace", noras, 4), false);
  assert.deepEqual(await deleteGroup(db, "grace", "engine"), []);
  assert.equal(await deleteMember(db, "grace", graces), true);
});

test.empty("who hands a group over is one of its organizers then, and can leave", async ({ db }) => {
  await organized(db);
  assert.equal(await handOver(db, "ada", noras), true);
  assert.equal(await handOver(db, "ada", graces), false);
  assert.deepEqual(await rolesIn(db), ["ada organizer", "grace organizer", "nora creator"]);
  assert.equal(await deleteMember(db, "ada", graces), false);
  assert.equal(await deleteMember(db, "ada", noras), false);
  assert.equal(await deleteMember(db, "nora", noras), false);
  assert.equal(await deleteMember(db, "ada", adas), true);
  assert.equal((await findGroup(db, "nora", "engine"))?.memberCount, 2);
});

test.empty("of two who are handed a group at once one has it", async ({ db }) => {
  await organized(db);
  const done = await Promise.all([handOver(db, "ada", graces), handOver(db, "ada", noras)]);
  assert.equal(done.filter(Boolean).length, 1);
  assert.equal((await rolesIn(db)).filter((role) => role.endsWith("creator")).length, 1);
});

test.empty("nobody is handed more groups than one person may make", async ({ db }) => {
  await organized(db);
  const many = Array.from({ length: groupsLimits.groups.perCreator }, (_, i) => ({
    id: `g${i}`,
    groupName: "Many",
    createdBy: "nora",
    createdAt: 1,
    activeAt: 1,
  }));
  await db.write([db.q.insert(groups).values(many)]);
  assert.equal(await handOver(db, "ada", noras), false);
  await db.write([db.q.run(sql`update groups set active_at = 0 where id = 'g0'`)]);
  assert.equal(await handOver(db, "ada", noras), true);
});
