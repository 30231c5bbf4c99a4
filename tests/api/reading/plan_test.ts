import assert from "node:assert/strict";
import type { Person } from "../../support/app.ts";
import { startReading } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";

/** Monday of the second week of the plan below, by which the cast reads a book of 280 pages. */
async function withPlan() {
  const clock = () => Date.parse("2026-03-09T12:00:00Z");
  const app = await startReading({ clock }, { pageCount: 280 });
  const { call, path, ada } = app;
  return {
    ...app,
    setPlan: (as = ada, change = {}) => call("PUT", `${path}/plan`, as, { ...march, ...change }),
    plan: async (as = ada) => (await call("GET", `${path}/plan`, as)).body,
    removePlan: (as: Person) => call("DELETE", `${path}/plan`, as),
    copy: (of: Person, pageCount: number) => call("PUT", `${path}/edition`, of, { unit: "pages", pageCount }),
    readers: async (as: Person) => (await call("GET", `${path}/readers`, as)).body.readers,
  };
}

const test = inScene(withPlan);

const march = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [0, 1, 2, 3, 4, 5, 6] };
const noPlan = { plan: null, expected: null, perDay: null };

test("any member makes, changes and removes the plan of a book, which keeps who made it; one that cannot be changes nothing", async (app) => {
  const { ada, grace } = app;
  const refused = await app.setPlan(ada, { targetAt: "2026-03-01" });
  const message = "The plan must end after its first day.";
  assert.deepEqual([refused.status, refused.body.issues], [400, [{ path: "targetAt", message }]]);
  assert.deepEqual(await app.plan(), noPlan);
  await app.setPlan(grace, { targetAt: "2026-03-20" });
  const { status, body: { message: _, ...saved } } = await app.setPlan(ada);
  const [startsAt, targetAt] = ["2026-03-02T00:00:00.000Z", "2026-03-29T00:00:00.000Z"];
  const plan = { startsAt, targetAt, days: march.days, createdBy: grace.id };
  assert.deepEqual([status, saved], [200, { plan, expected: { percent: 29, page: 80 }, perDay: 14 }]);
  assert.deepEqual(await app.plan(grace), saved);
  for (const _ of [1, 2]) assert.equal((await app.removePlan(grace)).status, 200);
  assert.deepEqual(await app.plan(), noPlan);
});

test("each sees the plan in the pages of their own copy and by the day of their time zone, and what is left from where they are", async (app) => {
  const { ada, grace } = app;
  await app.copy(grace, 560);
  await app.setPlan();
  await app.turn(ada, 80);
  const seenBy = async (as: Person) => {
    const { expected, perDay } = await app.plan(as);
    return [expected.page, perDay];
  };
  assert.deepEqual([await seenBy(ada), await seenBy(grace)], [[80, 10], [160, 27]]);
  const pageIn = async (timeZone: string) => {
    const headers = { Authorization: `Bearer ${ada.token}`, Cookie: `zone=${timeZone}` };
    return (await (await fetch(`${app.url}/api${app.path}/plan`, { headers })).json()).expected.page;
  };
  assert.deepEqual([await pageIn("UTC"), await pageIn("Pacific/Kiritimati")], [80, 90]);
});

test("the group sees the pages of members who share them, the furthest first, in the viewer's own copy", async (app) => {
  const { ada, grace } = app;
  await app.copy(ada, 560);
  await app.share(grace);
  const [beginner] = await app.readers(ada);
  assert.deepEqual([beginner.page, beginner.lastReadAt], [0, null]);
  await app.turn(ada, 28);
  await app.turn(grace, 280);
  const names = async () => (await app.readers(grace)).map(({ user }: { user: Person }) => user.username);
  assert.deepEqual(await names(), ["grace"]);
  await app.share(ada);
  const readers = await app.readers(ada);
  const places = readers.map(({ user, percent, page }: { user: Person; percent: number; page: number }) =>
    `${user.username} ${percent} ${page}`
  );
  assert.deepEqual(places, ["grace 100 560", "ada 10 56"]);
  const { user, finishedAt, lastReadAt, ...rest } = readers[0];
  assert.deepEqual(Object.keys(user).sort(), ["bio", "fullName", "id", "profileImage", "username"]);
  assert.deepEqual([finishedAt, lastReadAt], ["2026-03-09T12:00:00.000Z", "2026-03-09T12:00:00.000Z"]);
  assert.deepEqual(Object.keys(rest).sort(), ["page", "percent"]);
  await app.share(ada, false);
  assert.deepEqual(await names(), ["grace"]);
  for (const shared of [null, 1, "yes", []]) assert.equal((await app.share(ada, shared)).status, 400);
  await app.call("DELETE", `${app.here}/members/${grace.id}`, grace);
  assert.deepEqual(await app.readers(ada), []);
});
