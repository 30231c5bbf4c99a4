/** What cannot be undone asks for a proof of who does it, unless they have signed in within the last ten minutes. */
import assert from "node:assert/strict";
import { insertLinkedAccount } from "../../../db/account/credentials.ts";
import type { Person } from "../../support/app.ts";
import { answerWith } from "../../support/authenticator.ts";
import { mailsOf, run, startCast } from "../../support/cast.ts";
import { addPasskey, codeAt, turnOnCodes } from "../../support/credentials.ts";
import { reservePort } from "../../support/ports.ts";
import { codeOf, submit, visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

const minutes = 60_000;

/** The cast, Olga, who operates the site, and a clock that can be moved. */
async function open() {
  const time = { now: Date.UTC(2026, 10, 1) };
  const env = { PORT: `${reservePort()}`, OPERATORS: "olga@example.org" };
  const app = await startCast({ clock: () => time.now, env });
  return { ...app, time, olga: await app.person("Olga") };
}

const test = inScene(open);
type Opened = Awaited<ReturnType<typeof open>>;

/** The answer of the export, without reading it. */
async function exported(app: Opened): Promise<string> {
  const headers = { Authorization: `Bearer ${app.ada.token}` };
  const response = await fetch(`${app.url}/api/users/export`, { headers });
  if (response.ok) await response.body?.cancel();
  return response.ok ? "200" : codeOf({ status: response.status, body: await response.json() });
}

async function reportedGroup({ call, grace, olga, circle }: Opened): Promise<string> {
  await call("POST", "/reports", grace, { kind: "group", id: circle.id, reason: "Spam" });
  return (await call("GET", "/operator/reports", olga)).body.reports[0].id;
}

interface Act {
  by: Person;
  call: [method: string, path: string];
  body?: object;
  /** To whom and about what a mail tells of it. */
  mail?: [to: string, subject: string];
}

const acts: Record<string, (app: Opened) => Promise<Act>> = {
  "to add a passkey": ({ ada }) => Promise.resolve({ by: ada, call: ["POST", "/auth/passkeys/options"] }),
  "to set two-step codes up": ({ ada }) => Promise.resolve({ by: ada, call: ["POST", "/auth/totp"] }),
  "to remove a passkey": async (app) => ({
    by: app.ada,
    call: ["DELETE", `/auth/passkeys/${(await addPasskey(app, app.ada)).id}`],
    mail: [app.ada.email, "A passkey was removed from your Chapterhouse account"],
  }),
  "to remove a reported group": async (app) => ({
    by: app.olga,
    call: ["PUT", `/operator/reports/${await reportedGroup(app)}`],
    body: { decision: "removed" },
    mail: [app.ada.email, "Your group “Group of ada” was deleted"],
  }),
  "to delete a group as an operator": ({ olga, circle, ada }) =>
    Promise.resolve({
      by: olga,
      call: ["DELETE", `/operator/groups/${circle.id}`],
      mail: [ada.email, "Your group “Group of ada” was deleted"],
    }),
  "to delete an account as an operator": ({ olga, mallory }) =>
    Promise.resolve({ by: olga, call: ["DELETE", `/operator/people/${mallory.id}`] }),
  "to hand a group over": ({ ada, grace, here }) =>
    Promise.resolve({
      by: ada,
      call: ["PUT", `${here}/members/${grace.id}/role`],
      body: { role: "creator" },
      mail: [ada.email, "You handed over the group “Group of ada”"],
    }),
};

for (const [what, prepare] of Object.entries(acts)) {
  test(`ten minutes after signing in a proof is asked for ${what}, and a mail tells of it`, async (app) => {
    const { by, call: [method, path], body, mail } = await prepare(app);
    const ask = (proof: object = {}) => app.call(method, path, by, { ...body, ...proof });
    app.time.now += 10 * minutes;
    assert.equal(codeOf(await ask()), "403 password_needed");
    assert.equal(codeOf(await ask({ password: "wrong" })), "400 invalid_password");
    const before = (await mailsOf(app)).length;
    assert.equal((await ask({ password: by.password })).status, 200);
    const [newest, ...others] = await mailsOf(app);
    if (mail) assert.deepEqual([newest.to, newest.subject, others.length], [...mail, before]);
  });
}

test("a report of a group that is not removed needs no proof, and neither does a call without a body in a new session", async (app) => {
  const report = await reportedGroup(app);
  const { id } = await addPasskey(app, app.ada);
  assert.equal((await app.call("DELETE", `/auth/passkeys/${id}`, app.ada)).status, 200);
  app.time.now += 10 * minutes;
  assert.equal((await app.call("PUT", `/operator/reports/${report}`, app.olga, { decision: "dismissed" })).status, 200);
});

test("an account elsewhere is unlinked with a proof, and its owner is told", async (app) => {
  const { db } = app.deps;
  const account = { issuer: "https://school.example", subject: "ada" };
  await db.write([insertLinkedAccount(db, app.ada.id, { ...account, now: 1 })]);
  app.time.now += 10 * minutes;
  const unlink = async (proof: Record<string, string> = {}) => {
    await submit(app, "/account/elsewhere/remove", app.ada, { ...account, ...proof });
    return (await db.q.all("select 1 from identities")).length;
  };
  assert.deepEqual([await unlink(), await unlink({ password: app.ada.password })], [1, 0]);
  assert.equal((await mailsOf(app))[0].subject, "school.example no longer logs in to your Chapterhouse account");
});

test("once Ada has proven who she is, an export needs nothing more for ten minutes, and she is told of it", async (app) => {
  const prove = async (body: object) => codeOf(await app.call("POST", "/auth/proof", app.ada, body));
  app.time.now += 10 * minutes;
  assert.equal(await exported(app), "403 password_needed");
  assert.equal(await prove({}), "403 password_needed");
  assert.equal(await prove({ password: "wrong" }), "400 invalid_password");
  assert.equal(await prove({ password: app.ada.password }), "200");
  app.time.now += 9 * minutes;
  assert.equal(await exported(app), "200");
  assert.equal((await mailsOf(app))[0].subject, "The data of your Chapterhouse account was downloaded");
  app.time.now += 1 * minutes;
  assert.equal(await exported(app), "403 password_needed");
});

test("a code of the app proves it as well, also in the field of the password, and once", async (app) => {
  const { secret } = await turnOnCodes(app, app.ada, app.time.now);
  app.time.now += 10 * minutes;
  const download = async (password: string) => {
    const answer = await submit(app, "/account/export", app.ada, { password });
    await answer.body?.cancel();
    return [answer.status, answer.headers.get("Content-Type")!.split(";")[0]];
  };
  const code = codeAt(secret, app.time.now);
  assert.deepEqual(await download("000000"), [400, "text/html"]);
  assert.deepEqual(await download(code), [200, "application/zip"]);
  assert.equal(codeOf(await app.call("POST", "/auth/proof", app.ada, { code })), "400 invalid_code");
});

test("a passkey proves it for somebody without a password, and another's does not", async (app) => {
  const [key, other] = [await addPasskey(app, app.ada), await addPasskey(app, app.grace)];
  await run(app, "update users set password_hash = ''");
  app.time.now += 10 * minutes;
  const page = await (await visit(app, "/account?tab=data", app.ada)).text();
  assert.ok(page.includes("Please use your passkey") && page.includes("Use a passkey"));
  assert.ok(!page.includes('type="password"'));
  const options = async () => (await app.call("POST", "/auth/proof/options", app.ada)).body;
  const prove = async (passkey: unknown) => codeOf(await app.call("POST", "/auth/proof", app.ada, { passkey }));
  assert.deepEqual((await options()).allowCredentials.map(({ id }: { id: string }) => id), [key.id]);
  assert.equal(await prove(answerWith(other, await options(), { origin: app.url })), "400 invalid_passkey");
  const passkey = answerWith(key, await options(), { origin: app.url });
  assert.equal(await prove(passkey), "200");
  assert.equal(await exported(app), "200");
  assert.equal(await prove(passkey), "400 challenge_expired");
});
