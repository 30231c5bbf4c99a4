import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import { insertLinkedAccount } from "../../db/account/identity_providers.ts";
import { passkeys, users } from "../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { answerWith, makeKey } from "../support/authenticator.ts";
import { reservePort } from "../support/ports.ts";
import { codeOf, submit, visit } from "../support/requests.ts";

const minutes = 60_000;
const issuer = "https://school.example";

/** Ada's group with Grace in it, Olga, who operates the site, and a clock that can be moved. */
async function open() {
  const time = { now: Date.UTC(2026, 10, 1) };
  const app = await startApp({
    clock: () => time.now,
    env: { PORT: `${reservePort()}`, OPERATORS: "olga@example.org" },
  });
  const [ada, grace, olga] = [await app.person("Ada"), await app.person("Grace"), await app.person("Olga")];
  const group = await app.group(ada, grace);
  return { ...app, time, ada, grace, olga, group };
}
type Opened = Awaited<ReturnType<typeof open>>;

const newestMail = async (app: Pick<TestApp, "url">): Promise<{ to: string; subject: string }> =>
  (await (await fetch(`${app.url}/dev/mail.json`)).json())[0];

/** The answer of the export, without reading it. */
async function exported(app: Pick<TestApp, "url">, as: Person): Promise<string> {
  const response = await fetch(`${app.url}/api/users/export`, { headers: { Authorization: `Bearer ${as.token}` } });
  if (response.ok) await response.body?.cancel();
  return response.ok ? "200" : codeOf({ status: response.status, body: await response.json() });
}

async function reportedGroup({ call, grace, olga, group }: Opened): Promise<string> {
  await call("POST", "/reports", grace, { kind: "group", id: group.id, reason: "Spam" });
  return (await call("GET", "/operator/reports", olga)).body.reports[0].id;
}

async function storePasskey({ deps: { db }, ada }: Opened): Promise<string> {
  const row = { userId: ada.id, name: "Phone", publicKey: Buffer.from("x"), counter: 0, transports: [], createdAt: 1 };
  await db.write([db.q.insert(passkeys).values({ ...row, id: "phone" })]);
  return "phone";
}

/** What cannot be undone: how it is done in an old session with a proof or without, and whom a mail tells of it. */
const acts: Record<string, (app: Opened) => Promise<{ by: Person; path: string; method: string; body?: object }>> = {
  "A passkey was removed from your Chapterhouse account": async (app) => (
    { by: app.ada, method: "DELETE", path: `/auth/passkeys/${await storePasskey(app)}` }
  ),
  "Your group “Group of ada” was deleted": async (app) => (
    {
      by: app.olga,
      method: "PUT",
      path: `/operator/reports/${await reportedGroup(app)}`,
      body: { decision: "removed" },
    }
  ),
  "You handed over the group “Group of ada”": ({ ada, grace, group }) =>
    Promise.resolve({
      by: ada,
      method: "PUT",
      path: `/groups/${group.id}/members/${grace.id}/role`,
      body: { role: "creator" },
    }),
};

for (const [subject, prepare] of Object.entries(acts)) {
  Deno.test(`ten minutes after signing in a proof is asked for, and a mail tells: ${subject}`, async () => {
    await using app = await open();
    const { by, method, path, body } = await prepare(app);
    const ask = (proof: object = {}) => app.call(method, path, by, { ...body, ...proof });
    app.time.now += 10 * minutes;
    assert.equal(codeOf(await ask()), "403 password_needed");
    assert.equal(codeOf(await ask({ password: "wrong" })), "400 invalid_password");
    const before = await newestMail(app);
    assert.notEqual(before?.subject, subject);
    assert.equal((await ask({ password: by.password })).status, 200);
    const { to, ...mail } = await newestMail(app);
    assert.deepEqual([to, mail.subject], [app.ada.email, subject]);
  });
}

Deno.test("a report of a group that is not removed needs no proof, and neither does a call without a body in a new session", async () => {
  await using app = await open();
  const report = await reportedGroup(app);
  assert.equal((await app.call("DELETE", `/auth/passkeys/${await storePasskey(app)}`, app.ada)).status, 200);
  app.time.now += 10 * minutes;
  assert.equal((await app.call("PUT", `/operator/reports/${report}`, app.olga, { decision: "dismissed" })).status, 200);
});

