import assert from "node:assert/strict";
import { countClub } from "../../../db/groups/club.ts";
import { findSettings } from "../../../db/groups/settings.ts";
import { run, startCast } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";
import { codeOf } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";

async function withListed() {
  const app = await startCast();
  const { call, ada, grace, mallory, here } = app;
  await call("PUT", `${here}/settings`, ada, { listed: true });
  return {
    ...app,
    find: async (as = mallory, query = "") => (await call("GET", `/groups/listed?query=${query}`, as)).body.groups,
    ask: (as = mallory, body: unknown = { text: "I read it twice" }) => call("POST", `${here}/requests`, as, body),
    takeBack: (as = mallory) => call("DELETE", `${here}/requests`, as),
    waiting: async (as = ada) => (await call("GET", `${here}/requests`, as)).body.requests,
    answer: (accept: boolean, as = ada) => call("PUT", `${here}/requests/${mallory.id}`, as, { accept }),
    notices: async (as = ada, kind = "joinRequest") =>
      (await call("GET", "/notices", as)).body.notices.filter((notice: { kind: string }) => notice.kind === kind),
    organize: () => call("PUT", `${here}/members/${grace.id}/role`, ada, { role: "organizer" }),
  };
}

const test = inScene(withListed);

test("Mallory finds the group that is listed and asks, and Ada accepts: as if Mallory had been invited", async (app) => {
  const { ada, mallory, circle } = app;
  const [group] = await app.find(mallory, circle.groupName.slice(0, 3).toUpperCase());
  assert.deepEqual(group, {
    id: circle.id,
    groupName: circle.groupName,
    description: circle.description,
    format: null,
    image: null,
    memberCount: 2,
    currentBook: null,
    requested: false,
  });
  assert.equal((await app.ask()).status, 201);
  assert.equal(codeOf(await app.ask()), "409 already_requested");
  assert.equal((await app.find())[0].requested, true);
  const [{ user, text }] = await app.waiting();
  assert.deepEqual([user.id, text], [mallory.id, "I read it twice"]);
  const [notice] = await app.notices();
  assert.deepEqual([notice.kind, notice.text, notice.url], [
    "joinRequest",
    `Mallory asks to join ${circle.groupName}`,
    `/group/${circle.id}/requests`,
  ]);
  using socket = await connect(app.url, ada.token);
  await socket.join(circle.id);
  assert.equal((await app.answer(true)).status, 200);
  assert.deepEqual(await socket.next("memberAdded"), { groupId: circle.id, userId: mallory.id });
  assert.deepEqual([await app.waiting(), await app.find(), await app.notices()], [[], [], []]);
  const [added] = await app.notices(mallory, "addedToGroup");
  assert.deepEqual([added.kind, added.text], ["addedToGroup", `Ada accepted your request to join ${circle.groupName}`]);
});

test("a request, and its end, reach the open page of an organizer who is notified of nothing", async (app) => {
  const { call, grace, here, circle: { id: groupId } } = app;
  await app.organize();
  await call("PUT", `${here}/notify`, grace, { level: "none" });
  using socket = await connect(app.url, grace.token);
  await socket.ask("watchGroup", groupId);
  const changed = async () => (await socket.next("partChanged")).part;
  await app.ask();
  assert.equal(await changed(), "requests");
  assert.deepEqual(await app.notices(grace), []);
  await app.answer(false);
  assert.equal(await changed(), "requests");
});

test("open pages of members who are no organizers hear nothing of a request", async (app) => {
  const { ada, grace, circle: { id: groupId } } = app;
  using hers = await connect(app.url, grace.token);
  await hers.ask("watchGroup", groupId);
  using organizers = await connect(app.url, ada.token);
  await organizers.ask("watchGroup", groupId);
  await app.ask();
  assert.deepEqual(await organizers.next("partChanged"), { groupId, part: "requests" });
  assert.deepEqual(await hers.unread("partChanged"), []);
});

test("a group shows its current book, and is found by it", async (app) => {
  await app.call("POST", `/books/groups/${app.circle.id}/books`, app.ada, {
    title: "Emma",
    author: "Jane Austen",
    pageCount: 9,
  });
  assert.deepEqual((await app.find(app.mallory, "austen"))[0].currentBook, { title: "Emma", author: "Jane Austen" });
  assert.deepEqual(await app.find(app.mallory, "Persuasion"), []);
});

