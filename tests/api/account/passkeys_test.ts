import assert from "node:assert/strict";
import { deletePasskey } from "../../../db/account/credentials.ts";
import { deleteExpired } from "../../../db/account/sessions.ts";
import { passkeys, tickets } from "../../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { answerWith, type Key, makeKey } from "../../support/authenticator.ts";
import { run, subjectsOf } from "../../support/cast.ts";
import { addPasskey, passkeyOptions } from "../../support/credentials.ts";
import { reservePort } from "../../support/ports.ts";
import { assertCode } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

/** Passkeys are bound to the address of the service, which it is to know. */
const open = (clock?: () => number) => startApp({ clock, env: { PORT: `${reservePort()}` } });

const test = inScene(open);

const challenge = async (app: TestApp) => (await app.call("POST", "/auth/passkeys/login/options", null, {})).body;
const sendAnswer = (app: TestApp, answer: unknown) => app.call("POST", "/auth/passkeys/login", null, answer);
const listed = async (app: TestApp, as: Person) => (await app.call("GET", "/auth/passkeys", as)).body.passkeys;

const logIn = async (app: TestApp, key: Key, more: { origin?: string; counter?: number; flags?: number } = {}) =>
  sendAnswer(app, answerWith(key, await challenge(app), { origin: app.url, ...more }));

const refused = { status: 400, code: "invalid_passkey" };
const expired = { status: 400, code: "challenge_expired" };

test("Ada adds a passkey, is told by mail, signs in with it, renames it and removes it", async (app) => {
  const ada = await app.person("Ada");
  const key = await addPasskey(app, ada);
  assert.match((await subjectsOf(app))[0], /passkey was added/);
  const { status, body, headers } = await logIn(app, key);
  assert.deepEqual([status, body.message, body.user.id], [200, "Login successful!", ada.id]);
  assert.match(headers.get("set-cookie")!, /chapterhouse_session=/);
  assert.equal((await app.call("GET", "/auth/me", body)).status, 200);
  const twoStep = await app.deps.db.q.all("select two_step from sessions order by two_step");
  assert.deepEqual(twoStep, [{ two_step: 0 }, { two_step: 1 }]);
  await app.call("PUT", `/auth/passkeys/${key.id}`, ada, { name: "Old phone" });
  const [renamed] = await listed(app, ada);
  assert.deepEqual([renamed.name, typeof renamed.lastUsedAt], ["Old phone", "string"]);
  assert.deepEqual(Object.keys(renamed).sort(), ["createdAt", "id", "lastUsedAt", "name"]);
  assert.equal((await app.call("DELETE", `/auth/passkeys/${key.id}`, ada)).status, 200);
  assertCode(await logIn(app, key), refused);
});

test("the only passkey of an account without a password stays, unless a new password can be mailed", async (app) => {
  const ada = await app.person("Ada");
  const [one, two] = [await addPasskey(app, ada, "Phone"), await addPasskey(app, ada, "Key")];
  await run(app, "update users set password_hash = ''");
  const remove = (key: Key) => app.call("DELETE", `/auth/passkeys/${key.id}`, ada);
  assert.equal((await remove(one)).status, 200);
  assertCode(await remove(two), { status: 409, code: "last_sign_in" });
  assert.equal((await logIn(app, two)).status, 200);
  for (const [verifiedAt, isDeleted] of [["null", false], ["1", true]] as const) {
    await run(app, `update users set verified_at = ${verifiedAt}`);
    const settings = { isMailSent: true };
    assert.equal(await deletePasskey(app.deps.db, ada.id, { id: two.id, settings }), isDeleted);
  }
});

test("Mallory can neither see, rename nor remove Ada's passkey, nor sign in as her with a key of their own", async (app) => {
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  const [key, own] = [await addPasskey(app, ada), await addPasskey(app, mallory)];
  assert.deepEqual((await listed(app, mallory)).map(({ id }: Key) => id), [own.id]);
  const missing = { status: 404, code: "passkey_not_found" };
  assertCode(await app.call("PUT", `/auth/passkeys/${key.id}`, mallory, { name: "Mine" }), missing);
  assertCode(await app.call("DELETE", `/auth/passkeys/${key.id}`, mallory), missing);
  const { id, userHandle } = key;
  for (const claim of [{ userHandle }, { id }, { id, userHandle }]) {
    assertCode(await logIn(app, { ...own, ...claim }), refused);
  }
  // A key of Mallory's in answer to Ada's challenge.
  const { response } = makeKey((await passkeyOptions(app, ada)).body, { origin: app.url });
  assertCode(await app.call("POST", "/auth/passkeys", mallory, { name: "Mine", response }), refused);
  assert.equal((await logIn(app, key)).status, 200);
});

