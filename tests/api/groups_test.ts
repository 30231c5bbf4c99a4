import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { assertFailure } from "../support/requests.ts";
import { silent } from "../support/untouched.ts";

const notFound = { status: 404, code: "group_not_found", message: "Group not found" };

// spec: 3.3, 7.8
Deno.test("Ada creates a group, is its creator and first member, and finds it in her list", async () => {
  await using app = await startApp();
  const { token, password: _, ...ada } = await app.person("Ada");
  const asked = {
    id: "mine",
    groupName: "  Analytical Engine ",
    description: "Notes on the engine",
    createdBy: "mallory",
  };
  const { status, body } = await app.call("POST", "/groups", { token }, asked);
  assert.equal(status, 201);
  assert.equal(body.message, "Group created successfully");
  const { id, createdAt, members, ...group } = body.group;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(group, {
    groupName: "Analytical Engine",
    description: "Notes on the engine",
    image: null,
    createdBy: ada.id,
    memberCount: 1,
    role: "creator",
    ...silent,
  });
  const { id: userId, username, fullName, email, profileImage, bio } = ada;
  assert.deepEqual(members, [{
    user: { id: userId, username, fullName, email, profileImage, bio },
    joinedAt: createdAt,
    role: "creator",
  }]);
  assert.deepEqual((await app.call("GET", `/groups/${id}`, { token })).body, { group: body.group });
  assert.deepEqual((await app.call("GET", "/groups", { token })).body, { groups: [body.group] });
});

Deno.test("a group needs a name of valid length", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const make = (group: unknown) => app.call("POST", "/groups", ada, group);
  for (const groupName of ["", "   ", "\0\u0007"]) {
    const { status, body } = await make({ groupName });
    assert.deepEqual([status, body.message], [400, "Group name is required"]);
    assert.deepEqual(body.issues, [{ path: "groupName", message: "Group name is required" }]);
  }
  for (const groupName of [undefined, null, 5, {}, []]) assert.equal((await make({ groupName })).status, 400);
  assert.equal((await make({ groupName: "x".repeat(81) })).body.message, "Please use at most 80 characters.");
  assert.equal((await make({ groupName: ` ${"x".repeat(80)} ` })).status, 201);
  assert.equal((await make({ groupName: "x", description: "y".repeat(501) })).status, 400);
});

// spec: 3.3
Deno.test("Grace, a member, sees only the cards of the other members", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const { status, body } = await app.call("GET", `/groups/${group.id}`, grace);
  assert.equal(status, 200);
  assert.equal(body.group.memberCount, 2);
  for (const { user } of body.group.members) {
    assert.deepEqual(Object.keys(user).sort(), ["bio", "email", "fullName", "id", "profileImage", "username"]);
  }
});

Deno.test("Mallory cannot tell a group she is not in from one that does not exist", async () => {
  await using app = await startApp();
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  const { id } = await app.group(ada);
  const calls: [string, string, unknown?][] = [
    ["GET", ""],
    ["DELETE", ""],
    ["POST", "/members", { userId: mallory.id }],
    ["DELETE", `/members/${ada.id}`],
    ["DELETE", `/members/${mallory.id}`],
    ["GET", "/messages"],
    ["POST", "/messages", { content: "let me in" }],
  ];
  for (const [method, path, body] of calls) {
    const strangers = await app.call(method, `/groups/${id}${path}`, mallory, body);
    assertFailure(strangers, notFound);
    const missing = await app.call(method, `/groups/01a1f8cc-7388-7147-85b7-51951890c221${path}`, mallory, body);
    assert.deepEqual([strangers.status, strangers.body], [missing.status, missing.body], `${method} ${path}`);
  }
  assert.deepEqual((await app.call("GET", "/groups", mallory)).body, { groups: [] });
  assert.equal((await app.call("GET", `/groups/${id}`, ada)).body.group.memberCount, 1);
});

Deno.test("every group call without a session answers 401", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const { id } = await app.group(ada);
  const calls: [string, string, unknown?][] = [
    ["GET", "/groups"],
    ["POST", "/groups", { groupName: "x" }],
    ["POST", "/groups", {}],
    ["GET", `/groups/${id}`],
    ["GET", "/groups/missing"],
    ["DELETE", `/groups/${id}`],
    ["POST", `/groups/${id}/members`, { userId: ada.id }],
    ["DELETE", `/groups/${id}/members/${ada.id}`],
    ["GET", `/groups/${id}/messages`],
    ["POST", `/groups/${id}/messages`, { content: "hello" }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await app.call(method, path, null, body);
    assertFailure(answer, { status: 401, code: "unauthorized", message: "Please log in to continue." });
  }
});

// spec: 6.6, 7.8
Deno.test("Ada deletes the group; Grace, only a member, cannot", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  assertFailure(await app.call("DELETE", `/groups/${id}`, grace), {
    status: 403,
    code: "not_creator",
    message: "Only the creator of a group can delete it.",
  });
  const { status, body } = await app.call("DELETE", `/groups/${id}`, ada);
  assert.deepEqual([status, body], [200, { message: "Group deleted successfully" }]);
  for (const person of [ada, grace]) {
    assertFailure(await app.call("GET", `/groups/${id}`, person), notFound);
    assert.deepEqual((await app.call("GET", "/groups", person)).body.groups, []);
  }
  assertFailure(await app.call("DELETE", `/groups/${id}`, ada), notFound);
});

Deno.test("groups are listed by latest activity", async () => {
  let now = Date.UTC(2026, 0, 1);
  await using app = await startApp({ clock: () => now++ });
  const ada = await app.person("Ada");
  const [first, second] = [await app.group(ada), await app.group(ada)];
  const listed = async () => (await app.call("GET", "/groups", ada)).body.groups.map(({ id }: { id: string }) => id);
  assert.deepEqual(await listed(), [second.id, first.id]);
  await app.call("POST", `/groups/${first.id}/messages`, ada, { content: "hello" });
  assert.deepEqual(await listed(), [first.id, second.id]);
});

Deno.test("malformed ids are unknown groups", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const ids = ["%00", "'%20or%20'1'='1", "%F0%9F%99%82", "x".repeat(2000), "__proto__", "%E0%A4%A", "null", "..%2f.."];
  for (const id of ids) {
    assertFailure(await app.call("GET", `/groups/${id}`, ada), notFound);
    assertFailure(await app.call("DELETE", `/groups/${id}`, ada), notFound);
  }
});
