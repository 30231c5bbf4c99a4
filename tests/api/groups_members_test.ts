import assert from "node:assert/strict";
import { addMember } from "../../server/actions/groups/members.ts";
import type { Limiter } from "../../server/rate_limits.ts";
import { sql } from "drizzle-orm";
import { users } from "../../db/schema.ts";
import type { Group } from "../../server/contract/groups/shapes.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertFailure, submit } from "../support/requests.ts";

const add = (app: TestApp, { id }: Group, as: Person, userId: unknown) =>
  app.call("POST", `/groups/${id}/members`, as, { userId });
const remove = (app: TestApp, { id }: Group, as: Person, userId: string) =>
  app.call("DELETE", `/groups/${id}/members/${userId}`, as);
const names = async (app: TestApp, { id }: Group, as: Person): Promise<string[]> =>
  (await app.call("GET", `/groups/${id}`, as)).body.group.members.map(({ user }: Group["members"][0]) => user.username);

const cast = async (app: TestApp) => [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];

// spec: 7.9
Deno.test("Ada adds Grace once, and Grace's list contains the group", async () => {
  await using app = await startApp();
  const [ada, grace] = await cast(app);
  const group = await app.group(ada);
  const { status, body } = await add(app, group, ada, grace.id);
  assert.deepEqual([status, body.message, body.group.memberCount], [201, "Member added successfully", 2]);
  const theirs = (await app.call("GET", `/groups/${group.id}`, grace)).body.group;
  assert.deepEqual({ ...body.group, role: "member" }, theirs);
  const already = { status: 409, code: "already_member", message: "This user is already a member of the group." };
  for (const userId of [grace.id, ada.id]) assertFailure(await add(app, group, ada, userId), already);
  assert.deepEqual(await names(app, group, ada), ["ada", "grace"]);
});

Deno.test("an unknown user cannot be added", async () => {
  await using app = await startApp();
  const [ada] = await cast(app);
  const group = await app.group(ada);
  for (const userId of ["unknown", "\0", "' or 1=1", "\ud800"]) {
    assertFailure(await add(app, group, ada, userId), {
      status: 404,
      code: "user_not_found",
      message: "User not found",
    });
  }
  for (const userId of [undefined, null, "", 1, [ada.id], { id: ada.id }, "x".repeat(65)]) {
    const { status, body } = await add(app, group, ada, userId);
    assert.deepEqual([status, body.code, body.issues[0].path], [400, "invalid_input", "userId"]);
  }
});

// spec: 6.4, 6.6
Deno.test("Grace, not the creator, can add nobody and remove only herself", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = await cast(app);
  const group = await app.group(ada, grace);
  for (const userId of [mallory.id, grace.id, "unknown"]) {
    assertFailure(await add(app, group, grace, userId), {
      status: 403,
      code: "not_creator",
      message: "Only the creator of the group can add members.",
    });
  }
  for (const userId of [ada.id, mallory.id, "unknown"]) {
    assertFailure(await remove(app, group, grace, userId), {
      status: 403,
      code: "not_creator",
      message: "Only the creator of the group can remove members.",
    });
  }
  assert.deepEqual(await names(app, group, ada), ["ada", "grace"]);
  const { status, body } = await remove(app, group, grace, grace.id);
  assert.deepEqual([status, body], [200, { message: "You have left the group" }]);
  assert.deepEqual(await names(app, group, ada), ["ada"]);
  assert.equal((await app.call("GET", `/groups/${group.id}`, grace)).status, 404);
  assert.equal((await remove(app, group, grace, grace.id)).status, 404);
});

// spec: 7.9
Deno.test("Ada removes Grace, who then has no access and can be added again", async () => {
  await using app = await startApp();
  const [ada, grace] = await cast(app);
  const group = await app.group(ada, grace);
  const { status, body } = await remove(app, group, ada, grace.id);
  assert.deepEqual([status, body], [200, { message: "Member removed successfully" }]);
  assertFailure(await remove(app, group, ada, grace.id), {
    status: 404,
    code: "not_a_member",
    message: "This user is not a member of the group.",
  });
  for (const path of ["", "/messages"]) {
    assert.equal((await app.call("GET", `/groups/${group.id}${path}`, grace)).status, 404);
  }
  assert.equal((await add(app, group, ada, grace.id)).status, 201);
  assert.deepEqual(await names(app, group, grace), ["ada", "grace"]);
});