Deno.test("an answer counts once, in time, after which its challenge is deleted, from our own pages, and only of a key that was unlocked", async () => {
  let now = Date.now();
  await using app = await open(() => now);
  const key = await addPasskey(app, await app.person("Ada"));
  const answer = answerWith(key, await challenge(app), { origin: app.url });
  const twice = await Promise.all([sendAnswer(app, answer), sendAnswer(app, answer)]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 400]);
  assertCode(await sendAnswer(app, answer), expired);
  const late = answerWith(key, await challenge(app), { origin: app.url });
  await challenge(app);
  now += 5 * 60_000;
  assertCode(await sendAnswer(app, late), expired);
  await deleteExpired(app.deps.db, now);
  assert.deepEqual(await app.deps.db.q.select().from(tickets), [], "nor is one left that nobody answers");
  assertCode(await logIn(app, key, { origin: "https://chapterhouse.evil.example" }), refused);
  assertCode(await logIn(app, key, { flags: 1 }), refused);
  const options = await challenge(app);
  const madeUp = answerWith(key, { ...options, challenge: "a".repeat(43) }, { origin: app.url });
  assertCode(await sendAnswer(app, madeUp), expired);
  const other = answerWith(key, { ...options, rpId: "evil.example" }, { origin: app.url });
  assertCode(await sendAnswer(app, other), refused);
});

Deno.test("a passkey is added only from our own pages, unlocked, without certificates that would be followed, in time and once", async () => {
  let now = Date.now();
  await using app = await open(() => now);
  const ada = await app.person("Ada");
  const send = (response: unknown) => app.call("POST", "/auth/passkeys", ada, { name: "Phone", response });
  const make = async (more = {}) =>
    makeKey((await passkeyOptions(app, ada)).body, { origin: app.url, ...more }).response;
  assertCode(await send(await make({ origin: "https://evil.example" })), refused);
  assertCode(await send(await make({ flags: 1 })), refused);
  const certified = await make();
  const { response } = certified;
  const asApple = Buffer.from(response.attestationObject, "base64url").toString("latin1").replace("dnone", "eapple");
  response.attestationObject = Buffer.from(asApple, "latin1").toString("base64url");
  assertCode(await send(certified), refused);
  const late = await make();
  now += 5 * 60_000;
  assertCode(await send(late), expired);
  const good = await make();
  const twice = await Promise.all([send(good), send(good)]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), [201, 400]);
  // The challenge of a login is none for adding.
  const options = { ...(await passkeyOptions(app, ada)).body, challenge: (await challenge(app)).challenge };
  assertCode(await send(makeKey(options, { origin: app.url }).response), expired);
  assert.equal((await listed(app, ada)).length, 1);
});

test("a key that has signed less often than it had is a copy, and is refused", async (app) => {
  const key = await addPasskey(app, await app.person("Ada"));
  assert.equal((await logIn(app, key, { counter: 7 })).status, 200);
  for (const counter of [7, 3, 0]) assertCode(await logIn(app, key, { counter }), refused);
  assert.equal((await logIn(app, key, { counter: 8 })).status, 200);
});

test("a person has at most twenty passkeys, also by answers that come at once", async (app) => {
  const ada = await app.person("Ada");
  const row = { userId: ada.id, name: "x", publicKey: Buffer.from("x"), counter: 0, transports: [], createdAt: 1 };
  const rows = Array.from({ length: 19 }, (_, n) => ({ ...row, id: `key${n}` }));
  await app.deps.db.write([app.deps.db.q.insert(passkeys).values(rows)]);
  const make = async () => makeKey((await passkeyOptions(app, ada)).body, { origin: app.url }).response;
  const responses = [await make(), await make(), await make()];
  const answers = await Promise.all(
    responses.map((response) => app.call("POST", "/auth/passkeys", ada, { name: "Phone", response })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  assertCode(await passkeyOptions(app, ada), { status: 409, code: "too_many_passkeys" });
});

test("a passkey of a disabled account, or of an unverified address, does not sign in", async (app) => {
  const key = await addPasskey(app, await app.person("Ada"));
  await run(app, "update users set verified_at = null");
  assertCode(await logIn(app, key), { status: 403, code: "email_unverified" });
  await run(app, "update users set verified_at = 1, disabled_at = 1");
  assertCode(await logIn(app, key), { status: 403, code: "account_disabled" });
});
