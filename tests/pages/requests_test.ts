/** The list of groups, and the page of people who ask to join, without script. */
import assert from "node:assert/strict";
import { startCast } from "../support/cast.ts";
import { inScene } from "../support/in_scene.ts";
import { setCookieOf, submit, visit } from "../support/requests.ts";

const test = inScene(startCast);

test("Mallory asks to join by a form that keeps a line which is too long, takes the request back, and is accepted by one", async (app) => {
  const { ada, mallory, circle } = app;
  const settings = { listed: "on", was: JSON.stringify({ listed: false }) };
  await submit(app, `/group/${circle.id}/about/settings`, ada, settings);
  const list = async () => await (await visit(app, "/groups", mallory)).text();
  assert.match(await list(), new RegExp(`Ask to join ${circle.groupName}`));
  const long = "y".repeat(301);
  const refused = await submit(app, `/groups/${circle.id}/requests`, mallory, { text: long });
  const html = await refused.text();
  assert.deepEqual([refused.status, html.includes(long), html.includes("field-error")], [400, true, true]);
  const asked = await submit(app, `/groups/${circle.id}/requests`, mallory, { text: "<b>Please</b>" });
  assert.deepEqual([asked.status, asked.headers.get("Location")], [303, "/groups"]);
  assert.match(await list(), /You asked to join/);
  await submit(app, `/groups/${circle.id}/requests/withdraw`, mallory, {});
  assert.doesNotMatch(await list(), /You asked to join/);
  await submit(app, `/groups/${circle.id}/requests`, mallory, { text: "<b>Please</b>" });
  const page = `/group/${circle.id}/requests`;
  const waiting = await (await visit(app, page, ada)).text();
  assert.match(waiting, /&lt;b&gt;Please/);
  const members = async () => await (await visit(app, `/group/${circle.id}?tab=members`, ada)).text();
  assert.ok((await members()).includes(`href="${page}"`));
  const accepted = await submit(app, `${page}/${mallory.id}/accept`, ada, {});
  assert.deepEqual([accepted.status, accepted.headers.get("Location")], [303, page]);
  assert.equal((await visit(app, `/group/${circle.id}`, mallory)).status, 200);
  assert.ok(!(await members()).includes(`href="${page}"`));
  assert.match(await (await visit(app, page, ada)).text(), /Nobody is waiting/);
});

test("Ada reads beside Decline when Mallory can ask again, and Mallory on which day", async (app) => {
  const { ada, mallory, circle, call } = app;
  await call("PUT", `/groups/${circle.id}/settings`, ada, { listed: true });
  await submit(app, `/groups/${circle.id}/requests`, mallory, {});
  const page = `/group/${circle.id}/requests`;
  assert.ok((await (await visit(app, page, ada)).text()).includes("If you decline, they can ask again after 30 days."));
  const declinedAt = Date.now();
  await submit(app, `${page}/${mallory.id}/decline`, ada, {});
  const list = await (await visit(app, "/groups", mallory)).text();
  const [, day] = /You can ask again: (.*?)</.exec(list)!;
  assert.ok(Math.abs(Date.parse(`${day} UTC`) - declinedAt - 30 * 24 * 3600_000) < 24 * 3600_000, day);
});

test("Grace, who is no organizer, is led back from the requests to join, and told that only organizers can answer them", async (app) => {
  const { grace, circle, call } = app;
  const page = await visit(app, `/group/${circle.id}/requests`, grace);
  assert.deepEqual([page.status, page.headers.get("Location")], [303, `/group/${circle.id}/club`]);
  assert.match(
    setCookieOf(page, "chapterhouse_flash")!.value,
    /Only.{5}organizers.{5}can.{5}answer.{5}requests.{5}to.{5}join/,
  );
  const { status, body } = await call("GET", `/groups/${circle.id}/requests`, grace);
  assert.deepEqual([status, body.error], [403, "Only organizers can answer requests to join"]);
});
