import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { picturesServerTexts } from "../../../server/contract/people/texts.ts";
import { pngUrl } from "../../media/pictures.ts";
import { type Answer, startApp } from "../../support/app.ts";
import { run, startCast } from "../../support/cast.ts";
import { assertFailure, codeOf } from "../../support/requests.ts";
import { silent } from "../../support/silent.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startCast);

const notFound = { status: 404, code: "group_not_found", message: "Group not found" };

Deno.test("Ada creates a group, is its creator and first member, finds it in her list, and deletes it", async () => {
  await using app = await startApp();
  const { token, password: _, ...ada } = await app.person("Ada");
  const asked = { id: "mine", groupName: "  Analytical Engine ", description: "Notes on it", createdBy: "mallory" };
  const { status, body } = await app.call("POST", "/groups", { token }, asked);
  assert.deepEqual([status, body.message], [201, "Group created successfully"]);
  const { id, createdAt, members, ...group } = body.group;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(group, {
    groupName: "Analytical Engine",
    description: "Notes on it",
    format: null,
    image: null,
    kind: "group",
    createdBy: ada.id,
    memberCount: 1,
    role: "creator",
    ...silent,
  });
  const { id: userId, username, fullName, email, profileImage, bio } = ada;
  const user = { id: userId, username, fullName, email, profileImage, bio };
  assert.deepEqual(members, [{ user, joinedAt: createdAt, role: "creator" }]);
  assert.deepEqual((await app.call("GET", `/groups/${id}`, { token })).body, { group: body.group });
  assert.deepEqual((await app.call("GET", "/groups", { token })).body, { groups: [body.group] });
  const deleted = await app.call("DELETE", `/groups/${id}`, { token });
  assert.deepEqual([deleted.status, deleted.body], [200, { message: "Group deleted successfully" }]);
  for (const method of ["GET", "DELETE"]) assertFailure(await app.call(method, `/groups/${id}`, { token }), notFound);
  assert.deepEqual((await app.call("GET", "/groups", { token })).body, { groups: [] });
});

test("Mallory is told the same of Ada's group as of one that does not exist, and Grace what only its creator may do", async (app) => {
  const { ada, grace, mallory, here } = app;
  const calls: [string, string, unknown, string][] = [
    ["DELETE", "", undefined, "Only the creator of a group can delete it."],
    ["POST", "/members", { userId: mallory.id }, "Only the creator of the group can add members."],
    ["DELETE", `/members/${ada.id}`, undefined, "Only the creator of the group can remove members."],
  ];
  for (const [method, path, body, message] of calls) {
    for (const at of [here, "/groups/01a1f8cc-7388-7147-85b7-51951890c221", "/groups/%00"]) {
      assertFailure(await app.call(method, at + path, mallory, body), notFound);
    }
    assertFailure(await app.call(method, here + path, grace, body), { status: 403, code: "not_creator", message });
  }
});

test("a group's picture is changed and cleared by its organizer with name and description, and is deleted with the group", async (app) => {
  const { call, ada, grace, here } = app;
  const image = await pngUrl("teal");
  await call("PUT", `${here}/members/${grace.id}/role`, ada, { role: "organizer" });
  const change = async (body: object, as = grace) => (await call("PUT", here, as, body)).body.group;
  const named = await change({ groupName: " Looms ", image });
  assert.deepEqual([named.groupName, named.description, named.role], ["Looms", null, "organizer"]);
  assert.match(named.image, /^\/media\/[0-9a-f]{64}-256\.webp$/);
  const described = await change({ description: "How they weave", image: named.image }, ada);
  assert.deepEqual([described.description, described.image], ["How they weave", named.image]);
  const cleared = await change({ description: "", image: "" });
  assert.deepEqual([cleared.description, cleared.image], [null, null]);
  const unreadable = await call("PUT", here, grace, { image: "data:image/png;base64,AAAA" });
  assert.equal(unreadable.status, 400);
  const refused = await call("POST", "/groups", ada, { groupName: "Engines", image: "nothing" });
  assert.deepEqual([refused.status, refused.body.message], [400, picturesServerTexts.unreadable]);
  const { body } = await call("POST", "/groups", ada, { groupName: "Engines", image });
  const shown = async () => {
    const response = await fetch(app.url + body.group.image, { redirect: "manual" });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await shown(), 200);
  await call("DELETE", `/groups/${body.group.id}`, ada);
  assert.equal(await shown(), 404);
});