Deno.test("an account elsewhere is unlinked with a proof, and its owner is told", async () => {
  await using app = await open();
  const { db } = app.deps;
  await db.write([insertLinkedAccount(db, app.ada.id, { issuer, subject: "ada", now: 1 })]);
  app.time.now += 10 * minutes;
  const unlink = async (fields: Record<string, string> = {}) => {
    await submit(app, "/account/elsewhere/remove", app.ada, { issuer, subject: "ada", ...fields });
    return await db.q.all("select 1 from identities");
  };
  assert.equal((await unlink()).length, 1);
  assert.equal((await unlink({ password: app.ada.password })).length, 0);
  assert.equal((await newestMail(app)).subject, "school.example no longer signs in to your Chapterhouse account");
});

Deno.test("once Ada has proven who she is, an export needs nothing more for ten minutes, and she is told of it", async () => {
  await using app = await open();
  const prove = (body: object) => app.call("POST", "/auth/proof", app.ada, body);
  app.time.now += 10 * minutes;
  assert.equal(await exported(app, app.ada), "403 password_needed");
  assert.equal(codeOf(await prove({})), "403 password_needed");
  assert.equal(codeOf(await prove({ password: "wrong" })), "400 invalid_password");
  assert.equal((await prove({ password: app.ada.password })).status, 200);
  app.time.now += 9 * minutes;
  assert.equal(await exported(app, app.ada), "200");
  assert.equal((await newestMail(app)).subject, "The data of your Chapterhouse account was downloaded");
  app.time.now += 1 * minutes;
  assert.equal(await exported(app, app.ada), "403 password_needed");
});

Deno.test("a code of the app proves it as well, also in the field of the password, and once", async () => {
  await using app = await open();
  const { secret } = (await app.call("POST", "/auth/totp", app.ada, {})).body;
  const code = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.time.now });
  await app.call("POST", "/auth/totp/confirm", app.ada, { code: code() });
  app.time.now += 10 * minutes;
  const download = (password: string) => submit(app, "/account/export", app.ada, { password });
  const refused = await download("000000");
  assert.equal(refused.status, 400);
  await refused.body?.cancel();
  const zip = await download(code());
  assert.equal(zip.headers.get("Content-Type"), "application/zip");
  await zip.body?.cancel();
  assert.equal(codeOf(await app.call("POST", "/auth/proof", app.ada, { code: code() })), "400 invalid_code");
});

Deno.test("a passkey proves it for somebody without a password, and another's does not", async () => {
  await using app = await open();
  const add = async (as: Person) => {
    const options = (await app.call("POST", "/auth/passkeys/options", as, {})).body;
    const { key, response } = makeKey(options, { origin: app.url });
    await app.call("POST", "/auth/passkeys", as, { name: "Phone", response });
    return key;
  };
  const [key, other] = [await add(app.ada), await add(app.grace)];
  const { db } = app.deps;
  await db.write([db.q.update(users).set({ passwordHash: "" })]);
  app.time.now += 10 * minutes;
  const page = await (await visit(app, "/account?tab=data", app.ada)).text();
  assert.ok(
    page.includes("Please use your passkey") && page.includes("Use a passkey") && !page.includes('type="password"'),
  );
  const options = async () => (await app.call("POST", "/auth/proof/options", app.ada)).body;
  const give = async (by: typeof key) => {
    const passkey = answerWith(by, await options(), { origin: app.url });
    return { passkey, answer: await app.call("POST", "/auth/proof", app.ada, { passkey }) };
  };
  assert.deepEqual((await options()).allowCredentials.map(({ id }: { id: string }) => id), [key.id]);
  assert.equal(codeOf((await give(other)).answer), "400 invalid_passkey");
  const { passkey, answer } = await give(key);
  assert.equal(answer.status, 200);
  assert.equal(await exported(app, app.ada), "200");
  assert.equal(codeOf(await app.call("POST", "/auth/proof", app.ada, { passkey })), "400 challenge_expired");
});
