import assert from "node:assert/strict";
import { pngUrl } from "../media/pictures.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";

async function organized(app: TestApp) {
  const [ada, grace, nora, mallory] = await Promise.all(["Ada", "Grace", "Nora", "Mallory"].map(app.person));
  const group = await app.group(ada, grace, nora);
  const here = `/groups/${group.id}`;
  const role = (by: Person | null, of: Person, role: string) =>
    app.call("PUT", `${here}/members/${of.id}/role`, by, { role });
  await role(ada, grace, "organizer");
  return { ada, grace, nora, mallory, here, role };
}

const codes = (answers: { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => `${status} ${body.code}`);

Deno.test("an organizer changes the group's name, description and image, as the creator does; nobody else", async () => {
  await using app = await startApp();
  const { ada, grace, nora, mallory, here } = await organized(app);
  const image = await pngUrl("#557766");
  const { status, body: { group } } = await app.call("PUT", here, grace, { groupName: " Looms ", image });
  assert.deepEqual([status, group.groupName, group.description, group.role], [200, "Looms", null, "organizer"]);
  assert.match(group.image, /^\/media\//);
  const described = await app.call("PUT", here, ada, { description: "How they weave", image: group.image });
  assert.deepEqual([described.body.group.description, described.body.group.image], ["How they weave", group.image]);
  const cleared = await app.call("PUT", here, ada, { description: "", image: "" });
  assert.deepEqual([cleared.body.group.description, cleared.body.group.image], [null, null]);
  const refused = await Promise.all([
    app.call("PUT", here, null, { groupName: "Mine" }),
    app.call("PUT", here, mallory, { groupName: "Mine" }),
    app.call("PUT", here, nora, { groupName: "Mine" }),
    app.call("PUT", here, grace, { groupName: "  " }),
    app.call("PUT", here, grace, { groupName: "x".repeat(81) }),
    app.call("PUT", here, grace, { description: "x".repeat(501) }),
    app.call("PUT", here, grace, { image: "data:image/png;base64,AAAA" }),
  ]);
  assert.deepEqual(codes(refused).slice(0, 6), [
    "401 unauthorized",
    "404 group_not_found",
    "403 not_organizer",
    "400 invalid_input",
    "400 invalid_input",
    "400 invalid_input",
  ]);
  assert.equal(refused[6].status, 400);
  assert.equal((await app.call("GET", here, nora)).body.group.groupName, "Looms");
});

Deno.test("the creator gives and takes roles, and hands the group over, after which they can leave", async () => {
  await using app = await startApp();
  const { ada, grace, nora, mallory, here, role } = await organized(app);
  assert.deepEqual(
    codes([
      await role(null, nora, "organizer"),
      await role(mallory, nora, "organizer"),
      await role(nora, nora, "organizer"),
      await role(grace, nora, "organizer"),
      await role(grace, grace, "creator"),
      await role(ada, ada, "member"),
      await role(ada, mallory, "organizer"),
      await role(ada, mallory, "creator"),
      await role(ada, nora, "queen"),
    ]),
    [
      "401 unauthorized",
      "404 group_not_found",
      "403 not_creator",
      "403 not_creator",
      "403 not_creator",
      "400 own_role",
      "404 not_a_member",
      "404 not_a_member",
      "400 invalid_input",
    ],
  );
  const leave = () => app.call("DELETE", `${here}/members/${ada.id}`, ada);
  assert.deepEqual(codes([await leave()]), ["400 creator_cannot_leave"]);
  const { body: { group } } = await role(ada, nora, "creator");
  assert.deepEqual([group.createdBy, group.role], [nora.id, "organizer"]);
  assert.deepEqual(codes([await role(ada, grace, "member")]), ["403 not_creator"]);
  assert.equal((await leave()).status, 200);
  assert.equal((await app.call("GET", here, ada)).status, 404);
  assert.equal((await app.call("DELETE", here, nora)).status, 200);
});

Deno.test("an organizer removes members, but neither the creator nor another organizer, and adds nobody", async () => {
  await using app = await startApp();
  const { ada, grace, nora, mallory, here, role } = await organized(app);
  const remove = (of: Person) => app.call("DELETE", `${here}/members/${of.id}`, grace);
  await role(ada, nora, "organizer");
  const { status: adding, body: { code } } = await app.call("POST", `${here}/members`, grace, { userId: mallory.id });
  assert.deepEqual([adding, code], [403, "not_creator"]);
  assert.deepEqual(codes([await remove(ada), await remove(nora), await remove(mallory)]), [
    "403 not_creator",
    "403 not_creator",
    "404 not_a_member",
  ]);
  await role(ada, nora, "member");
  assert.equal((await remove(nora)).status, 200);
  assert.equal((await app.call("DELETE", here, grace)).status, 403);
});
