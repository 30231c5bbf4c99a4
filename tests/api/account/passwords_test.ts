import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertLinkedAccount } from "../../../db/account/credentials.ts";
import * as login from "../../../server/actions/account/login.ts";
import { resetPassword } from "../../../server/actions/account/passwords.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { subjectsOf } from "../../support/cast.ts";
import { addPasskey, turnOnCodes } from "../../support/credentials.ts";
import { reservePort } from "../../support/ports.ts";
import { assertCode, assertFailure, codeOf, setCookieOf, submit, visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startApp);

const hour = 3600_000;
const reset = (app: TestApp, token: unknown, password: unknown = "New-password-2") =>
  app.call("POST", "/auth/reset-password", null, { token, password });
const change = (app: TestApp, as: Person, currentPassword: string, newPassword = "New-password-2") =>
  app.call("PUT", "/auth/password", as, { currentPassword, newPassword });
const logIn = async (app: TestApp, { email }: Pick<Person, "email">, password: string) =>
  (await app.call("POST", "/auth/login", null, { email, password })).status;
const statusOf = async (app: TestApp, as: { token: string }) => (await app.call("GET", "/auth/me", as)).status;

/** Requests a reset link. @returns its token */
async function tokenFor(app: TestApp, { email }: Pick<Person, "email">): Promise<string> {
  await app.call("POST", "/auth/forgot-password", null, { email });
  const link = (await app.links(email)).find((link) => link.startsWith("/reset-password"))!;
  return /^\/reset-password\?token=([A-Za-z0-9_-]{43})$/.exec(link)![1];
}

const invalid = {
  status: 400,
  code: "invalid_token",
  message: "This password link is invalid, expired or has already been used. Please ask for a new one.",
};

test("Ada changes her password: other sessions end, this one stays, she is told by mail, and of two changes at once one counts", async (app) => {
  const ada = await app.person("Ada");
  const phone = (await app.call("POST", "/auth/login", null, ada)).body;
  assertCode(await change(app, ada, "wrong"), { status: 400, code: "invalid_password" });
  const wanted = ["New-password-2", "Another-password-3"];
  const answers = await Promise.all(wanted.map((password) => change(app, ada, ada.password, password)));
  const won = answers.findIndex(({ status }) => status === 200);
  assert.deepEqual(answers[won].body, { message: "Your password has been changed" });
  assert.equal(answers[1 - won].status, 400);
  assert.deepEqual([await statusOf(app, phone), await statusOf(app, ada)], [401, 200]);
  assert.deepEqual([await logIn(app, ada, wanted[won]), await logIn(app, ada, wanted[1 - won])], [200, 400]);
  assert.match((await subjectsOf(app)).join("\n"), /password .* was changed/);
});

Deno.test("wrong passwords of a stolen session count as failed logins, whatever they are typed for", async () => {
  const acts: ((app: TestApp, as: Person, password: string) => Promise<{ status: number }>)[] = [
    change,
    (app, as, password) => app.call("PUT", "/auth/email", as, { email: "new@example.org", password }),
    (app, as, password) => app.call("POST", "/users/deletion", as, { password }),
    (app, as, password) => app.call("POST", "/auth/proof", as, { password }),
  ];
  for (const act of acts) {
    await using app = await startApp({ env: { RATE_LIMITS: "login=2/300" } });
    const ada = await app.person("Ada");
    for (const expected of [400, 400, 429]) assert.equal((await act(app, ada, "wrong")).status, expected);
    assert.equal((await act(app, ada, ada.password)).status, 429);
  }
});

Deno.test("Ada sets a new password by a mailed link, within an hour and once; all her sessions and other links end, and no other's", async () => {
  let now = Date.UTC(2026, 0, 1);
  await using app = await startApp({ clock: () => now });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const late = await tokenFor(app, ada);
  now += hour;
  const [token, other] = [await tokenFor(app, ada), await tokenFor(app, ada)];
  let hashed = 0;
  const { passwords } = app.deps;
  app.deps.passwords = { ...passwords, hash: (password) => (hashed++, passwords.hash(password)) };
  for (const wrong of [late, "unknown", "' or 1=1 --", "\0", "\ud800"]) {
    assertFailure(await reset(app, wrong), invalid);
  }
  assert.equal(hashed, 0, "nothing is hashed for them");
  assert.equal((await reset(app, token, "12345")).status, 400, "and the link stays good");
  assert.equal(await logIn(app, ada, ada.password), 200);
  now += hour - 1;
  const { status, body } = await reset(app, token);
  assert.deepEqual([status, body], [200, { message: "Your password has been changed, please log in" }]);
  for (const used of [token, other]) assertFailure(await reset(app, used, "Another-password-3"), invalid);
  assert.deepEqual([await statusOf(app, ada), await statusOf(app, grace)], [401, 200]);
  assert.deepEqual([await logIn(app, ada, ada.password), await logIn(app, ada, "New-password-2")], [400, 200]);
});

