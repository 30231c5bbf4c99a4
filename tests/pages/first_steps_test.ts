import assert from "node:assert/strict";
import { startCast } from "../support/cast.ts";
import { inScene } from "../support/in_scene.ts";
import { submit, visit } from "../support/requests.ts";

const test = inScene(async () => {
  const app = await startCast();
  const { call, ada } = app;
  return {
    ...app,
    /** The first steps on the page of a group: those that are done, and where the others lead. */
    async steps(id: string, as = ada, query = "") {
      const html = await (await visit(app, `/group/${id}${query}`, as)).text();
      const [card] = /<details class="steps"[^]*?<\/details>/.exec(html) ?? [];
      return card && {
        done: card.match(/data-done/g)?.length ?? 0,
        links: [...card.matchAll(/href="(\/group[^"]*)"/g)].map(([, href]) => href),
      };
    },
    addBook: async (id: string) =>
      (await call("POST", `/books/groups/${id}/books`, ada, { title: "Sketch" })).body.book.id as string,
  };
});

test("a new group's organizers see three steps, each until it is done, and none once all are", async (app) => {
  const { id } = await app.group(app.mallory);
  const here = `/group/${id}`;
  assert.deepEqual(await app.steps(id, app.mallory), { done: 0, links: [`${here}/invite`, `${here}?add`] });
  const circle = `/group/${app.circle.id}`;
  assert.deepEqual(await app.steps(app.circle.id), { done: 1, links: [`${circle}?add`] });
  assert.equal(await app.steps(app.circle.id, app.grace), undefined);
  const bookId = await app.addBook(app.circle.id);
  assert.deepEqual(await app.steps(app.circle.id), { done: 2, links: [`${circle}/books/${bookId}?plan#plan`] });
  const schedule = { startsAt: "2026-11-01T00:00:00.000Z", targetAt: "2026-12-01T00:00:00.000Z", days: [1] };
  assert.equal((await app.call("PUT", `/books/${bookId}/plan`, app.ada, schedule)).status, 200);
  assert.equal(await app.steps(app.circle.id), undefined);
});

test("the steps can be fetched without the rest of their group's page", async (app) => {
  const { id } = await app.group(app.ada);
  assert.deepEqual(await app.steps(id, app.ada, "?part=steps"), await app.steps(id));
  const html = await (await visit(app, `/group/${id}?part=steps`, app.ada)).text();
  for (const other of ['data-island="Chat"', "<script", "<link"]) assert.ok(!html.includes(other), other);
  const { status, headers } = await visit(app, `/group/${id}?part=steps`, app.mallory);
  assert.deepEqual([status, headers.get("Location")], [303, "/dashboard"]);
});

test("an organizer hides the steps for all organizers, and for other groups they stay", async (app) => {
  const other = await app.group(app.ada);
  await app.call("PUT", `${app.here}/members/${app.grace.id}/role`, app.ada, { role: "organizer" });
  assert.ok(await app.steps(app.circle.id, app.grace));
  const hidden = await submit(app, `/group/${app.circle.id}/steps/hide`, app.grace, {});
  assert.deepEqual([hidden.status, hidden.headers.get("Location")], [303, `/group/${app.circle.id}`]);
  for (const as of [app.ada, app.grace]) assert.equal(await app.steps(app.circle.id, as), undefined);
  assert.ok(await app.steps(other.id));
});
