import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import { users } from "../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertCode, setCookieOf, submit } from "../support/requests.ts";

const codeAt = (secret: string, timestamp: number) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

/** A service with a clock that stands still until it is moved. */
async function open(env: Record<string, string> = {}) {
  const time = { now: Date.UTC(2026, 10, 1) };
  const app = await startApp({ clock: () => time.now, env });
  return { app, time, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** Turns the codes on, and moves on to the next one. */
async function turnOn(app: TestApp, as: Person, time: { now: number }) {
  const { secret } = (await app.call("POST", "/auth/totp", as, {})).body;
  const { status, body, headers } = await app.call("POST", "/auth/totp/confirm", as, {
    code: codeAt(secret, time.now),
  });
  assert.deepEqual([status, headers.get("Cache-Control")], [200, "private, no-store"]);
  time.now += 30_000;
  return { secret: secret as string, recoveryCodes: body.recoveryCodes as string[] };
}

const logIn = (app: TestApp, { email, password }: Pick<Person, "email" | "password">) =>
  app.call("POST", "/auth/login", null, { email, password });
const ticketOf = async (app: TestApp, as: Person): Promise<string> => (await logIn(app, as)).body.ticket;
const send = (app: TestApp, ticket: string, code: string) =>
  app.call("POST", "/auth/totp/login", null, { ticket, code });

const wrong = { status: 400, code: "invalid_code" };
const expired = { status: 400, code: "two_step_expired" };

Deno.test("with two-step codes on, the password gives no session until a code of the app is given", async () => {
  await using opened = await open();
  const { app, time } = opened;
  const ada = await app.person("Ada");
  const begun = (await app.call("POST", "/auth/totp", ada, {})).body;
  assert.match(
    begun.url,
    /^otpauth:\/\/totp\/Chapterhouse:ada%40example\.org\?issuer=Chapterhouse&secret=[A-Z2-7]{32}&/,
  );
  assert.match(begun.qr, /^<svg /);
  assert.equal((await logIn(app, ada)).body.twoFactor, undefined, "an unconfirmed secret asks for nothing");
  const { secret } = await turnOn(app, ada, time);
  assert.deepEqual((await app.call("GET", "/auth/totp", ada)).body, { on: true, recoveryCodes: 10 });
  const { status, body, headers } = await logIn(app, ada);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), ["message", "ticket", "twoFactor"]);
  assert.equal(headers.get("set-cookie"), null);
  assert.equal((await app.call("GET", "/auth/me", { token: body.ticket })).status, 401);
  const done = await send(app, body.ticket, codeAt(secret, time.now));
  assert.deepEqual([done.status, done.body.message, done.body.user.id], [200, "Login successful!", ada.id]);
  assert.match(done.headers.get("set-cookie")!, /chapterhouse_session=/);
  const mails = await (await fetch(`${app.url}/dev/mail.json`)).json();
  const mail = mails.find(({ subject }: { subject: string }) => subject.startsWith("Two-step codes are on"));
  // Whose codes another has turned on cannot remove them.
  assert.match(mail.text, /If it was not you, choose a new password, and write to the people who run this site/);
});