/** Somebody who has a passkey, two-step codes and an account elsewhere, and is about to have another address. */
async function withKeys(app: TestApp, password?: string): Promise<Person & { emailLink: string }> {
  const signedIn = await app.person("Ada");
  const person = { ...signedIn, password: password ?? signedIn.password };
  await addPasskey(app, person);
  await turnOnCodes(app, person);
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
  "Your address has only just been verified, so passkeys, two-step codes and linked accounts that were added " +
  "before have been removed";
const done = "Your password has been changed, please log in";

Deno.test("Mallory, who registered with the address of another, keeps no way in after the owner's reset, which verifies it", async () => {
  await using app = await startApp({ env: { PORT: `${reservePort()}`, REQUIRE_EMAIL_VERIFICATION: "false" } });
  const mallory = await withKeys(app);
  // Only the password is known, not the code: a login that was begun.
  assert.equal((await app.call("POST", "/auth/login", null, mallory)).body.twoFactor, true);
  assert.equal((await reset(app, await tokenFor(app, mallory))).body.message, `${done}. ${removed}`);
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

Deno.test("of a verified account a reset leaves the other ways to sign in, and ends what was begun", async () => {
  await using app = await startApp({ env: { PORT: `${reservePort()}` } });
  const ada = await withKeys(app);
  assert.equal((await app.call("POST", "/auth/login", null, ada)).body.twoFactor, true);
  assert.equal((await reset(app, await tokenFor(app, ada))).body.message, done);
  const left = { passkeys: true, totps: true, recovery_codes: true, identities: true };
  assert.deepEqual(await rowsLeft(app), { ...left, tickets: false, sessions: false });
  assert.match(await (await submit(app, ada.emailLink, null, {})).text(), /This link is invalid/);
});

test("a login begun before a reset does not survive it", async (app) => {
  const ada = await app.person("Ada");
  const token = await tokenFor(app, ada);
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
  assert.equal((await rowsLeft(app)).sessions, false);
});

const nora = { fullname: "Nora Helmer", email: "nora@example.org" };
const register = (app: TestApp, password: string) => app.call("POST", "/auth/register", null, { ...nora, password });

test("a check of a password calls the common ones and the own name weak, says why, and else goes by the rules", async (app) => {
  const check = async (password: string) =>
    (await app.call("POST", "/users/check-password", null, { password, ...nora })).body;
  assert.deepEqual(await check("Password1"), { strength: "Weak", reason: "It is one of the most common passwords." });
  assert.deepEqual(await check("Helmer1879"), { strength: "Weak", reason: "It is your own name or email address." });
  assert.deepEqual(await check("Loomcard1"), { strength: "Strong", reason: null });
  assert.deepEqual(await check("loomcd"), { strength: "Medium", reason: null });
  assert.ok(!app.log.some((line) => /Password1|Helmer1879|Loomcard1|loomcd/.test(line)));
});

test("by itself a weak password is taken, with a warning to people who choose one, also by a form", async (app) => {
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const changed = await change(app, ada, ada.password, "password");
  const warning = "Your new password is weak: it is one of the most common passwords";
  assert.deepEqual([changed.status, changed.body.message], [200, `Your password has been changed. ${warning}`]);
  const afterReset = await reset(app, await tokenFor(app, grace), "grace-1906");
  assert.match(afterReset.body.message, /Your new password is weak: it is your own name or email address$/);
  const form = { ...nora, password: "123456", confirmPassword: "123456" };
  const sent = await submit(app, "/register", null, form);
  assert.equal(sent.headers.get("Location"), "/register?done");
  const headers = { Cookie: `chapterhouse_flash=${setCookieOf(sent, "chapterhouse_flash")!.value}` };
  assert.ok((await (await visit(app, "/register?done", null, { headers })).text()).includes(warning));
});

Deno.test("with COMMON_PASSWORDS=refuse none is taken: at registering, at changing it, and by a mailed link, which stays good", async () => {
  await using app = await startApp({ env: { COMMON_PASSWORDS: "refuse" } });
  const ada = await app.person("Ada");
  const refused = { status: 400, code: "common_password" };
  const common = await register(app, "Password1");
  assertCode(common, refused);
  assert.equal(common.body.message, "This is one of the most common passwords. Please choose another.");
  assertCode(await register(app, "norahelmer"), refused);
  assert.equal(codeOf(await register(app, "Loomcard1")), "201");
  const changed = await change(app, ada, ada.password, "password");
  assertCode(changed, refused);
  assert.equal(changed.body.issues[0].path, "newPassword");
  const token = await tokenFor(app, ada);
  assertCode(await reset(app, token, "qwerty"), refused);
  assert.equal((await reset(app, token, "Loomcard1")).status, 200);
});
