import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { insertLinkedAccount } from "../../db/account/identity_providers.ts";
import * as login from "../../server/actions/account/login.ts";
import { resetPassword } from "../../server/actions/account/passwords.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { makeKey } from "../support/authenticator.ts";
import { reservePort } from "../support/ports.ts";
import { assertFailure, setCookieOf, submit } from "../support/requests.ts";

const hour = 3600_000;
const forgot = (app: TestApp, email: string) => app.call("POST", "/auth/forgot-password", null, { email });
const reset = (app: TestApp, token: unknown, password: unknown = "New-password-2") =>
  app.call("POST", "/auth/reset-password", null, { token, password });
const logIn = async (app: TestApp, { email }: Person, password: string) =>
  (await app.call("POST", "/auth/login", null, { email, password })).status;

/** Requests a reset link. @returns its token */
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

Deno.test("Ada sets a new password by the mailed link, once; all her sessions end and no other", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const elsewhere = (await app.call("POST", "/auth/login", null, ada)).body;
  const token = await tokenFor(app, ada);
  const { status, body } = await reset(app, token);
  assert.deepEqual([status, body], [200, { message: "Your password has been changed, please log in" }]);
  for (const session of [ada, elsewhere]) assert.equal((await app.call("GET", "/auth/me", session)).status, 401);
  assert.equal((await app.call("GET", "/auth/me", grace)).status, 200);
  assert.equal(await logIn(app, ada, ada.password), 400);
  assert.equal(await logIn(app, ada, "New-password-2"), 200);
  assertFailure(await reset(app, token, "Another-password-3"), invalid);
  assert.equal(await logIn(app, ada, "New-password-2"), 200);
});

Deno.test("after one reset link is used, the others are invalid", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const [first, second] = [await tokenFor(app, ada), await tokenFor(app, ada)];
  assert.equal((await reset(app, first)).status, 200);
  assertFailure(await reset(app, second, "Another-password-3"), invalid);
});

