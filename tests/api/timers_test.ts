import assert from "node:assert/strict";
import { type Person, startApp } from "../support/app.ts";
import { visit } from "../support/requests.ts";
import { timer } from "../../server/contract/reading/limits.ts";

/** A running app with a book of 200 pages in Ada's group, which Grace and Nora are in and Mallory is not. */
async function withGroup() {
  let now = Date.parse("2026-03-01T12:00:00Z");
  const app = await startApp({ clock: () => now });
  const [ada, grace, nora] = [await app.person("Ada"), await app.person("Grace"), await app.person("Nora")];
  const mallory = await app.person("Mallory");
  const group = await app.group(ada, grace, nora);
  const { body: { book } } = await app.call("POST", `/books/groups/${group.id}/books`, ada, {
    title: "Emma",
    pageCount: 200,
  });
  const path = `/groups/${group.id}/timer`;
  return {
    ...app,
    app,
    ada,
    grace,
    nora,
    mallory,
    group,
    start: (as: Person, minutes: unknown = 25) => app.call("POST", path, as, { minutes }),
    join: (as: Person) => app.call("POST", `${path}/join`, as),
    leave: (as: Person) => app.call("DELETE", `${path}/join`, as),
    end: (as: Person) => app.call("DELETE", path, as),
    state: async (as: Person) => (await app.call("GET", path, as)).body,
    turn: (as: Person, currentPage: number) => app.call("PUT", `/books/${book.id}/progress`, as, { currentPage }),
    pass: (minutes: number) => void (now += minutes * 60_000),
  };
}

Deno.test("a session begins, others join it, and to start another joins it too", async () => {
  await using app = await withGroup();
  const { status, body: { timer } } = await app.start(app.grace);
  assert.equal(status, 201);
  assert.deepEqual([timer.groupId, timer.endsAt, timer.remaining, timer.startedBy, timer.userIds], [
    app.group.id,
    "2026-03-01T12:25:00.000Z",
    25 * 60_000,
    app.grace.id,
    [app.grace.id],
  ]);
  app.pass(5);
  await app.join(app.nora);
  app.pass(1);
  const second = await app.start(app.ada, 60);
  assert.deepEqual([second.body.timer.endsAt, second.body.timer.userIds], [
    timer.endsAt,
    [app.grace.id, app.nora.id, app.ada.id],
  ]);
});

Deno.test("pages turned meanwhile are counted together and for each alone, and no others", async () => {
  await using app = await withGroup();
  await app.turn(app.grace, 10);
  await app.start(app.grace);
  await app.join(app.ada);
  await app.turn(app.grace, 18);
  app.pass(11);
  await app.turn(app.grace, 12);
  await app.turn(app.ada, 90);
  await app.turn(app.ada, 6);
  await app.turn(app.nora, 100);
  app.pass(26);
  await app.turn(app.ada, 50);
  const resultOf = async (as: Person) => (await app.state(as)).result;
  assert.deepEqual(await resultOf(app.grace), { endedAt: "2026-03-01T12:25:00.000Z", pages: 14, own: 8 });
  assert.deepEqual(await resultOf(app.ada), { endedAt: "2026-03-01T12:25:00.000Z", pages: 14, own: 6 });
  assert.equal(await resultOf(app.nora), null);
  app.pass(60);
  assert.equal(await resultOf(app.ada), null);
});

Deno.test("a session ends by itself, and the next one begins anew", async () => {
  await using app = await withGroup();
  await app.start(app.grace, 1);
  await app.turn(app.grace, 10);
  app.pass(1);
  assert.equal((await app.state(app.ada)).timer, null);
  assert.equal((await app.join(app.ada)).body.code, "timer_not_found");
  const { body: { timer } } = await app.start(app.ada, 180);
  assert.deepEqual([timer.userIds, timer.startedBy], [[app.ada.id], app.ada.id]);
});

Deno.test("who started it or the group's creator ends it; others leave it, the last one ends it", async () => {
  await using app = await withGroup();
  await app.start(app.grace);
  await app.join(app.nora);
  assert.deepEqual([(await app.end(app.nora)).status, (await app.end(app.ada)).status], [403, 200]);
  assert.equal((await app.end(app.grace)).body.code, "timer_not_found");
  await app.start(app.grace);
  await app.join(app.nora);
  await app.leave(app.grace);
  assert.deepEqual((await app.state(app.ada)).timer.userIds, [app.nora.id]);
  await app.leave(app.nora);
  assert.equal((await app.state(app.ada)).timer, null);
});

Deno.test("everybody who reads along is in the session, also where more do than are listed", async () => {
  await using app = await withGroup();
  await app.start(app.grace);
  for (let count = 1; count < timer.listed; count++) {
    const reader = await app.person(`Reader${count}`);
    await app.call("POST", `/groups/${app.group.id}/members`, app.ada, { userId: reader.id });
    await app.join(reader);
  }
  app.pass(1);
  await app.join(app.nora);
  const isIn = async (as: Person) => (await app.state(as)).timer.isIn;
  assert.deepEqual([await isIn(app.grace), await isIn(app.nora), await isIn(app.ada)], [true, true, false]);
  const { timer: { userIds, count } } = await app.state(app.nora);
  assert.deepEqual([userIds.length, userIds.includes(app.nora.id), count], [timer.listed, false, timer.listed + 1]);
  assert.ok((await (await visit(app.app, `/group/${app.group.id}?timer`, app.nora)).text()).includes("/timer/leave"));
  await app.leave(app.nora);
  assert.equal(await isIn(app.nora), false);
});

Deno.test("outsiders find no session, and a former member is in none", async () => {
  await using app = await withGroup();
  await app.start(app.grace);
  await app.join(app.ada);
  for (const call of [app.start, app.join, app.leave, app.end]) {
    assert.equal((await call(app.mallory)).body.code, "group_not_found");
  }
  assert.equal((await app.state(app.mallory)).code, "group_not_found");
  await app.call("DELETE", `/groups/${app.group.id}/members/${app.grace.id}`, app.ada);
  const { timer } = await app.state(app.ada);
  assert.deepEqual([timer.userIds, timer.count], [[app.ada.id], 1]);
});

Deno.test("a session takes 1 to 180 whole minutes", async () => {
  await using app = await withGroup();
  for (const minutes of [0, 181, -1, 2.5, "", "x", null, [], 1e9, "9999"]) {
    const { status, body } = await app.start(app.grace, minutes);
    assert.deepEqual([status, body.message], [400, "Please enter 1 to 180 minutes."], String(minutes));
  }
  assert.equal((await app.start(app.grace, "180")).status, 201);
});
