import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { deletePasskey } from "../../db/account/passkeys.ts";
import { passkeys, tickets, users } from "../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertCode } from "../support/requests.ts";
import { reservePort } from "../support/ports.ts";
import { answerWith, type Key, makeKey } from "../support/authenticator.ts";

/** Passkeys are bound to the address of the service, which it is to know. */
const open = (clock?: () => number) => startApp({ clock, env: { PORT: `${reservePort()}` } });

const begin = (app: TestApp, as: Person, body: object = {}) => app.call("POST", "/auth/passkeys/options", as, body);

async function add(app: TestApp, as: Person, name = "Phone"): Promise<Key> {
  const { key, response } = makeKey((await begin(app, as)).body, { origin: app.url });
  const { status } = await app.call("POST", "/auth/passkeys", as, { name, response });
  assert.equal(status, 201);
  return key;
}

const challenge = async (app: TestApp) => (await app.call("POST", "/auth/passkeys/login/options", null, {})).body;

async function logIn(app: TestApp, key: Key, more: { origin?: string; counter?: number; flags?: number } = {}) {
  const answer = answerWith(key, await challenge(app), { origin: app.url, ...more });
  return await app.call("POST", "/auth/passkeys/login", null, answer);
}

Deno.test("Ada adds a passkey, is told by mail, signs in with it, renames it and removes it", async () => {
  await using app = await open();
  const ada = await app.person("Ada");
  const key = await add(app, ada);
  const isTwoStep = () => app.deps.db.q.all("select two_step from sessions order by two_step");
  const mails = await (await fetch(`${app.url}/dev/mail.json`)).json();
  assert.match(mails[0].subject, /passkey was added/);
  const { status, body, headers } = await logIn(app, key);
  assert.equal(status, 200);
  assert.deepEqual([body.message, body.user.id], ["Login successful!", ada.id]);
  assert.match(headers.get("set-cookie")!, /chapterhouse_session=/);
  assert.equal((await app.call("GET", "/auth/me", body)).status, 200);
  assert.deepEqual(await isTwoStep(), [{ two_step: 0 }, { two_step: 1 }]);
  await app.call("PUT", `/auth/passkeys/${key.id}`, ada, { name: "Old phone" });
  const [listed] = (await app.call("GET", "/auth/passkeys", ada)).body.passkeys;
  assert.deepEqual([listed.name, typeof listed.lastUsedAt], ["Old phone", "string"]);
  assert.deepEqual(Object.keys(listed).sort(), ["createdAt", "id", "lastUsedAt", "name"]);
  assert.equal((await app.call("DELETE", `/auth/passkeys/${key.id}`, ada)).status, 200);
  assertCode(await logIn(app, key), { status: 400, code: "invalid_passkey" });
});

Deno.test("the only passkey of an account without a password stays, unless a new one can be mailed", async () => {
  await using app = await open();
  const ada = await app.person("Ada");
  const [one, two] = [await add(app, ada, "Phone"), await add(app, ada, "Key")];
  const { config, db } = app.deps;
  await db.write([db.q.update(users).set({ passwordHash: "" }).where(eq(users.id, ada.id))]);
  const remove = (key: Key) => app.call("DELETE", `/auth/passkeys/${key.id}`, ada);
  assert.equal((await remove(one)).status, 200);
  assertCode(await remove(two), { status: 409, code: "last_sign_in" });
  assert.equal((await logIn(app, two)).status, 200);
  const settings = { isMailSent: true };
  await db.write([db.q.update(users).set({ verifiedAt: null }).where(eq(users.id, ada.id))]);
  assert.equal(await deletePasskey(db, ada.id, { id: two.id, settings }), false);
  await db.write([db.q.update(users).set({ verifiedAt: 1 }).where(eq(users.id, ada.id))]);
  assert.equal(config.mailUrl, undefined);
  assert.equal(await deletePasskey(db, ada.id, { id: two.id, settings }), true);
});

Deno.test("Mallory can neither see, rename nor remove Ada's passkey, nor sign in as her with a key of their own", async () => {
  await using app = await open();
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  const [key, own] = [await add(app, ada), await add(app, mallory)];
  const listed = (await app.call("GET", "/auth/passkeys", mallory)).body.passkeys;
  assert.deepEqual(listed.map(({ id }: Key) => id), [own.id]);
  const missing = { status: 404, code: "passkey_not_found" };
  assertCode(await app.call("PUT", `/auth/passkeys/${key.id}`, mallory, { name: "Mine" }), missing);
  assertCode(await app.call("DELETE", `/auth/passkeys/${key.id}`, mallory), missing);
  const refused = { status: 400, code: "invalid_passkey" };
  assertCode(await logIn(app, { ...own, userHandle: key.userHandle }), refused);
  assertCode(await logIn(app, { ...own, id: key.id }), refused);
  assertCode(await logIn(app, { ...own, id: key.id, userHandle: key.userHandle }), refused);
  // A key of Mallory's in answer to Ada's challenge, and Ada's key once more under another account.
  const { response } = makeKey((await begin(app, ada)).body, { origin: app.url });
  assertCode(await app.call("POST", "/auth/passkeys", mallory, { name: "Mine", response }), refused);
  assert.equal((await logIn(app, key)).status, 200);
});

