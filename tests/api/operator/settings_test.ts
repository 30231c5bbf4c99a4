/** What operators set on their page: at once, unless the environment has set it. */
import assert from "node:assert/strict";
import { settingsOf } from "../../../server/actions/operator/settings.ts";
import { auditLog } from "../../../db/schema.ts";
import { codeOf, submit, visit } from "../../support/requests.ts";
import { folder } from "../../support/operate.ts";
import { startSmtp } from "../../support/servers/smtp.ts";
import { withOperator } from "./olga.ts";

const from = "Looms <post@looms.example>";

Deno.test("what an operator sets counts at once, is logged, and is still so after a restart", async () => {
  await using home = await folder();
  const first = await withOperator({ folder: home.path });
  const set = (body: object, app = first) => app.operate("PUT", "/settings", body);
  assert.equal(codeOf(await set({ siteName: "Looms", registration: "closed" })), "200");
  assert.equal(codeOf(await set({ registration: "open" }, first)), "200");
  assert.equal(codeOf(await set({ registration: "closed" }, first)), "200");
  const register = (app = first) =>
    app.call("POST", "/auth/register", null, { fullname: "Eve", email: "eve@x.example", password: "Correct-horse-1" });
  assert.equal(codeOf(await register()), "403 registration_closed");
  assert.ok((await first.read("/login", null)).includes("<title>Login · Looms</title>"));
  const [row] = await first.deps.db.q.select().from(auditLog).orderBy(auditLog.at, auditLog.id);
  assert.deepEqual([row.act, row.subject, row.detail], ["change setting", "Name of the site", "– → Looms"]);
  await set({ backupEvery: "12h" });
  await set({ backupEvery: "90m" });
  const log = await first.read("/operator/audit");
  for (const change of ["Not set → Looms", "Nobody → Everyone", "Not set → Every 12 hours", "Every 12 hours → 90m"]) {
    assert.ok(log.includes(change), change);
  }
  assert.ok(log.includes("How often backups are made"));
  await first.stop();
  await using app = await withOperator({ folder: home.path });
  assert.equal(codeOf(await register(app)), "403 registration_closed");
  assert.equal(codeOf(await set({ siteName: "", registration: "" }, app)), "200");
  assert.deepEqual([app.deps.config.site.name, app.deps.config.registration], ["Chapterhouse", "open"]);
});

Deno.test("the first time settings are saved as they are, nothing is logged", async () => {
  await using app = await withOperator();
  const { siteName, registration, emailsShown, backupEvery } = settingsOf(app.deps.config);
  const save = (changed = {}) =>
    app.operate("PUT", "/settings", { siteName, registration, emailsShown, backupEvery, ...changed });
  assert.equal(codeOf(await save()), "200");
  assert.deepEqual(await app.acts(), []);
  assert.equal(codeOf(await save({ registration: "invite" })), "200");
  assert.deepEqual(await app.acts(), ["change setting: Who may sign up"]);
});

Deno.test("what the environment sets stays, and is shown with the name of its setting", async () => {
  await using app = await withOperator({ env: { REGISTRATION: "invite", SITE_NAME: "Engine" } });
  const { body } = await app.operate("PUT", "/settings", { registration: "open" });
  assert.deepEqual(body.issues.map(({ path }: { path: string }) => path), ["registration"]);
  const html = await app.read("/operator/setup");
  assert.ok(html.includes("Set by the environment (REGISTRATION)") && !html.includes('name="registration"'));
  assert.deepEqual((await app.operate("GET", "/settings")).body.settings.fromEnvironment, [
    "SITE_NAME",
    "REGISTRATION",
  ]);
});

Deno.test("what is wrong is said at its field by the rules of the environment, what was typed stays, and nothing is stored", async () => {
  await using app = await withOperator();
  const typed = { siteName: "<b>", mailUrl: "http://mail.example", backupEvery: "often", registration: "maybe" };
  const { body } = await app.operate("PUT", "/settings", typed);
  assert.deepEqual(
    body.issues.map(({ path }: { path: string }) => path).sort(),
    ["backupEvery", "mailUrl", "registration", "siteName"],
  );
  const html = await (await submit(app, "/operator/setup", app.olga, typed)).text();
  assert.ok(html.includes("&lt;b&gt;") && html.includes("minutes, hours or days such as 30m, 24h or 7d"));
  assert.equal(app.deps.config.site.name, "Chapterhouse");
});

