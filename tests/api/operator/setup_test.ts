/** The link by which a site without people is set up. */
import assert from "node:assert/strict";
import { serviceKeys } from "../../../db/schema.ts";
import { startApp } from "../../support/app.ts";
import { codeOf, setCookieOf, submit, visit } from "../../support/requests.ts";
import { folder } from "../../support/operate.ts";

const password = "Correct-horse-1";
const olga = { fullname: "Olga", email: "olga@school.example", password };
const form = { ...olga, confirmPassword: password };
const strict = { REGISTRATION: "closed", REGISTRATION_DOMAINS: "other.example" };

Deno.test("the setup link makes the first account, which operates the site whatever the registration is, and then ends", async () => {
  await using app = await startApp({ env: strict });
  const token = (await app.setupToken)!;
  const path = `/setup?token=${token}`;
  for (const _ of "12") assert.equal((await visit(app, path)).status, 200, "opening it changes nothing");
  const wrong = await submit(app, path, null, { ...form, token, confirmPassword: "other" });
  const html = await wrong.text();
  assert.ok(html.includes("Passwords do not match.") && html.includes("olga@school.example") && html.includes(token));
  assert.match(html, /<input[^>]*aria-invalid="true"[^>]*name="confirmPassword"/);
  assert.equal(wrong.headers.get("X-Robots-Tag"), "noindex");
  const short = await submit(app, path, null, { ...form, token, password: "short", confirmPassword: "short" });
  assert.match(await short.text(), /<input[^>]*aria-invalid="true"[^>]*name="password"/);
  const made = await submit(app, path, null, { ...form, token });
  assert.deepEqual([made.status, made.headers.get("location")], [303, "/operator/setup"]);
  const as = { token: setCookieOf(made)!.value };
  assert.equal((await visit(app, "/operator/setup", as)).status, 200);
  const { body } = await app.call("GET", "/auth/me", as);
  assert.deepEqual([body.email, body.emailVerified], ["olga@school.example", true]);
  for (const again of [await visit(app, path), await submit(app, path, null, { ...form, token })]) {
    assert.equal(again.status, 404);
  }
  assert.equal(codeOf(await app.call("POST", "/setup", null, { ...olga, token })), "404 setup_gone");
  const [{ act, subject }] = (await app.call("GET", "/operator/audit", as)).body.acts;
  assert.deepEqual([act, subject], ["set up the site", "olga@school.example"]);
  const saved = await submit(app, "/operator/setup", as, { first: "1", siteName: "Looms" });
  assert.equal(saved.headers.get("location"), "/operator/people");
});

Deno.test("the account that set the site up still operates it after a restart, and no new link is made", async () => {
  await using home = await folder();
  const options = { folder: home.path };
  const first = await startApp(options);
  const { body } = await first.call("POST", "/setup", null, { ...olga, token: await first.setupToken });
  await first.stop();
  await using app = await startApp(options);
  assert.equal(await app.setupToken, undefined);
  assert.equal((await app.call("GET", "/operator/people", body)).status, 200);
});

Deno.test("a restart on a site without people makes a new link and ends the old one", async () => {
  await using home = await folder();
  const first = await startApp({ folder: home.path });
  const old = await first.setupToken;
  await first.stop();
  await using app = await startApp({ folder: home.path });
  const page = await visit(app, `/setup?token=${old}`);
  const html = await page.text();
  assert.equal(page.status, 404);
  assert.match(html, /<title>This setup link does not work/);
  assert.ok(html.includes("in the log of the service") && html.includes("Start it again to get one"));
  const sent = await submit(app, "/setup", null, { ...olga, confirmPassword: olga.password, token: old! });
  assert.deepEqual([sent.status, (await sent.text()).includes("This setup link does not work")], [404, true]);
  assert.equal((await visit(app, `/setup?token=${await app.setupToken}`)).status, 200);
});

Deno.test("the link ends once somebody has registered, and works for one of two who use it at once", async () => {
  await using registered = await startApp();
  const token = await registered.setupToken;
  await registered.person("Ada");
  assert.equal((await visit(registered, `/setup?token=${token}`)).status, 404);
  assert.equal(codeOf(await registered.call("POST", "/setup", null, { ...olga, token })), "404 setup_gone");
  await using app = await startApp();
  const both = ["a@x.example", "b@x.example"].map(async (email) =>
    app.call("POST", "/setup", null, { ...olga, email, token: await app.setupToken })
  );
  assert.deepEqual((await Promise.all(both)).map(({ status }) => status).sort(), [201, 404]);
  const { rows } = await app.deps.db.q.run("select count(*) as people from users");
  assert.equal(rows[0].people, 1);
});

Deno.test("the token of the link stands in the log alone: in no page, no answer and not in the database", async () => {
  await using app = await startApp();
  const token = (await app.setupToken)!;
  for (const path of ["/", "/pre", "/login", "/register", "/setup", "/api/openapi.json", "/healthz", "/metrics"]) {
    assert.ok(!(await (await visit(app, path)).text()).includes(token), path);
  }
  assert.ok(!JSON.stringify(await app.deps.db.q.select().from(serviceKeys)).includes(token));
  await visit(app, `/setup?token=${token}`);
  assert.ok(!app.log.join("\n").includes(token), "a request's line has no query");
});
