import assert from "node:assert/strict";
import { sweepGuests } from "../../../server/actions/site/demo.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { demo as limits } from "../../../server/contract/site/limits.ts";
import { demoTexts } from "../../../server/contract/site/texts.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { inScene } from "../../support/in_scene.ts";
import { cookieOf, setCookieOf, submit, visit } from "../../support/requests.ts";

interface Demo extends TestApp {
  pass(milliseconds: number): void;
}

const test = inScene(async (): Promise<Demo> => {
  let now = Date.parse("2026-03-09T12:00:00Z");
  const env = { DEMO: "true", RATE_LIMITS: "guest=3/3600", REQUIRE_EMAIL_VERIFICATION: "false" };
  const app = await startApp({ env, clock: () => now });
  return { ...app, pass: (milliseconds) => void (now += milliseconds) };
});

async function begin(app: TestApp) {
  const answer = await submit(app, "/demo", null, {});
  await answer.body?.cancel();
  const token = setCookieOf(answer)?.value;
  return { status: answer.status, path: answer.headers.get("Location")!, token: token! };
}

const text = async (answer: Promise<Response>) => await (await answer).text();
const hidden = "listening at a wall";

test("a guest is in a reading group, where the message about page 112 opens on page 112", async (app) => {
  for (const path of ["/", "/pre"]) assert.match(await text(visit(app, path)), /href="\/demo"/);
  const guest = await begin(app);
  assert.equal(guest.status, 303);
  const before = await text(visit(app, guest.path, guest));
  assert.match(before, /Gothic novels by candlelight/);
  assert.ok(!before.includes(hidden));
  assert.match(before, /A message opens on page 112 of Frankenstein[^]*value="112"[^>]*>Turn to page 112</);
  const [, form, message] = /class="demo-step" action="([^"]+)"[^]*?name="message" value="(\d+)"/.exec(before)!;
  const turned = await submit(app, form, guest, { message, page: "112" });
  assert.equal(turned.headers.get("Location"), `${guest.path}?message=${message}`);
  const after = await text(visit(app, guest.path, guest));
  assert.ok(after.includes(hidden));
  assert.match(after, />Turn to page 140</);
});

test("a guest is in the first chapter of a book with its text, beside what others marked there", async (app) => {
  const guest = await begin(app);
  const group = guest.path.split("/").at(-1);
  const page = await text(visit(app, `/group/${group}/books/${group}-book-2/read?margin`, guest));
  assert.match(page, /A very good rule, too/);
  assert.match(page, /<mark[^>]*>/);
  assert.match(page, /Discretion again/);
  assert.doesNotMatch(page, /The only joke he makes/);
});

test("a guest takes part in that group, and may do nothing that reaches beyond it", async (app) => {
  const guest = await begin(app);
  const group = guest.path.split("/").at(-1);
  assert.equal((await app.call("POST", `/groups/${group}/messages`, guest, { content: "Hello" })).status, 201);
  assert.equal((await visit(app, `/group/${group}/books/${group}-book-1`, guest)).status, 200);
  const refused = [
    ["POST", "/groups", { groupName: "Mine" }],
    ["GET", "/users/search?username=ada"],
    ["PUT", "/users/profile", { fullName: "Ada Lovelace" }],
    ["PUT", "/auth/email", { email: "guest@example.org" }],
    ["POST", "/friends/friend-request", { userId: "guide-ada" }],
    ["POST", `/groups/${group}/invites`, {}],
    ["DELETE", `/groups/${group}/members/guide-ada`],
    ["GET", "/users/export"],
  ] as const;
  for (const [method, path, body] of refused) {
    const answer = await app.call(method, path, guest, body);
    assert.deepEqual([answer.status, answer.body.code], [403, "guests_only_demo"], path);
  }
  for (const path of ["/dashboard", "/account", "/profile", "/search?username=ada"]) {
    assert.equal((await visit(app, path, guest)).headers.get("Location"), "/demo", path);
  }
  assert.equal((await visit(app, "/demo", guest)).headers.get("Location"), guest.path);
  assert.equal((await submit(app, groupPaths.groups, guest, { groupName: "Mine" })).status, 403);
});

test("guests neither see one another nor are they found by people who have accounts", async (app) => {
  const [one, other] = [await begin(app), await begin(app)];
  assert.notEqual(one.path, other.path);
  const id = other.path.split("/").at(-1);
  assert.equal((await app.call("GET", `/groups/${id}`, one)).status, 404);
  const ada = await app.person("Ada");
  for (const name of ["guest", "elodie", "aisha"]) {
    assert.deepEqual((await app.call("GET", `/users/search?username=${name}`, ada)).body, []);
  }
});

test("a guest who leaves is asked to sign up, and a member who logs out is not", async (app) => {
  const guest = await begin(app);
  assert.ok((await text(visit(app, guest.path, guest))).includes('data-next="/register?demo"'));
  const [left, loggedOut] = [guest, await app.person("Ada")].map((who) => submit(app, "/logout", who, {}));
  assert.equal((await left).headers.get("Location"), "/register?demo");
  assert.ok((await text(visit(app, "/register?demo"))).includes(demoTexts.ended));
  assert.equal((await loggedOut).headers.get("Location"), "/login");
});

test("after an hour a guest is logged out and deleted, however active they were; one address has a limited number in an hour", async (app) => {
  const guest = await begin(app);
  app.pass(limits.lifetime - 1);
  assert.equal((await app.call("GET", "/groups", guest)).status, 200);
  app.pass(1);
  assert.equal((await app.call("GET", "/groups", guest)).status, 401);
  await sweepGuests(app.deps);
  assert.deepEqual(await app.deps.db.q.all("select 1 from users where full_name like 'Guest %'"), []);
  await begin(app);
  await begin(app);
  const refused = await submit(app, "/demo", null, {});
  assert.equal(refused.status, 429);
  assert.match(await refused.text(), /role="alert"/);
});

Deno.test("without DEMO there is no demo, and no link to it", async () => {
  await using app = await startApp();
  assert.equal((await visit(app, "/demo")).headers.get("Location"), "/");
  assert.equal((await submit(app, "/demo", null, {})).status, 404);
  for (const path of ["/", "/pre"]) assert.ok(!(await text(visit(app, path))).includes("/demo"));
});

test("somebody with an account is led from the demo to their dashboard, also by its form", async (app) => {
  const ada = await app.person("Ada");
  const form = { method: "POST", headers: { Origin: app.url, Cookie: cookieOf(ada) } };
  for (const init of [{}, form]) {
    assert.equal((await visit(app, "/demo", ada, init)).headers.get("Location"), "/dashboard");
  }
});
