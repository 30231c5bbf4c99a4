import assert from "node:assert/strict";
import { findCredentials } from "../../db/account/accounts.ts";
import { sweepUnverified } from "../../server/actions/account/email.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { folder, until } from "../support/operate.ts";
import { assertFailure } from "../support/requests.ts";

const day = 24 * 3600_000;
const password = "Correct-horse-1";
const ada = { fullname: "Ada", email: "ada@example.org", password, username: "ada" };
const register = (app: TestApp, who = ada) => app.call("POST", "/auth/register", null, who);
const logIn = (app: TestApp) => app.call("POST", "/auth/login", null, ada);
const resend = (app: TestApp) => app.call("POST", "/auth/resend-verification", null, { email: ada.email });
const open = (app: TestApp, link: string) => app.call("GET", link.replace(/^\/verify-email/, "/auth/verify-email"));
const sweep = (app: TestApp) => sweepUnverified(app.deps, new AbortController().signal);
const awaiting = { status: 403, code: "email_unverified", message: "Please verify your email before logging in" };
const unknown = { status: 404, code: "user_not_found", message: "User not found" };
const invalid = { status: 400, code: "invalid_token", message: "Invalid or expired verification token" };
const mailed = async (app: TestApp) => (await app.links(ada.email)).length;

// spec: trust.20
Deno.test("an account not verified within seven days is removed with its mails, and its link is invalid", async () => {
  let now = Date.UTC(2030, 0, 1);
  await using app = await startApp({ clock: () => now });
  await register(app);
  now += 7 * day - 1;
  await resend(app);
  await sweep(app);
  assertFailure(await logIn(app), awaiting);
  const [link] = await app.links(ada.email);
  now += 1;
  await sweep(app);
  assertFailure(await logIn(app), unknown);
  assert.equal(await mailed(app), 0);
  assertFailure(await open(app, link), invalid);
  assert.equal((await resend(app)).status, 200);
  assert.equal(await mailed(app), 0);
});

Deno.test("an account verified on the seventh day stays", async () => {
  let now = Date.UTC(2030, 0, 1);
  await using app = await startApp({ clock: () => now });
  await register(app);
  now += 7 * day - 1;
  await resend(app);
  const [link] = await app.links(ada.email);
  assert.equal((await open(app, link)).status, 200);
  now += 100 * day;
  await sweep(app);
  assert.equal((await logIn(app)).status, 200);
});

// spec: trust.20
Deno.test("after seven days address and username are free, even before the account is removed", async () => {
  let now = Date.UTC(2030, 0, 1);
  await using app = await startApp({ clock: () => now });
  const isFree = async () => (await app.call("POST", "/users/check-email", null, { email: ada.email })).body.available;
  await register(app);
  now += 7 * day - 1;
  assert.equal(await isFree(), false);
  assert.equal((await register(app)).body.code, "email_exists");
  assert.equal((await register(app, { ...ada, email: "other@example.org" })).body.code, "username_exists");
  now += 1;
  assert.equal(await isFree(), true);
  const { status, body } = await register(app);
  assert.deepEqual([status, body.user.username, await mailed(app)], [201, "ada", 1]);
  const [link] = await app.links(ada.email);
  assert.equal((await open(app, link)).status, 200);
  assert.equal((await register(app, { ...ada, email: "other@example.org" })).status, 409);
});

Deno.test("the start removes all accounts that expired meanwhile", async () => {
  await using home = await folder();
  let now = Date.UTC(2030, 0, 1);
  {
    await using app = await startApp({ folder: home.path, clock: () => now });
    await app.person("Grace");
    const many = Array.from(
      { length: 120 },
      (_, n) => ({ ...ada, email: `mallory${n}@example.org`, username: `mallory${n}` }),
    );
    await Promise.all(many.map((one) => register(app, one)));
  }
  now += 8 * day;
  await using app = await startApp({ folder: home.path, clock: () => now });
  await until(() => app.log.some((line) => line.includes("unverified accounts removed")));
  assert.equal(JSON.parse(app.log.find((line) => line.includes("unverified accounts removed"))!).accounts, 120);
  assert.ok(await findCredentials(app.deps.db, "grace@example.org"));
});

// spec: trust.20
Deno.test("accounts made without verification stay when verification is required later", async () => {
  await using home = await folder();
  let now = Date.UTC(2030, 0, 1);
  const start = (required: boolean) =>
    startApp({ folder: home.path, clock: () => now, env: { REQUIRE_EMAIL_VERIFICATION: `${required}` } });
  const grace = { ...ada, email: "grace@example.org", username: "grace" };
  {
    await using app = await start(true);
    await register(app);
  }
  {
    await using app = await start(false);
    await register(app, grace);
    await sweep(app);
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
