import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import * as actions from "../../server/actions/auth.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertFailure } from "../support/requests.ts";

const hour = 3600_000;
const forgot = (app: TestApp, email: string) => app.call("POST", "/auth/forgot-password", null, { email });
const reset = (app: TestApp, token: unknown, password: unknown = "New-password-2") =>
  app.call("POST", "/auth/reset-password", null, { token, password });
const logIn = async (app: TestApp, { email }: Person, password: string) =>
  (await app.call("POST", "/auth/login", null, { email, password })).status;

/** Asks for a reset link, and gives its token. */
async function tokenFor(app: TestApp, { email }: Person): Promise<string> {
  await forgot(app, email);
  const [link] = await app.links(email);
  return /^\/reset-password\?token=([A-Za-z0-9_-]{43})$/.exec(link)![1];
}

const invalid = {
  status: 400,
  code: "invalid_token",
  message: "This password link is invalid, expired or has already been used. Please ask for a new one.",
};

Deno.test("Ada sets a new password by the mailed link, once; every session of hers ends and nobody else's", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const elsewhere = (await app.call("POST", "/auth/login", null, ada)).body;
  const token = await tokenFor(app, ada);
  const { status, body } = await reset(app, token);
  assert.deepEqual([status, body], [200, { message: "Your password has been changed. Please log in." }]);
  for (const session of [ada, elsewhere]) assert.equal((await app.call("GET", "/auth/me", session)).status, 401);
  assert.equal((await app.call("GET", "/auth/me", grace)).status, 200);
  assert.equal(await logIn(app, ada, ada.password), 400);
  assert.equal(await logIn(app, ada, "New-password-2"), 200);
  assertFailure(await reset(app, token, "Another-password-3"), invalid);
  assert.equal(await logIn(app, ada, "New-password-2"), 200);
});

Deno.test("once one link is used, the others are useless", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const [first, second] = [await tokenFor(app, ada), await tokenFor(app, ada)];
  assert.equal((await reset(app, first)).status, 200);
  assertFailure(await reset(app, second, "Another-password-3"), invalid);
});

Deno.test("of two who use a link at once, one sets the password", async () => {
  await using app = await startApp({ clock: () => Date.UTC(2026, 0, 1) });
  const ada = await app.person("Ada");
  const token = await tokenFor(app, ada);
  const wanted = ["New-password-2", "Another-password-3"];
  const answers = await Promise.all(wanted.map((password) => reset(app, token, password)));
  const won = answers.findIndex(({ status }) => status === 200);
  assertFailure(answers[1 - won], invalid);
  assert.equal(await logIn(app, ada, wanted[won]), 200);
  assert.equal(await logIn(app, ada, wanted[1 - won]), 400);
});

Deno.test("a link works for an hour", async () => {
  let now = Date.UTC(2026, 0, 1);
  await using app = await startApp({ clock: () => now });
  const ada = await app.person("Ada");
  const token = await tokenFor(app, ada);
  now += hour;
  assertFailure(await reset(app, token), invalid);
  assert.equal(await logIn(app, ada, ada.password), 200);
  const fresh = await tokenFor(app, ada);
  now += hour - 1;
  assert.equal((await reset(app, fresh)).status, 200);
});

Deno.test("a dead link is refused before anything is hashed", async () => {
  await using app = await startApp();
  await app.person("Ada");
  let hashed = 0;
  const { passwords } = app.deps;
  app.deps.passwords = { ...passwords, hash: (password) => (hashed++, passwords.hash(password)) };
  for (const token of ["unknown", "' or 1=1 --", "\0", "\ud800"]) assertFailure(await reset(app, token), invalid);
  assert.equal(hashed, 0);
});

Deno.test("a link whose new password is too short can still be used", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const token = await tokenFor(app, ada);
  const { status, body } = await reset(app, token, "12345");
  assert.deepEqual([status, body.message], [400, "Password must be at least 6 characters long."]);
  for (const wrong of [null, "", 5, "x".repeat(201)]) assert.equal((await reset(app, wrong)).status, 400);
  assert.equal((await reset(app, token)).status, 200);
});

Deno.test("the answer is the same for every address, and a mail goes only to one with an account", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const answers = [await forgot(app, " ADA@example.org "), await forgot(app, "nobody@example.org")];
  for (const { status, body } of answers) {
    const message = "If an account belongs to this address, we've emailed a link to choose a new password.";
    assert.deepEqual([status, body], [200, { message }]);
  }
  assert.match((await app.links(ada.email))[0], /^\/reset-password/);
  assert.deepEqual(await app.links("nobody@example.org"), []);
  assert.equal((await forgot(app, "not an address")).body.message, "Please enter a valid email address.");
});

Deno.test("someone who never verified and resets the password has thereby proved the address", async () => {
  await using app = await startApp();
  const ada = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
  const { body } = await app.call("POST", "/auth/register", null, ada);
  const person = { ...body.user, token: "", password: ada.password };
  assert.equal(await logIn(app, person, ada.password), 403);
  assert.equal((await reset(app, await tokenFor(app, person))).status, 200);
  assert.equal(await logIn(app, person, "New-password-2"), 200);
});

// spec: trust.9
Deno.test("a login that was begun with the old password before a reset does not survive it", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  await app.call("POST", "/auth/forgot-password", null, { email: ada.email });
  const [link] = await app.links(ada.email);
  const token = new URL(link, app.url).searchParams.get("token")!;
  const { passwords } = app.deps;
  let checked = false;
  // The reset comes between the check of the password and the session, wherever the two would otherwise meet.
  const verify: typeof passwords.verify = async (stored, password) => {
    checked = await passwords.verify(stored, password);
    await actions.resetPassword(app.deps, { token, password: "Better-horse-2" }, "192.0.2.1");
    return checked;
  };
  const late = actions.logIn({ ...app.deps, passwords: { ...passwords, verify } }, ada, "192.0.2.7");
  await assert.rejects(late, { status: 400, message: "Invalid password" });
  assert.equal(checked, true);
  const [sessions] = await app.deps.db.q.all<{ count: number }>(sql`select count(*) as count from sessions`);
  assert.equal(sessions.count, 0);
});