Deno.test("of two simultaneous uses of a reset link one sets the password", async () => {
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

Deno.test("a reset link works for an hour", async () => {
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

Deno.test("an expired or unknown link is refused before the password is hashed", async () => {
  await using app = await startApp();
  await app.person("Ada");
  let hashed = 0;
  const { passwords } = app.deps;
  app.deps.passwords = { ...passwords, hash: (password) => (hashed++, passwords.hash(password)) };
  for (const token of ["unknown", "' or 1=1 --", "\0", "\ud800"]) assertFailure(await reset(app, token), invalid);
  assert.equal(hashed, 0);
});

Deno.test("a reset link can still be used after a password that was too short", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const token = await tokenFor(app, ada);
  const { status, body } = await reset(app, token, "12345");
  assert.deepEqual([status, body.message], [400, "Password must be at least 6 characters long."]);
  for (const wrong of [null, "", 5, "x".repeat(201)]) assert.equal((await reset(app, wrong)).status, 400);
  assert.equal((await reset(app, token)).status, 200);
});

Deno.test("the response is the same for every address, and a mail goes only to one with an account", async () => {
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

Deno.test("resetting the password verifies the address", async () => {
  await using app = await startApp();
  const ada = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
  const { body } = await app.call("POST", "/auth/register", null, ada);
  const person = { ...body.user, token: "", password: ada.password };
  assert.equal(await logIn(app, person, ada.password), 403);
  assert.equal((await reset(app, await tokenFor(app, person))).status, 200);
  assert.equal(await logIn(app, person, "New-password-2"), 200);
});

/** Somebody who has a passkey, two-step codes and an account elsewhere, and is about to have another address. */
async function withKeys(app: TestApp, password?: string): Promise<Person & { emailLink: string }> {
  const signedIn = await app.person("Ada");
  const person = { ...signedIn, password: password ?? signedIn.password };
  const options = (await app.call("POST", "/auth/passkeys/options", person, {})).body;
  const { response } = makeKey(options, { origin: app.url });
  assert.equal((await app.call("POST", "/auth/passkeys", person, { name: "Key", response })).status, 201);
  const { secret } = (await app.call("POST", "/auth/totp", person, {})).body;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  assert.equal((await app.call("POST", "/auth/totp/confirm", person, { code })).status, 200);
  const { db } = app.deps;
  await db.write([insertLinkedAccount(db, person.id, { issuer: "https://school.example", subject: "one", now: 1 })]);
  const email = "mallory@example.org";
  const change = await app.call("PUT", "/auth/email", person, { email, password: person.password });
  assert.equal(change.status, 200);
  const [emailLink] = await app.links(email);
  return { ...person, emailLink };
}

const keyTables = ["passkeys", "totps", "recovery_codes", "identities", "tickets", "sessions"];
const rowsLeft = async ({ deps: { db } }: TestApp) => {
  const counts = keyTables.map(async (table) => {
    const [{ count }] = await db.q.all<{ count: number }>(sql.raw(`select count(*) as count from ${table}`));
    return [table, count > 0];
  });
  return Object.fromEntries(await Promise.all(counts));
};

const removed =
  "Your address has only just been verified, so passkeys, two-step codes and linked accounts that were added before have been removed";
const done = "Your password has been changed, please log in";

for (const byForm of [false, true]) {
  Deno.test(`who registered with the address of another keeps no way in after its owner's reset, by ${byForm ? "form" : "API"}`, async () => {
    await using app = await startApp({ env: { PORT: `${reservePort()}`, REQUIRE_EMAIL_VERIFICATION: "false" } });
    const mallory = await withKeys(app);
    // Only the password is known, not the code: a login that was begun.
    assert.equal((await app.call("POST", "/auth/login", null, mallory)).body.twoFactor, true);
    const token = await tokenFor(app, mallory);
    if (byForm) {
      const fields = { password: "New-password-2", confirmPassword: "New-password-2" };
      const answer = await submit(app, `/reset-password?token=${token}`, null, fields);
      assert.equal(answer.headers.get("location"), "/login");
      const flash = decodeURIComponent(decodeURIComponent(setCookieOf(answer, "chapterhouse_flash")!.value));
      assert.equal(JSON.parse(flash).text, `${done}. ${removed}`);
    } else {
      assert.equal((await reset(app, token)).body.message, `${done}. ${removed}`);
    }
    assert.deepEqual(await rowsLeft(app), Object.fromEntries(keyTables.map((table) => [table, false])));
    const change = await submit(app, mallory.emailLink, null, {});
    assert.match(await change.text(), /This link is invalid/);
    assert.equal(await logIn(app, mallory, "New-password-2"), 200);
    assert.deepEqual(await app.deps.db.q.all(sql`select email from users`), [{ email: mallory.email }]);
    // Their second reset removes nothing: the address is verified by now.
    const again = await withKeys(app, "New-password-2");
    assert.equal((await reset(app, await tokenFor(app, again), "New-password-3")).body.message, done);
    assert.equal((await rowsLeft(app)).passkeys, true);
  });
}

Deno.test("of a verified account a reset leaves the other ways to sign in, and ends what was begun", async () => {
  await using app = await startApp({ env: { PORT: `${reservePort()}` } });
  const ada = await withKeys(app);
  assert.equal((await app.call("POST", "/auth/login", null, ada)).body.twoFactor, true);
  assert.equal((await reset(app, await tokenFor(app, ada))).body.message, done);
  assert.deepEqual(await rowsLeft(app), {
    passkeys: true,
    totps: true,
    recovery_codes: true,
    identities: true,
    tickets: false,
    sessions: false,
  });
  assert.match(await (await submit(app, ada.emailLink, null, {})).text(), /This link is invalid/);
});

// spec: trust.9
Deno.test("a login begun before a reset fails after it", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  await app.call("POST", "/auth/forgot-password", null, { email: ada.email });
  const [link] = await app.links(ada.email);
  const token = new URL(link, app.url).searchParams.get("token")!;
  const { passwords } = app.deps;
  let checked = false;
  // The reset happens between the check of the password and the start of the session.
  const verify: typeof passwords.verify = async (stored, password) => {
    checked = await passwords.verify(stored, password);
    const call = { deps: app.deps, caller: { address: "192.0.2.1" }, params: {} };
    await resetPassword.run!(call, { token, password: "Better-horse-2" });
    return checked;
  };
  const deps = { ...app.deps, passwords: { ...passwords, verify } };
  const late = login.logIn.run!({ deps, caller: { address: "192.0.2.7" }, params: {} }, ada);
  await assert.rejects(async () => await late, { status: 400, message: "Invalid password" });
  assert.equal(checked, true);
  const [sessions] = await app.deps.db.q.all<{ count: number }>(sql`select count(*) as count from sessions`);
  assert.equal(sessions.count, 0);
});