test("a group that is not listed is as if it were not there, but what waits can still be answered and taken back", async (app) => {
  await app.ask();
  await app.call("PUT", `${app.here}/settings`, app.ada, { listed: false });
  assert.deepEqual(await app.find(), []);
  const nora = await app.person("Nora");
  for (const as of [nora, app.grace]) assert.equal(codeOf(await app.ask(as)), "404 group_not_found");
  assert.equal((await app.waiting()).length, 1);
  assert.equal((await app.takeBack()).status, 200);
  assert.deepEqual([await app.waiting(), await app.notices()], [[], []]);
  assert.equal(codeOf(await app.takeBack()), "404 request_not_found");
  assert.equal(codeOf(await app.answer(true)), "404 request_not_found");
});

test("Mallory does not find a deleted group, nor one whose organizer has blocked them", async (app) => {
  await app.organize();
  await app.call("PUT", `/users/${app.mallory.id}/block`, app.grace);
  assert.deepEqual(await app.find(), []);
  assert.equal(codeOf(await app.ask()), "404 group_not_found");
  await app.call("DELETE", `/users/${app.mallory.id}/block`, app.grace);
  assert.equal((await app.find()).length, 1);
  await run(app, "update groups set deleted_at = 1, active_at = 0");
  assert.deepEqual(await app.find(), []);
  assert.equal(codeOf(await app.ask()), "404 group_not_found");
});

test("an organizer counts the requests that they are shown, and one of somebody they block is not announced any more", async (app) => {
  const { ada, circle, deps } = app;
  const counted = async () => [
    (await countClub(deps.db, ada.id, circle.id, deps.clock()))!.requests,
    (await findSettings(deps.db, ada.id, circle.id))!.hasRequests,
    (await app.notices()).length,
  ];
  await app.ask();
  assert.deepEqual(await counted(), [1, true, 1]);
  await app.call("PUT", `/users/${app.mallory.id}/block`, ada);
  assert.deepEqual([await counted(), await app.waiting()], [[0, false, 0], []]);
});

test("Mallory, once declined, asks again after thirty days, and is not told by a notice", async (app) => {
  await app.ask();
  assert.equal((await app.answer(false)).status, 200);
  assert.equal(codeOf(await app.answer(true)), "409 already_answered");
  assert.equal(codeOf(await app.ask()), "409 declined_lately");
  assert.equal(codeOf(await app.takeBack()), "404 request_not_found");
  assert.deepEqual([await app.notices(app.mallory, "addedToGroup"), (await app.find())[0].requested], [[], false]);
  await run(app, `update join_requests set declined_at = declined_at - ${30 * 24 * 3600_000}`);
  assert.equal((await app.ask(app.mallory, {})).status, 201);
  assert.equal((await app.waiting())[0].text, null);
});

test("of two organizers who answer at once one does, and the other is told so", async (app) => {
  await app.organize();
  await app.ask();
  const answers = await Promise.all([app.answer(true), app.answer(true, app.grace)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await app.call("GET", app.here, app.ada)).body.group.memberCount, 3);
});

test("a full group leaves the request waiting", async (app) => {
  await app.ask();
  await run(
    app,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 998)
     insert into users (id, username, email, password_hash, created_at)
     select 'full' || i, 'full' || i, 'full' || i || '@example.org', '', 1 from n`,
  );
  await run(
    app,
    `insert into members (group_id, user_id, joined_at)
    select '${app.circle.id}', id, 1 from users where id like 'full%'`,
  );
  assert.equal(codeOf(await app.answer(true)), "400 group_full");
  assert.equal((await app.waiting()).length, 1);
});

test("several who ask are one notice, which stays when one of them takes the request back", async (app) => {
  const nora = await app.person("Nora");
  await app.ask();
  await app.ask(nora);
  const texts = async () => (await app.notices()).map(({ text }: { text: string }) => text);
  const both = [`2 people ask to join ${app.circle.groupName}`];
  assert.deepEqual(await texts(), both);
  await app.takeBack(nora);
  assert.deepEqual([await texts(), (await app.notices(app.grace)).length], [both, 0]);
});
