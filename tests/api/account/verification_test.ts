import assert from "node:assert/strict";
import { findCredentials } from "../../../db/account/accounts.ts";
import { sweepUnverified } from "../../../server/actions/account/email.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { folder, until } from "../../support/operate.ts";
import { assertFailure } from "../../support/requests.ts";

const day = 24 * 3600_000;
const ada = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1", username: "ada" };
const register = (app: TestApp, who = ada) => app.call("POST", "/auth/register", null, who);
const resend = (app: TestApp) => app.call("POST", "/auth/resend-verification", null, { email: ada.email });
const open = (app: TestApp, link: string) => app.call("GET", link.replace(/^\/verify-email/, "/auth/verify-email"));
const logIn = (app: TestApp) => app.call("POST", "/auth/login", null, ada);
const sweep = (app: TestApp) => sweepUnverified(app.deps, new AbortController().signal);

const awaiting = { status: 403, code: "email_unverified", message: "Please verify your email before logging in" };
const already = { status: 400, code: "already_verified", message: "Email already verified" };
const invalid = { status: 400, code: "invalid_token", message: "Invalid or expired verification token" };
const none = { status: 400, code: "no_token", message: "No verification token provided." };
const unknown = { status: 404, code: "user_not_found", message: "User not found" };

Deno.test("Ada verifies by any link that was mailed to her, within a day, and logs in; a link after that says already verified", async () => {
  let now = Date.UTC(2026, 0, 1);
  await using app = await startApp({ clock: () => now });
  await register(app);
  const [late] = await app.links(ada.email);
  assert.match(late, /^\/verify-email\?token=[A-Za-z0-9_-]{43}$/);
  now += day;
  for (const _ of [1, 2]) await resend(app);
  const [second, first] = await app.links(ada.email);
  assert.notEqual(first, second);
  now += day - 1;
  assertFailure(await open(app, late), invalid);
  for (const token of ["unknown", `${first.split("=")[1]}x`, "%00", "' or 1=1 --", "x".repeat(5000), "%ED%A0%80"]) {
    assertFailure(await open(app, `/auth/verify-email?token=${token}`), invalid);
  }
  for (const path of ["/auth/verify-email", "/auth/verify-email?token="]) assertFailure(await open(app, path), none);
  assertFailure(await logIn(app), awaiting);
  const both = await Promise.all([open(app, first), open(app, first)]);
  const { body } = both.find(({ status }) => status === 200)!;
  assert.deepEqual(body, { message: "Email verified successfully! You can log in now." });
  assertFailure(both.find(({ status }) => status === 400)!, already);
  for (const link of [first, second]) assertFailure(await open(app, link), already);
  assert.equal((await logIn(app)).status, 200);
});

Deno.test("an account not verified within seven days is removed with its mails; its address and username are free even before", async () => {
  let now = Date.UTC(2030, 0, 1);
  await using app = await startApp({ clock: () => now });
  const isFree = async () => (await app.call("POST", "/users/check-email", null, { email: ada.email })).body.available;
  await register(app);
  now += 7 * day - 1;
  await resend(app);
  await sweep(app);
  assertFailure(await logIn(app), awaiting);
  assert.equal(await isFree(), false);
  assert.equal((await register(app)).body.code, "email_exists");
  assert.equal((await register(app, { ...ada, email: "other@example.org" })).body.code, "username_exists");
  const [link] = await app.links(ada.email);
  now += 1;
  assert.equal(await isFree(), true);
  await sweep(app);
  assertFailure(await logIn(app), unknown);
  assertFailure(await open(app, link), invalid);
  assert.equal((await resend(app)).status, 200);
  assert.deepEqual(await app.links(ada.email), []);
  const { status, body } = await register(app);
  assert.deepEqual([status, body.user.username, (await app.links(ada.email)).length], [201, "ada", 1]);
  // Verified on the seventh day it stays.
  now += 7 * day - 1;
  await resend(app);
  assert.equal((await open(app, (await app.links(ada.email))[0])).status, 200);
  now += 100 * day;
  await sweep(app);
  assert.equal((await logIn(app)).status, 200);
});

Deno.test("the start removes all accounts that expired meanwhile", async () => {
  await using home = await folder();
  let now = Date.UTC(2030, 0, 1);
  {
    await using app = await startApp({ folder: home.path, clock: () => now });
    await app.person("Grace");
    const many = Array.from({ length: 120 }, (_, n) => ({ ...ada, email: `m${n}@example.org`, username: `mal${n}` }));
    await Promise.all(many.map((one) => register(app, one)));
  }
  now += 8 * day;
  await using app = await startApp({ folder: home.path, clock: () => now });
  await until(() => app.log.some((line) => line.includes("unverified accounts removed")));
  assert.equal(JSON.parse(app.log.find((line) => line.includes("unverified accounts removed"))!).accounts, 120);
  assert.ok(await findCredentials(app.deps.db, "grace@example.org"));
});

Deno.test("accounts made without verification stay when verification is required later", async () => {
  await using home = await folder();
  let now = Date.UTC(2030, 0, 1);
  const start = (required: boolean) =>
    startApp({ folder: home.path, clock: () => now, env: { REQUIRE_EMAIL_VERIFICATION: `${required}` } });
  const grace = { ...ada, email: "grace@example.org", username: "grace" };
  for (const [required, who] of [[true, ada], [false, grace]] as const) {
    await using app = await start(required);
    await register(app, who);
    if (!required) await sweep(app);
  }
  now += 100 * day;
  await using app = await start(true);
  await sweep(app);
  assertFailure(await logIn(app), awaiting);
  await resend(app);
  now += 8 * day;
  await sweep(app);
  for (const { email } of [ada, grace]) assert.ok(await findCredentials(app.deps.db, email), email);
});