Deno.test("an answer counts once, in time, from our own pages, and only of a key that was unlocked", async () => {
  let now = Date.now();
  await using app = await open(() => now);
  const ada = await app.person("Ada");
  const key = await add(app, ada);
  const send = (answer: unknown) => app.call("POST", "/auth/passkeys/login", null, answer);
  const answer = answerWith(key, await challenge(app), { origin: app.url });
  const twice = await Promise.all([send(answer), send(answer)]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 400]);
  assertCode(await send(answer), { status: 400, code: "challenge_expired" });
  const late = answerWith(key, await challenge(app), { origin: app.url });
  now += 5 * 60_000;
  assertCode(await send(late), { status: 400, code: "challenge_expired" });
  const refused = { status: 400, code: "invalid_passkey" };
  assertCode(await logIn(app, key, { origin: "https://chapterhouse.evil.example" }), refused);
  assertCode(await logIn(app, key, { flags: 1 }), refused);
  const options = await challenge(app);
  const madeUp = answerWith(key, { ...options, challenge: "a".repeat(43) }, { origin: app.url });
  assertCode(await send(madeUp), { status: 400, code: "challenge_expired" });
  const other = answerWith(key, { ...options, rpId: "evil.example" }, { origin: app.url });
  assertCode(await send(other), refused);
});

Deno.test("a passkey is added only from our own pages, unlocked, in time and once", async () => {
  let now = Date.now();
  await using app = await open(() => now);
  const ada = await app.person("Ada");
  const send = (response: unknown) => app.call("POST", "/auth/passkeys", ada, { name: "Phone", response });
  const make = async (more: object) => makeKey((await begin(app, ada)).body, { origin: app.url, ...more }).response;
  const refused = { status: 400, code: "invalid_passkey" };
  assertCode(await send(await make({ origin: "https://evil.example" })), refused);
  assertCode(await send(await make({ flags: 1 })), refused);
  const late = await make({});
  now += 5 * 60_000;
  assertCode(await send(late), { status: 400, code: "challenge_expired" });
  const good = await make({});
  const twice = await Promise.all([send(good), send(good)]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), [201, 400]);
  // The challenge of a login is none for adding.
  const options = { ...(await begin(app, ada)).body, challenge: (await challenge(app)).challenge };
  const mixed = makeKey(options, { origin: app.url }).response;
  assertCode(await send(mixed), { status: 400, code: "challenge_expired" });
  assert.equal((await app.call("GET", "/auth/passkeys", ada)).body.passkeys.length, 1);
});

Deno.test("a key that has signed less often than it had is a copy, and is refused", async () => {
  await using app = await open();
  const key = await add(app, await app.person("Ada"));
  assert.equal((await logIn(app, key, { counter: 7 })).status, 200);
  for (const counter of [7, 3, 0]) {
    assertCode(await logIn(app, key, { counter }), { status: 400, code: "invalid_passkey" });
  }
  assert.equal((await logIn(app, key, { counter: 8 })).status, 200);
});

Deno.test("ten minutes after signing in, a passkey is added only with the password", async () => {
  let now = Date.now();
  await using app = await open(() => now);
  const ada = await app.person("Ada");
  now += 10 * 60_000;
  assertCode(await begin(app, ada), { status: 403, code: "password_needed" });
  assertCode(await begin(app, ada, { password: "wrong" }), { status: 400, code: "invalid_password" });
  assert.equal((await begin(app, ada, { password: ada.password })).status, 200);
});

Deno.test("a person has at most twenty passkeys, also by answers that come at once", async () => {
  await using app = await open();
  const ada = await app.person("Ada");
  const { db } = app.deps;
  const row = { userId: ada.id, name: "x", publicKey: Buffer.from("x"), counter: 0, transports: [], createdAt: 1 };
  const rows = Array.from({ length: 19 }, (_, n) => ({ ...row, id: `key${n}` }));
  await db.write([db.q.insert(passkeys).values(rows)]);
  const make = async () => makeKey((await begin(app, ada)).body, { origin: app.url }).response;
  const responses = [await make(), await make(), await make()];
  const answers = await Promise.all(
    responses.map((response) => app.call("POST", "/auth/passkeys", ada, { name: "Phone", response })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  assertCode(await begin(app, ada), { status: 409, code: "too_many_passkeys" });
});

Deno.test("a passkey of a disabled account, or of an unverified address, does not sign in", async () => {
  await using app = await open();
  const key = await add(app, await app.person("Ada"));
  const { db } = app.deps;
  await db.write([db.q.update(users).set({ verifiedAt: null })]);
  assertCode(await logIn(app, key), { status: 403, code: "email_unverified" });
  await db.write([db.q.update(users).set({ verifiedAt: 1, disabledAt: 1 })]);
  assertCode(await logIn(app, key), { status: 403, code: "account_disabled" });
});

Deno.test("an answer with certificates in it is refused before anything in them is followed", async () => {
  await using app = await open();
  const ada = await app.person("Ada");
  const { response } = makeKey((await begin(app, ada)).body, { origin: app.url });
  const { attestationObject } = response.response;
  const asApple = Buffer.from(attestationObject, "base64url").toString("latin1").replace("dnone", "eapple");
  response.response.attestationObject = Buffer.from(asApple, "latin1").toString("base64url");
  const answer = await app.call("POST", "/auth/passkeys", ada, { name: "Phone", response });
  assertCode(answer, { status: 400, code: "invalid_passkey" });
});

Deno.test("challenges that nobody answers are deleted", async () => {
  let now = Date.now();
  await using app = await open(() => now);
  await challenge(app);
  now += 5 * 60_000;
  const { deleteExpired } = await import("../../db/account/sessions.ts");
  await deleteExpired(app.deps.db, now);
  assert.deepEqual(await app.deps.db.q.select().from(tickets), []);
});
