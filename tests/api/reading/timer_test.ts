import assert from "node:assert/strict";
import { timer } from "../../../server/contract/reading/limits.ts";
import type { Person } from "../../support/app.ts";
import { startReading } from "../../support/cast.ts";
import { visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

/** The cast with Nora in the group too, a book of 200 pages, and a clock that can be moved. */
async function withTimer() {
  let now = Date.parse("2026-03-01T12:00:00Z");
  const app = await startReading({ clock: () => now });
  const { call, here } = app;
  const path = `${here}/timer`;
  const nora = await app.person("Nora");
  await call("POST", `${here}/members`, app.ada, { userId: nora.id });
  return {
    ...app,
    nora,
    start: (as: Person, minutes: unknown = 25) => call("POST", path, as, { minutes }),
    join: (as: Person) => call("POST", `${path}/join`, as),
    leave: (as: Person) => call("DELETE", `${path}/join`, as),
    end: (as: Person) => call("DELETE", path, as),
    state: async (as: Person) => (await call("GET", path, as)).body,
    pass: (minutes: number) => void (now += minutes * 60_000),
  };
}

const test = inScene(withTimer);

test("a session begins, others join it, to start another joins it too, and a former member is in none", async (app) => {
  const { ada, grace, nora } = app;
  const { status, body: { timer } } = await app.start(grace);
  const { groupId, endsAt, remaining, startedBy, userIds } = timer;
  assert.deepEqual([status, groupId, startedBy, userIds], [201, app.circle.id, grace.id, [grace.id]]);
  assert.deepEqual([endsAt, remaining], ["2026-03-01T12:25:00.000Z", 25 * 60_000]);
  app.pass(5);
  await app.join(nora);
  app.pass(1);
  const second = (await app.start(ada, 60)).body.timer;
  assert.deepEqual([second.endsAt, second.userIds], [endsAt, [grace.id, nora.id, ada.id]]);
  await app.call("DELETE", `${app.here}/members/${grace.id}`, ada);
  const { timer: left } = await app.state(ada);
  assert.deepEqual([left.userIds, left.count], [[nora.id, ada.id], 2]);
});

test("pages turned meanwhile are counted together and for each alone, and no others", async (app) => {
  const { ada, grace, nora } = app;
  await app.turn(grace, 10);
  await app.start(grace);
  await app.join(ada);
  await app.turn(grace, 18);
  app.pass(11);
  for (const [as, page] of [[grace, 12], [ada, 90], [ada, 6], [nora, 100]] as const) await app.turn(as, page);
  app.pass(26);
  await app.turn(ada, 50);
  const resultOf = async (as: Person) => (await app.state(as)).result;
  const endedAt = "2026-03-01T12:25:00.000Z";
  assert.deepEqual(await resultOf(grace), { endedAt, pages: 14, own: 8 });
  assert.deepEqual(await resultOf(ada), { endedAt, pages: 14, own: 6 });
  assert.equal(await resultOf(nora), null);
  app.pass(60);
  assert.equal(await resultOf(ada), null);
});

test("a session ends by itself, or by its starter or the group's creator; others leave it, and the last one ends it", async (app) => {
  const { ada, grace, nora } = app;
  await app.start(grace, 1);
  app.pass(1);
  assert.equal((await app.state(ada)).timer, null);
  assert.equal((await app.join(ada)).body.code, "timer_not_found");
  const { body: { timer } } = await app.start(grace);
  assert.deepEqual([timer.userIds, timer.startedBy], [[grace.id], grace.id]);
  await app.join(nora);
  assert.deepEqual([(await app.end(nora)).status, (await app.end(ada)).status], [403, 200]);
  assert.equal((await app.end(grace)).body.code, "timer_not_found");
  await app.start(grace);
  await app.join(nora);
  await app.leave(grace);
  assert.deepEqual((await app.state(ada)).timer.userIds, [nora.id]);
  await app.leave(nora);
  assert.equal((await app.state(ada)).timer, null);
});

test("everybody who joins is in the session, also where more do than are listed", async (app) => {
  const { ada, grace, nora } = app;
  await app.start(grace);
  for (let count = 1; count < timer.listed; count++) {
    const reader = await app.person(`Reader${count}`);
    await app.call("POST", `${app.here}/members`, ada, { userId: reader.id });
    await app.join(reader);
  }
  app.pass(1);
  await app.join(nora);
  const isIn = async (as: Person) => (await app.state(as)).timer.isIn;
  assert.deepEqual([await isIn(grace), await isIn(nora), await isIn(ada)], [true, true, false]);
  const { timer: { userIds, count } } = await app.state(nora);
  assert.deepEqual([userIds.length, userIds.includes(nora.id), count], [timer.listed, false, timer.listed + 1]);
  const page = await (await visit(app, `/group/${app.circle.id}?timer`, nora)).text();
  assert.ok(page.includes("/timer/leave"));
  await app.leave(nora);
  assert.equal(await isIn(nora), false);
});

test("a session takes 1 to 180 whole minutes", async ({ start, grace }) => {
  for (const minutes of [0, 181, -1, 2.5, "", "x", null, [], 1e9, "9999"]) {
    const { status, body } = await start(grace, minutes);
    assert.deepEqual([status, body.message], [400, "Please enter 1 to 180 minutes."], String(minutes));
  }
  assert.equal((await start(grace, "180")).status, 201);
});
