import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { assertFailure } from "../support/requests.ts";

const hour = 3600_000;
const ada = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
const register = (app: TestApp) => app.call("POST", "/auth/register", null, ada);
const resend = (app: TestApp, email = ada.email) => app.call("POST", "/auth/resend-verification", null, { email });
const open = (app: TestApp, link: string) => app.call("GET", link.replace(/^\/verify-email/, "/auth/verify-email"));
const canLogIn = async (app: TestApp) => (await app.call("POST", "/auth/login", null, ada)).status === 200;

const already = { status: 400, code: "already_verified", message: "Email already verified" };
const invalid = { status: 400, code: "invalid_token", message: "Invalid or expired verification token" };

// spec: 7.6
Deno.test("Ada verifies by the mailed link, and logs in; the link a second time says already verified", async () => {
  await using app = await startApp();
  await register(app);
  const [link] = await app.links(ada.email);
  assert.match(link, /^\/verify-email\?token=[A-Za-z0-9_-]{43}$/);
  assert.equal(await canLogIn(app), false);
  const { status, body } = await open(app, link);
  assert.deepEqual([status, body], [200, { message: "Email verified successfully! You can log in now." }]);
  assert.equal(await canLogIn(app), true);
  assertFailure(await open(app, link), already);
});

Deno.test("each link that waits verifies, and the others then say already verified", async () => {
  await using app = await startApp();
  await register(app);
  await resend(app);
  const [second, first] = await app.links(ada.email);
  assert.notEqual(first, second);
  assert.equal((await open(app, first)).status, 200);
  assertFailure(await open(app, second), already);
});

Deno.test("of two who open a link at once, one verifies and one is told that it is done", async () => {
  await using app = await startApp();
  await register(app);
  const [link] = await app.links(ada.email);
  const answers = await Promise.all([open(app, link), open(app, link)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  assertFailure(answers.find(({ status }) => status === 400)!, already);
});

Deno.test("a link works until a day has passed", async () => {
  let now = Date.UTC(2026, 0, 1);
  await using app = await startApp({ clock: () => now });
  await register(app);
  const [link] = await app.links(ada.email);
  now += 24 * hour;
  assertFailure(await open(app, link), invalid);
  assert.equal(await canLogIn(app), false);
  await resend(app);
  const [fresh] = await app.links(ada.email);
  now += 24 * hour - 1;
  assert.equal((await open(app, fresh)).status, 200);
});

Deno.test("a link that was never mailed is invalid, and none is none", async () => {
  await using app = await startApp();
  await register(app);
  const [link] = await app.links(ada.email);
  for (const token of ["unknown", `${link.split("=")[1]}x`, "%00", "' or 1=1 --", "x".repeat(5000), "%ED%A0%80"]) {
    assertFailure(await open(app, `/auth/verify-email?token=${token}`), invalid);
  }
  const none = { status: 400, code: "no_token", message: "No verification token provided." };
  for (const path of ["/auth/verify-email", "/auth/verify-email?token="]) assertFailure(await open(app, path), none);
  assert.equal(await canLogIn(app), false);
});

Deno.test("a reset link verifies no address, and a verification link resets no password", async () => {
  await using app = await startApp();
  await register(app);
  const [verify] = await app.links(ada.email);
  await app.call("POST", "/auth/forgot-password", null, { email: ada.email });
  const reset = (await app.links(ada.email)).find((link) => link.startsWith("/reset-password"))!;
  assertFailure(await open(app, reset.replace("/reset-password", "/auth/verify-email")), invalid);
  const token = verify.split("=")[1];
  const refused = await app.call("POST", "/auth/reset-password", null, { token, password: "New-password-2" });
  assert.deepEqual([refused.status, refused.body.code], [400, "invalid_token"]);
});

// spec: 7.6
Deno.test("a resend answers alike for unknown, waiting and verified addresses, and mails only to the waiting one", async () => {
  await using app = await startApp();
  await register(app);
  const verified = await app.person("Grace");
  const before = (await app.links(verified.email)).length;
  for (const email of ["nobody@example.org", ` ${ada.email.toUpperCase()} `, verified.email]) {
    const { status, body } = await resend(app, email);
    assert.deepEqual([status, body], [200, { message: "Verification email resent! Please check your inbox." }]);
  }
  assert.equal((await app.links(ada.email)).length, 2);
  assert.equal((await app.links(verified.email)).length, before);
  assert.equal((await app.links("nobody@example.org")).length, 0);
  const { status, body } = await resend(app, "not an address");
  assert.deepEqual([status, body.message], [400, "Please enter a valid email address."]);
});

Deno.test("at most three mails an hour go to one address, whoever asks for them", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1,::1" } });
  await register(app);
  const ask = (path: string, from: number) =>
    fetch(`${app.url}/api/auth/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": `192.0.2.${from}` },
      body: JSON.stringify({ email: ada.email }),
    }).then(async (response) => (await response.body?.cancel(), response.status));
  assert.equal(await ask("resend-verification", 1), 200);
  assert.equal(await ask("forgot-password", 2), 200);
  assert.equal(await ask("resend-verification", 3), 200);
  assert.equal(await ask("resend-verification", 4), 429);
  assert.equal(await ask("forgot-password", 5), 429);
  assert.equal((await app.links(ada.email)).length, 4);
});