/** The rows of numbers from 1 on, as `n` of `numbers`. */
const numbers = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;

/** Makes calls at once, of which one succeeds and the others fail alike. */
async function assertOneOf(calls: Promise<Answer<unknown>>[], failure: { code: string; message: string }) {
  const answers = await Promise.all(calls);
  const [made, refused] = [201, 400].map((status) => answers.filter((one) => one.status === status));
  assert.deepEqual([made.length, refused.length], [1, calls.length - 1]);
  for (const one of refused) assertFailure(one, { status: 400, ...failure });
}

Deno.test("one person can create 200 groups, and another after deleting one; a refused group's picture is not stored", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  await run(
    app,
    `${numbers(199)} insert into groups (id, group_name, created_by, created_at, active_at)
      select 'g' || n, 'Group', '${ada.id}', n, n from numbers`,
  );
  await run(app, "insert into members (group_id, user_id, joined_at) select id, created_by, 1 from groups");
  const make = (as = ada, image?: string) => app.call("POST", "/groups", as, { groupName: "One more", image });
  const message = "You have made 200 groups, which is the most. Delete one to make room for another.";
  await assertOneOf([make(), make(), make()], { code: "too_many_groups", message });
  assert.equal(codeOf(await make(ada, await pngUrl("red"))), "400 too_many_groups");
  assert.deepEqual(await app.deps.db.q.all(sql`select 1 from media`), []);
  assert.equal((await make(grace)).status, 201);
  assert.equal((await app.call("DELETE", "/groups/g7", ada)).status, 200);
  assert.equal((await make()).status, 201);
});

test("a group can have 1000 members, and another after one has left, and 500 books beside those that were removed", async (app) => {
  const { call, ada, grace, mallory, circle, here } = app;
  const nora = await app.person("Nora");
  await run(
    app,
    `${numbers(997)} insert into users (id, username, email, password_hash, created_at)
      select 'u' || n, 'u' || n, 'u' || n, '', n from numbers`,
  );
  const members = `select '${circle.id}', 'u' || n, n from numbers`;
  await run(app, `${numbers(997)} insert into members (group_id, user_id, joined_at) ${members}`);
  const add = ({ id }: { id: string }) => call("POST", `${here}/members`, ada, { userId: id });
  const members1000 = "A group has at most 1,000 members, and this one is full.";
  await assertOneOf([add(nora), add(mallory)], { code: "group_full", message: members1000 });
  assert.equal((await call("DELETE", `${here}/members/u5`, ada)).status, 200);
  assert.deepEqual([await add(nora), await add(mallory)].map(({ status }) => status).sort(), [201, 409]);

  await run(
    app,
    `${numbers(499)} insert into books (id, group_id, title, page_count, categories, created_at)
      select 'b' || n, '${circle.id}', 'Book', 100, '[]', n from numbers`,
  );
  const addBook = (as: typeof ada) => call("POST", `/books/groups/${circle.id}/books`, as, { title: "One more" });
  const message = "A group reads at most 500 books now or next. Move some to done on the shelf page first.";
  await assertOneOf([addBook(ada), addBook(grace)], { code: "group_full", message });
  assert.equal((await call("DELETE", "/books/b1", ada)).status, 200);
  assert.equal((await addBook(ada)).status, 201);
  const { status, body } = await call("POST", "/books/b1/restore", ada);
  assert.deepEqual([status, body.code], [400, "group_full"]);
  assert.equal(body.message, message);
});
