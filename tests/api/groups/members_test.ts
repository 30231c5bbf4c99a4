import assert from "node:assert/strict";
import { addMember } from "../../../server/actions/groups/members.ts";
import type { Limiter } from "../../../server/rate_limits.ts";
import type { Person } from "../../support/app.ts";
import { type Options, run, startCast } from "../../support/cast.ts";
import { assertFailure, codeOf } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

async function withMembers(options?: Options) {
  const app = await startCast(options);
  const { call, ada, here } = app;
  const add = (userId: string, as = ada, to = here) => call("POST", `${to}/members`, as, { userId });
  const remove = (of: Person, as = ada) => call("DELETE", `${here}/members/${of.id}`, as);
  const role = (of: Person, role: string, as = ada) => call("PUT", `${here}/members/${of.id}/role`, as, { role });
  const names = async (): Promise<string[]> =>
    (await call("GET", here, ada)).body.group.members.map(({ user }: { user: Person }) => user.username);
  return { ...app, add, remove, role, names };
}

const test = inScene(withMembers);

const notAdded = { status: 403, code: "cannot_be_added", message: "This person cannot be added to your group." };

test("Ada adds Mallory once, to whose list the group comes, and removes them, who then have no access", async (app) => {
  const { call, ada, mallory, here } = app;
  const { status, body } = await app.add(mallory.id);
  assert.deepEqual([status, body.message, body.group.memberCount], [201, "Member added successfully", 3]);
  assert.deepEqual((await call("GET", here, mallory)).body.group, { ...body.group, role: "member" });
  const already = { status: 409, code: "already_member", message: "This user is already a member of the group." };
  for (const one of [mallory, ada]) assertFailure(await app.add(one.id), already);
  for (const userId of ["unknown", "\0", "\ud800"]) assert.equal(codeOf(await app.add(userId)), "404 user_not_found");
  const removed = await app.remove(mallory);
  assert.deepEqual([removed.status, removed.body], [200, { message: "Member removed successfully" }]);
  const message = "This user is not a member of the group.";
  assertFailure(await app.remove(mallory), { status: 404, code: "not_a_member", message });
  for (const path of ["", "/messages"]) assert.equal((await call("GET", here + path, mallory)).status, 404);
  assert.equal((await app.add(mallory.id)).status, 201);
  assert.deepEqual(await app.names(), ["ada", "grace", "mallory"]);
});

test("Grace leaves; Ada, who made the group, cannot until she has handed it over", async (app) => {
  const { call, ada, grace, here } = app;
  const left = await app.remove(grace, grace);
  assert.deepEqual([left.status, left.body], [200, { message: "You have left the group" }]);
  assert.equal((await app.remove(grace, grace)).status, 404);
  assert.equal((await call("GET", here, grace)).status, 404);
  const message = "The creator cannot leave the group. You can delete it instead.";
  assertFailure(await app.remove(ada), { status: 400, code: "creator_cannot_leave", message });
  await app.add(grace.id);
  assert.deepEqual([codeOf(await app.role(ada, "member")), codeOf(await app.role(grace, "queen"))], [
    "400 own_role",
    "400 invalid_input",
  ]);
  const { body: { group } } = await app.role(grace, "creator");
  assert.deepEqual([group.createdBy, group.role], [grace.id, "organizer"]);
  assert.equal(codeOf(await app.role(grace, "member")), "403 not_creator");
  assert.equal((await app.remove(ada)).status, 200);
  assert.equal((await call("DELETE", here, grace)).status, 200);
});

test("people who hide their address are added only by friends and by members of a group with them, who see it", async (app) => {
  const { call, ada, grace, mallory } = app;
  await call("PUT", "/users/profile", mallory, { emailVisible: false });
  const graces = `/groups/${(await app.group(grace)).id}`;
  assertFailure(await app.add(mallory.id), notAdded);
  assert.equal((await call("GET", `/users/${mallory.id}`, ada)).body.email, null);
  await call("POST", `/friends/request/${mallory.id}`, ada);
  assertFailure(await app.add(mallory.id), notAdded);
  await call("POST", `/friends/request/${ada.id}`, mallory);
  assertFailure(await app.add(mallory.id, grace, graces), notAdded);
  assert.equal((await app.add(mallory.id)).status, 201);
  assert.equal((await app.add(mallory.id, grace, graces)).status, 201);
});

test("people who want no invitation into a group are not added to it either, but to others", async (app) => {
  const { call, ada, mallory, here } = app;
  await call("POST", `${here}/invites/mail`, ada, { emails: [mallory.email] });
  const [{ id }] = (await call("GET", "/invitations", mallory)).body.invitations;
  await call("POST", `/invitations/${id}/decline`, mallory, { never: true });
  assertFailure(await app.add(mallory.id), notAdded);
  assert.equal((await app.add(mallory.id, ada, `/groups/${(await app.group(ada)).id}`)).status, 201);
});

test("people who are disabled are not added, asked to be a friend, or handed a group", async (app) => {
  const { ada, grace, mallory } = app;
  await run(app, `update users set disabled_at = 1 where id in ('${grace.id}', '${mallory.id}')`);
  assertFailure(await app.add(mallory.id), notAdded);
  const asked = await app.call("POST", `/friends/request/${mallory.id}`, ada);
  assert.equal(codeOf(asked), "400 request_not_possible");
  assert.equal(codeOf(await app.role(grace, "creator")), "403 cannot_take_over");
  await run(app, "update users set disabled_at = null");
  assert.equal((await app.add(mallory.id)).status, 201);
});

Deno.test("Grace, whom Ada adds and removes again and again, can be added so often only; nobody else's tries count", async () => {
  await using app = await withMembers({ env: { RATE_LIMITS: "addMember=2/3600" } });
  const { ada, grace, mallory, deps } = app;
  const keys: string[] = [];
  const limiter: Limiter = { ...deps.limiter, take: (name, key) => Promise.resolve(keys.push(`${name} ${key}`)) };
  const params = { id: app.circle.id };
  const addOf = (user: Person, userId: string) =>
    addMember.run!({ deps: { ...deps, limiter }, user, params } as never, { userId });
  await assert.rejects(async () => await addOf(mallory, grace.id));
  await assert.rejects(async () => await addOf(ada, "made-up"));
  await addOf(ada, mallory.id);
  assert.deepEqual(keys, [`addMember ${ada.id} ${mallory.id}`]);
  const statuses: number[] = [];
  for (let n = 0; n < 2; n++) {
    await app.remove(grace);
    statuses.push((await app.add(grace.id)).status);
  }
  const nora = await app.person("Nora");
  assert.deepEqual([...statuses, (await app.add(nora.id)).status], [201, 429, 201]);
});