Deno.test("a code is taken once, also by two logins at once, and neither is an earlier one after it", async () => {
  await using opened = await open();
  const { app, time } = opened;
  const ada = await app.person("Ada");
  const { secret } = await turnOn(app, ada, time);
  const tickets = [await ticketOf(app, ada), await ticketOf(app, ada)];
  const code = codeAt(secret, time.now);
  const answers = await Promise.all(tickets.map((ticket) => send(app, ticket, code)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  assertCode(await send(app, await ticketOf(app, ada), codeAt(secret, time.now - 30_000)), wrong);
  time.now += 30_000;
  const spaced = codeAt(secret, time.now).replace(/^.../, "$& ");
  assert.equal((await send(app, await ticketOf(app, ada), spaced)).status, 200);
});

Deno.test("a clock may be half a minute off, and no more", async () => {
  await using opened = await open();
  const { app, time } = opened;
  const ada = await app.person("Ada");
  const { secret } = await turnOn(app, ada, time);
  time.now += 600_000;
  for (const off of [-60_000, 60_000]) {
    assertCode(await send(app, await ticketOf(app, ada), codeAt(secret, time.now + off)), wrong);
  }
  for (const off of [-30_000, 30_000]) {
    assert.equal((await send(app, await ticketOf(app, ada), codeAt(secret, time.now + off))).status, 200);
  }
});

Deno.test("a ticket ends after ten wrong codes, after ten minutes, once it is used, and with another password", async () => {
  await using opened = await open();
  const { app, time } = opened;
  const ada = await app.person("Ada");
  const { secret } = await turnOn(app, ada, time);
  const tried = await ticketOf(app, ada);
  const wrongs = await Promise.all(Array.from({ length: 13 }, () => send(app, tried, "000000")));
  assert.equal(wrongs.filter(({ body }) => body.code === "invalid_code").length, 10);
  assertCode(await send(app, tried, codeAt(secret, time.now)), expired);
  const late = await ticketOf(app, ada);
  time.now += 600_000;
  assertCode(await send(app, late, codeAt(secret, time.now)), expired);
  const used = await ticketOf(app, ada);
  assert.equal((await send(app, used, codeAt(secret, time.now))).status, 200);
  time.now += 30_000;
  assertCode(await send(app, used, codeAt(secret, time.now)), expired);
  const former = await ticketOf(app, ada);
  const { db, passwords } = app.deps;
  await db.write([db.q.update(users).set({ passwordHash: await passwords.hash("New-password-2") })]);
  assertCode(await send(app, former, codeAt(secret, time.now)), { status: 400, code: "invalid_password" });
  assertCode(await send(app, "made-up", codeAt(secret, time.now)), expired);
});

Deno.test("a recovery code works once, however it is typed, and new ones replace those there are", async () => {
  await using opened = await open();
  const { app, time } = opened;
  const ada = await app.person("Ada");
  const { recoveryCodes: codes } = await turnOn(app, ada, time);
  assert.equal(new Set(codes).size, 10);
  assert.ok(codes.every((code) => /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/.test(code)));
  const tickets = [await ticketOf(app, ada), await ticketOf(app, ada)];
  const typed = codes[0].toLowerCase().replaceAll("-", " ");
  const answers = await Promise.all(tickets.map((ticket) => send(app, ticket, typed)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  assert.equal((await app.call("GET", "/auth/totp", ada)).body.recoveryCodes, 9);
  const renew = (body: object) => app.call("POST", "/auth/totp/recovery-codes", ada, body);
  assertCode(await renew({}), wrong);
  assertCode(await renew({ password: "wrong" }), { status: 400, code: "invalid_password" });
  const renewed = (await renew({ password: ada.password })).body.recoveryCodes;
  assert.equal(renewed.length, 10);
  assertCode(await send(app, await ticketOf(app, ada), codes[1]), wrong);
  assert.equal((await send(app, await ticketOf(app, ada), renewed[1])).status, 200);
  const page = await submit(app, "/account/two-step/codes", ada, { proof: ada.password });
  assert.deepEqual([page.status, page.headers.get("Cache-Control")], [200, "private, no-store"]);
  await page.body?.cancel();
});

Deno.test("with https the cookie with a login's ticket is one that no other host of the domain can set", async () => {
  await using opened = await open({ PUBLIC_URL: "https://books.example" });
  const { app, time } = opened;
  const ada = await app.person("Ada");
  await turnOn(app, ada, time);
  const answer = await submit(app, "/login", null, { email: ada.email, password: ada.password });
  assert.equal(answer.headers.get("Location"), "/login/code");
  assert.ok(setCookieOf(answer, "__Host-two_step")!.attributes.includes("secure"));
});

Deno.test("recovery codes are stored as hashes, and those of before are worth nothing once codes were turned off", async () => {
  await using opened = await open();
  const { app, time } = opened;
  const ada = await app.person("Ada");
  const { recoveryCodes: former } = await turnOn(app, ada, time);
  const rows = JSON.stringify(await app.deps.db.q.all("select * from recovery_codes"));
  for (const code of former) assert.ok(!rows.includes(code) && !rows.includes(code.replaceAll("-", "")));
  assert.equal((await app.call("DELETE", "/auth/totp", ada, { code: former[0] })).status, 200);
  const { recoveryCodes } = await turnOn(app, ada, time);
  const ticket = await ticketOf(app, ada);
  assertCode(await send(app, ticket, former[1]), wrong);
  assert.equal((await send(app, ticket, recoveryCodes[1])).status, 200);
});

Deno.test("a ticket gives one session, however many right codes come at once", async () => {
  await using opened = await open();
  const { app, time } = opened;
  const ada = await app.person("Ada");
  const { secret, recoveryCodes } = await turnOn(app, ada, time);
  const before = await app.deps.db.q.all("select 1 from sessions");
  const ticket = await ticketOf(app, ada);
  const codes = [codeAt(secret, time.now), ...recoveryCodes.slice(0, 3)];
  const answers = await Promise.all(codes.map((code) => send(app, ticket, code)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  assert.equal((await app.deps.db.q.all("select 1 from sessions")).length, before.length + 1);
});

Deno.test("a code that signed in turns nothing off, and neither does one that is used twice at once", async () => {
  await using opened = await open();
  const { app, time } = opened;
  const ada = await app.person("Ada");
  const { secret } = await turnOn(app, ada, time);
  const code = codeAt(secret, time.now);
  assert.equal((await send(app, await ticketOf(app, ada), code)).status, 200);
  assertCode(await app.call("DELETE", "/auth/totp", ada, { code }), wrong);
  assertCode(await app.call("POST", "/auth/totp/recovery-codes", ada, { code }), wrong);
  time.now += 30_000;
  const next = codeAt(secret, time.now);
  const renewals = await Promise.all(
    [1, 2, 3].map(() => app.call("POST", "/auth/totp/recovery-codes", ada, { code: next })),
  );
  assert.deepEqual(renewals.map(({ status }) => status).sort(), [200, 400, 400]);
});

Deno.test("wrong codes count for the account wherever they are typed", async () => {
  await using opened = await open({ RATE_LIMITS: "code=3/300" });
  const { app, time } = opened;
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { recoveryCodes } = await turnOn(app, ada, time);
  const code = "000000";
  assertCode(await app.call("DELETE", "/auth/totp", ada, { code }), wrong);
  assertCode(await app.call("POST", "/auth/totp/recovery-codes", ada, { code }), wrong);
  const ticket = await ticketOf(app, ada);
  assertCode(await send(app, ticket, code), wrong);
  assert.equal((await send(app, ticket, recoveryCodes[0])).status, 429);
  assert.equal((await app.call("DELETE", "/auth/totp", ada, { code: recoveryCodes[0] })).status, 429);
  // Of nobody else.
  const other = await turnOn(app, grace, time);
  assert.equal((await send(app, await ticketOf(app, grace), other.recoveryCodes[0])).status, 200);
});

Deno.test("wrong codes are limited for the account, over all its tickets, and then there is no other", async () => {
  await using opened = await open({ RATE_LIMITS: "on" });
  const { app, time } = opened;
  const ada = await app.person("Ada");
  await turnOn(app, ada, time);
  for (let n = 0; n < 2; n++) {
    const ticket = await ticketOf(app, ada);
    for (let k = 0; k < 5; k++) assertCode(await send(app, ticket, "000000"), wrong);
  }
  assert.equal((await logIn(app, ada)).status, 429);
});

Deno.test("two-step codes are turned on only with a code in time, and off only with a code or the password", async () => {
  await using opened = await open();
  const { app, time } = opened;
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  const confirm = (as: Person, code: string) => app.call("POST", "/auth/totp/confirm", as, { code });
  assertCode(await confirm(ada, "000000"), { status: 409, code: "two_step_not_begun" });
  const { secret } = (await app.call("POST", "/auth/totp", ada, {})).body;
  assertCode(await confirm(ada, "000000"), wrong);
  assertCode(await confirm(mallory, codeAt(secret, time.now)), { status: 409, code: "two_step_not_begun" });
  time.now += 15 * 60_000;
  assertCode(await confirm(ada, codeAt(secret, time.now)), { status: 409, code: "two_step_not_begun" });
  assertCode(await app.call("POST", "/auth/totp", ada, {}), { status: 403, code: "password_needed" });
  const again = (await app.call("POST", "/auth/totp", ada, { password: ada.password })).body;
  const code = codeAt(again.secret, time.now);
  const twice = await Promise.all([confirm(ada, code), confirm(ada, code)]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409]);
  const { recoveryCodes } = twice.find(({ status }) => status === 200)!.body;
  assertCode(await app.call("POST", "/auth/totp", ada, { password: ada.password }), {
    status: 409,
    code: "two_step_on",
  });
  const end = (as: Person, body: object) => app.call("DELETE", "/auth/totp", as, body);
  assertCode(await end(mallory, { password: mallory.password }), { status: 409, code: "two_step_off" });
  assertCode(await end(ada, {}), wrong);
  assertCode(await end(ada, { code }), wrong);
  // The codes of the confirmation that counted are the ones that work.
  assert.equal((await send(app, await ticketOf(app, ada), recoveryCodes[0])).status, 200);
  assert.equal((await end(ada, { code: recoveryCodes[1] })).status, 200);
  assert.ok((await logIn(app, ada)).body.token);
});

Deno.test("a new password by mail does not do without the code, and a disabled account is refused after it", async () => {
  await using opened = await open();
  const { app, time } = opened;
  const ada = await app.person("Ada");
  const { secret } = await turnOn(app, ada, time);
  await app.call("POST", "/auth/forgot-password", null, { email: ada.email });
  const [link] = await app.links(ada.email);
  const password = "New-password-2";
  await app.call("POST", "/auth/reset-password", null, { token: link.split("=")[1], password });
  const { body } = await logIn(app, { email: ada.email, password });
  assert.equal(body.twoFactor, true);
  const { db } = app.deps;
  await db.write([db.q.update(users).set({ disabledAt: 1 })]);
  assertCode(await send(app, body.ticket, codeAt(secret, time.now)), { status: 403, code: "account_disabled" });
  assertCode(await logIn(app, { email: ada.email, password }), { status: 403, code: "account_disabled" });
});