Deno.test("Ada cannot leave the group she created", async () => {
  await using app = await startApp();
  const [ada, grace] = await cast(app);
  const group = await app.group(ada, grace);
  assertFailure(await remove(app, group, ada, ada.id), {
    status: 400,
    code: "creator_cannot_leave",
    message: "The creator cannot leave the group. You can delete it instead.",
  });
  assert.deepEqual(await names(app, group, grace), ["ada", "grace"]);
});

Deno.test("creating a group gives Mallory no rights in Ada's group", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = await cast(app);
  const [group] = [await app.group(ada, grace), await app.group(mallory)];
  for (const answer of [await add(app, group, mallory, mallory.id), await remove(app, group, mallory, grace.id)]) {
    assertFailure(answer, { status: 404, code: "group_not_found", message: "Group not found" });
  }
  assert.deepEqual(await names(app, group, ada), ["ada", "grace"]);
});

const notAdded = {
  status: 403,
  code: "cannot_be_added",
  message: "This person cannot be added to your group.",
};

Deno.test("who hides their address is added by those alone who see it: friends, and who is in a group with them", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = await cast(app);
  await app.call("PUT", "/users/profile", grace, { emailVisible: false });
  const [own, mallorys] = [await app.group(ada), await app.group(mallory)];
  assertFailure(await add(app, own, ada, grace.id), notAdded);
  const page = `/group/${own.id}/members`;
  assert.equal((await submit(app, page, ada, { userId: grace.id })).status, 303);
  assert.deepEqual(await names(app, own, ada), ["ada"]);
  assert.equal((await app.call("GET", `/users/${grace.id}`, ada)).body.email, null);
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  assertFailure(await add(app, own, ada, grace.id), notAdded);
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  assert.equal((await add(app, own, ada, grace.id)).status, 201);
  assertFailure(await add(app, mallorys, mallory, grace.id), notAdded);
  await add(app, own, ada, mallory.id);
  assert.equal((await add(app, mallorys, mallory, grace.id)).status, 201);
});

Deno.test("who wants no invitation into a group is not added to it either, but to others", async () => {
  await using app = await startApp();
  const [ada, grace] = await cast(app);
  const [group, other] = [await app.group(ada), await app.group(ada)];
  await app.call("POST", `/groups/${group.id}/invites/mail`, ada, { emails: [grace.email] });
  const [{ id }] = (await app.call("GET", "/invitations", grace)).body.invitations;
  await app.call("POST", `/invitations/${id}/decline`, grace, { never: true });
  assertFailure(await add(app, group, ada, grace.id), notAdded);
  assert.equal((await add(app, other, ada, grace.id)).status, 201);
});

Deno.test("who is disabled is not added, asked to be a friend, or handed a group", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = await cast(app);
  const group = await app.group(ada, grace);
  const { db } = app.deps;
  await db.write([db.q.update(users).set({ disabledAt: 1 }).where(sql`id in (${grace.id}, ${mallory.id})`)]);
  assertFailure(await add(app, group, ada, mallory.id), notAdded);
  const asked = await app.call("POST", `/friends/request/${mallory.id}`, ada);
  assert.deepEqual([asked.status, asked.body.code], [400, "request_not_possible"]);
  const handed = await app.call("PUT", `/groups/${group.id}/members/${grace.id}/role`, ada, { role: "creator" });
  assert.deepEqual([handed.status, handed.body.code], [403, "cannot_take_over"]);
  await db.write([db.q.update(users).set({ disabledAt: null })]);
  assert.equal((await add(app, group, ada, mallory.id)).status, 201);
});

Deno.test("how often somebody is added is counted only of people there are, by who may add them", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = await cast(app);
  const group = await app.group(ada);
  const keys: string[] = [];
  const limiter: Limiter = {
    ...app.deps.limiter,
    take: (name, key) => Promise.resolve(keys.push(`${name} ${key}`)),
  };
  const addOf = (viewer: Person, userId: string) =>
    addMember.run!({ deps: { ...app.deps, limiter }, user: viewer, params: { id: group.id } } as never, { userId });
  await assert.rejects(async () => await addOf(mallory, grace.id));
  await assert.rejects(async () => await addOf(ada, "made-up"));
  await addOf(ada, grace.id);
  assert.deepEqual(keys, [`addMember ${ada.id} ${grace.id}`]);
});
