import assert from "node:assert/strict";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { mailsOf, run, subjectsOf } from "../../support/cast.ts";
import { codeAt, turnOnCodes } from "../../support/credentials.ts";
import { assertCode, submit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

/** Ada, with two-step codes on, and a clock that stands still until it is moved; her next code is good. */
async function open(env: Record<string, string> = {}) {
  const time = { now: Date.UTC(2026, 10, 1) };
  const app = await startApp({ clock: () => time.now, env });
  const ada = await app.person("Ada");
  const { secret, recoveryCodes } = await turnOnCodes(app, ada, time.now);
  time.now += 30_000;
  const code = (at = time.now) => codeAt(secret, at);
  return { ...app, time, ada, recoveryCodes, code };
}

const test = inScene(open);

const logIn = (app: TestApp, { email, password }: Pick<Person, "email" | "password">) =>
  app.call("POST", "/auth/login", null, { email, password });
const ticketOf = async (app: TestApp, as: Person): Promise<string> => (await logIn(app, as)).body.ticket;
const send = (app: TestApp, ticket: string, code: string) =>
  app.call("POST", "/auth/totp/login", null, { ticket, code });
const statusesOf = async (asked: Promise<{ status: number }>[]) =>
  (await Promise.all(asked)).map(({ status }) => status).sort();

const wrong = { status: 400, code: "invalid_code" };
const expired = { status: 400, code: "two_step_expired" };
const notBegun = { status: 409, code: "two_step_not_begun" };

test("with two-step codes on, the password gives no session until a code of the app is given", async (app) => {
  const { ada } = app;
  const grace = await app.person("Grace");
  const begun = (await app.call("POST", "/auth/totp", grace, {})).body;
  const address = /^otpauth:\/\/totp\/Chapterhouse:grace%40example\.org\?issuer=Chapterhouse&secret=[A-Z2-7]{32}&/;
  assert.match(begun.url, address);
  assert.match(begun.qr, /^<svg /);
  assert.equal((await logIn(app, grace)).body.twoFactor, undefined, "an unconfirmed secret asks for nothing");
  assert.deepEqual((await app.call("GET", "/auth/totp", ada)).body, { on: true, recoveryCodes: 10 });
  const { status, body, headers } = await logIn(app, ada);
  assert.deepEqual([status, Object.keys(body).sort()], [200, ["message", "ticket", "twoFactor"]]);
  assert.equal(headers.get("set-cookie"), null);
  assert.equal((await app.call("GET", "/auth/me", { token: body.ticket })).status, 401);
  const done = await send(app, body.ticket, app.code().replace(/^.../, "$& "));
  assert.deepEqual([done.status, done.body.message, done.body.user.id], [200, "Login successful!", ada.id]);
  assert.match(done.headers.get("set-cookie")!, /chapterhouse_session=/);
  const mail = (await mailsOf(app)).find(({ subject }) => subject.startsWith("Two-step codes are on"))!;
  // Somebody else may have turned them on, and then their owner cannot remove them.
  assert.match(mail.text, /If it was not you, choose a new password, and write to the people who run this site/);
});

test("a code is taken once, by whatever is done with it at once, and neither is an earlier one after it; a clock may be half a minute off", async (app) => {
  const { ada, time } = app;
  const tickets = [await ticketOf(app, ada), await ticketOf(app, ada)];
  const code = app.code();
  assert.deepEqual(await statusesOf(tickets.map((ticket) => send(app, ticket, code))), [200, 400]);
  assertCode(await send(app, await ticketOf(app, ada), app.code(time.now - 30_000)), wrong);
  const renew = (code: string) => app.call("POST", "/auth/totp/recovery-codes", ada, { code });
  assertCode(await app.call("DELETE", "/auth/totp", ada, { code }), wrong);
  assertCode(await renew(code), wrong);
  time.now += 30_000;
  const next = app.code();
  assert.deepEqual(await statusesOf([1, 2, 3].map(() => renew(next))), [200, 400, 400]);
  time.now += 600_000;
  for (const [off, status] of [[-60_000, 400], [60_000, 400], [-30_000, 200], [30_000, 200]]) {
    assert.equal((await send(app, await ticketOf(app, ada), app.code(time.now + off))).status, status, `${off}`);
  }
});

test("a ticket gives one session, and ends after ten wrong codes, after ten minutes, once it is used, and with another password", async (app) => {
  const { ada, time } = app;
  const sessions = async () => (await app.deps.db.q.all("select 1 from sessions")).length;
  const before = await sessions();
  const ticket = await ticketOf(app, ada);
  const codes = [app.code(), ...app.recoveryCodes.slice(0, 3)];
  assert.deepEqual(await statusesOf(codes.map((code) => send(app, ticket, code))), [200, 400, 400, 400]);
  assert.equal(await sessions(), before + 1);
  time.now += 30_000;
  assertCode(await send(app, ticket, app.code()), expired);
  const tried = await ticketOf(app, ada);
  const wrongs = await Promise.all(Array.from({ length: 13 }, () => send(app, tried, "000000")));
  assert.equal(wrongs.filter(({ body }) => body.code === "invalid_code").length, 10);
  assertCode(await send(app, tried, app.code()), expired);
  const late = await ticketOf(app, ada);
  time.now += 600_000;
  assertCode(await send(app, late, app.code()), expired);
  assertCode(await send(app, "made-up", app.code()), expired);
  const former = await ticketOf(app, ada);
  await run(app, `update users set password_hash = '${await app.deps.passwords.hash("New-password-2")}'`);
  assertCode(await send(app, former, app.code()), { status: 400, code: "invalid_password" });
});

test("a recovery code works once, however it is typed, is stored as a hash, and its use and new ones, which replace all, are told by mail", async (app) => {
  const { ada, recoveryCodes: codes } = app;
  assert.equal(new Set(codes).size, 10);
  assert.ok(codes.every((code) => /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/.test(code)));
  const rows = JSON.stringify(await app.deps.db.q.all("select * from recovery_codes"));
  for (const code of codes) assert.ok(!rows.includes(code) && !rows.includes(code.replaceAll("-", "")));
  const tickets = [await ticketOf(app, ada), await ticketOf(app, ada)];
  const typed = codes[0].toLowerCase().replaceAll("-", " ");
  assert.deepEqual(await statusesOf(tickets.map((ticket) => send(app, ticket, typed))), [200, 400]);
  const [used] = await mailsOf(app);
  assert.equal(used.subject, "A recovery code of your Chapterhouse account was used");
  assert.match(used.text, /9 recovery codes are left\./);
  assert.equal((await app.call("GET", "/auth/totp", ada)).body.recoveryCodes, 9);
  const renew = (body: object) => app.call("POST", "/auth/totp/recovery-codes", ada, body);
  assertCode(await renew({}), wrong);
  assertCode(await renew({ password: "wrong" }), { status: 400, code: "invalid_password" });
  const renewed = (await renew({ password: ada.password })).body.recoveryCodes;
  assert.equal((await subjectsOf(app))[0], "New recovery codes for your Chapterhouse account");
  assert.equal(renewed.length, 10);
  assertCode(await send(app, await ticketOf(app, ada), codes[1]), wrong);
  assert.equal((await send(app, await ticketOf(app, ada), renewed[1])).status, 200);
  const page = await submit(app, "/account/two-step/codes", ada, { proof: ada.password });
  await page.body?.cancel();
  assert.deepEqual([page.status, page.headers.get("Cache-Control")], [200, "private, no-store"]);
});

Deno.test("wrong codes count for the account wherever they are typed, over all its tickets, and then it has no other ticket", async () => {
  await using app = await open({ RATE_LIMITS: "code=4/300" });
  const { ada } = app;
  const code = "000000";
  assertCode(await app.call("DELETE", "/auth/totp", ada, { code }), wrong);
  assertCode(await app.call("POST", "/auth/totp/recovery-codes", ada, { code }), wrong);
  const tickets = [await ticketOf(app, ada), await ticketOf(app, ada)];
  for (const ticket of tickets) assertCode(await send(app, ticket, code), wrong);
  assert.equal((await send(app, tickets[0], app.recoveryCodes[0])).status, 429);
  assert.equal((await app.call("DELETE", "/auth/totp", ada, { code: app.recoveryCodes[0] })).status, 429);
  assert.equal((await logIn(app, ada)).status, 429);
  const grace = await app.person("Grace");
  const others = await turnOnCodes(app, grace, app.time.now);
  assert.equal((await send(app, await ticketOf(app, grace), others.recoveryCodes[0])).status, 200);
});

test("two-step codes are turned on only with a code in time, and off only with a code or the password; the ones before are worth nothing", async (app) => {
  const { ada, time, recoveryCodes } = app;
  const mallory = await app.person("Mallory");
  const begin = (as: Person, proof = {}) => app.call("POST", "/auth/totp", as, proof);
  const confirm = (as: Person, code: string) => app.call("POST", "/auth/totp/confirm", as, { code });
  const end = (as: Person, body: object) => app.call("DELETE", "/auth/totp", as, body);
  assertCode(await begin(ada, { password: ada.password }), { status: 409, code: "two_step_on" });
  assertCode(await end(mallory, { password: mallory.password }), { status: 409, code: "two_step_off" });
  assertCode(await end(ada, {}), wrong);
  assert.equal((await end(ada, { code: recoveryCodes[0] })).status, 200);
  assert.ok((await logIn(app, ada)).body.token);

  assertCode(await confirm(ada, "000000"), notBegun);
  const { secret } = (await begin(ada)).body;
  assertCode(await confirm(ada, "000000"), wrong);
  assertCode(await confirm(mallory, codeAt(secret, time.now)), notBegun);
  time.now += 15 * 60_000;
  assertCode(await confirm(ada, codeAt(secret, time.now)), notBegun);
  const again = (await begin(ada, { password: ada.password })).body;
  const code = codeAt(again.secret, time.now);
  const twice = await Promise.all([confirm(ada, code), confirm(ada, code)]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409]);
  assertCode(await end(ada, { code }), wrong);
  // The codes of the confirmation that counted are the ones that work.
  const { body, headers } = twice.find(({ status }) => status === 200)!;
  assert.equal(headers.get("Cache-Control"), "private, no-store");
  const ticket = await ticketOf(app, ada);
  assertCode(await send(app, ticket, recoveryCodes[1]), wrong);
  assert.equal((await send(app, ticket, body.recoveryCodes[0])).status, 200);
  assert.equal((await end(ada, { code: body.recoveryCodes[1] })).status, 200);
});

test("a new password by mail does not do without the code, and a disabled account is refused after it", async (app) => {
  const { ada } = app;
  await app.call("POST", "/auth/forgot-password", null, { email: ada.email });
  const [link] = await app.links(ada.email);
  const renewed = { email: ada.email, password: "New-password-2" };
  const token = link.split("=")[1];
  await app.call("POST", "/auth/reset-password", null, { token, password: renewed.password });
  const { body } = await logIn(app, renewed);
  assert.equal(body.twoFactor, true);
  await run(app, "update users set disabled_at = 1");
  const disabled = { status: 403, code: "account_disabled" };
  assertCode(await send(app, body.ticket, app.code()), disabled);
  assertCode(await logIn(app, renewed), disabled);
});