Deno.test("mail is sent by the server that an operator sets, and a test says in words what happened", async () => {
  await using smtp = await startSmtp({ login: { user: "post", password: "p%55 word" } });
  await using app = await withOperator();
  const { port } = new URL(smtp.url);
  const mailUrl = `smtp://post@127.0.0.1:${port}`;
  const set = async (body: object) => (await app.operate("PUT", "/settings", body)).body;
  const wrong = await set({ mailUrl, mailPassword: "wrong", mailFrom: from, test: true });
  assert.deepEqual([wrong.test.sent, wrong.test.text], [false, "127.0.0.1 did not accept the user or the password."]);
  assert.ok((await set({ mailPassword: "p%55 word", test: true })).test.sent);
  assert.equal((await smtp.next()).from, "post@looms.example");
  await app.call("POST", "/auth/forgot-password", null, { email: "ada@example.org" });
  assert.equal((await smtp.next()).to, "ada@example.org");
  assert.match((await set({ mailUrl: "smtp://127.0.0.1:1", test: true })).test.text, /takes no connections there/);
});

Deno.test("the outcome of the latest test mail is shown until another mail server is set", async () => {
  await using smtp = await startSmtp();
  await using app = await withOperator();
  const set = async (body: object) => void await app.operate("PUT", "/settings", body);
  const failed = /The latest test failed \(today, [^)]+\)\. 127\.0\.0\.1 takes no connections there/;
  const state = async () => /<dt>Mail<\/dt><dd>(.*?)<\/dd>/.exec(await app.read("/operator/setup"))![1];
  await set({ mailUrl: "smtp://127.0.0.1:1", mailFrom: from, test: true });
  assert.match(await state(), failed);
  assert.match(await app.read("/operator/mail"), failed);
  await set({ siteName: "Looms" });
  assert.match(await state(), failed);
  await set({ mailUrl: smtp.url });
  assert.match(await state(), /a test shows whether it works/);
  assert.doesNotMatch(await app.read("/operator/mail"), failed);
  await set({ test: true });
  assert.match(await state(), /^Through 127\.0\.0\.1, which accepted a test email \(today, /);
});

Deno.test("the password of the mail server is never shown or logged, stays where its field is empty, and goes to no other server", async () => {
  await using app = await withOperator();
  const mailUrl = "smtps://post@mail.example:465";
  const set = async (body: object) => await app.operate("PUT", "/settings", body);
  await set({ mailUrl, mailPassword: "s3cret-word" });
  await set({ mailUrl, mailPassword: "", siteName: "Looms" });
  assert.equal(app.deps.config.mailUrl, "smtps://post:s3cret-word@mail.example:465");
  const moved = await set({ mailUrl: "smtps://post@evil.example:465" });
  assert.deepEqual(moved.body.issues[0].path, "mailPassword");
  await set({ mailUrl, mailPassword: "s3cret-other" });
  const acts = JSON.stringify(await app.deps.db.q.select().from(auditLog));
  assert.ok(acts.includes("the password was changed"));
  const shown = [acts, await app.read("/operator/setup"), await app.read("/operator/audit"), app.log.join("\n")];
  shown.push(JSON.stringify((await app.operate("GET", "/settings")).body), JSON.stringify(moved.body));
  for (const text of shown) assert.ok(!text.includes("s3cret"));
});

Deno.test("a folder for backups must be one that can be written to", async () => {
  await using home = await folder();
  await using app = await withOperator();
  await Deno.writeTextFile(`${home.path}/file`, "");
  const { body } = await app.operate("PUT", "/settings", { backupDir: `${home.path}/file` });
  assert.deepEqual(body.issues[0].path, "backupDir");
  assert.match(body.issues[0].message, /^No backups can be made there: /);
});

Deno.test("where addresses are shown to people who share something, nobody else sees one in any answer or page, or adds people", async () => {
  await using app = await withOperator();
  const { ada, grace, mallory, call } = app;
  assert.equal(codeOf(await app.operate("PUT", "/settings", { emailsShown: "shared" })), "200");
  const members = `/groups/${(await app.group(mallory)).id}/members`;
  const add = async () => codeOf(await call("POST", members, mallory, { userId: ada.id }));
  assert.equal(await add(), "403 cannot_be_added");
  await call("POST", `/friends/request/${mallory.id}`, ada);
  const seen = async (as: typeof ada) => {
    const [found] = (await call("GET", "/users/search?username=ada", as)).body;
    const { friendRequests } = (await call("GET", "/friends/friend-requests", as)).body;
    const html = await (await visit(app, `/profile/${ada.id}`, as)).text();
    const person = (await call("GET", `/users/${ada.id}`, as)).body;
    const sender = friendRequests[0]?.sender.email ?? null;
    return [found.email, person.email, sender, html.includes("ada@example.org")];
  };
  assert.deepEqual(await seen(mallory), [null, null, null, false]);
  assert.deepEqual(await seen(grace), ["ada@example.org", "ada@example.org", null, true]);
  const [{ id }] = (await call("GET", "/friends/friend-requests", mallory)).body.friendRequests;
  await call("POST", `/friends/accept-friend-request/${id}`, mallory);
  assert.deepEqual(await seen(mallory), ["ada@example.org", "ada@example.org", null, true]);
  assert.equal(await add(), "201");
});
