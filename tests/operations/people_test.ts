import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { createClient } from "@libsql/client";
import { auditLog } from "../../db/schema.ts";
import { closeEndedSessions } from "../../server/realtime/socket.ts";
import { startApp } from "../support/app.ts";
import { freshDb } from "../support/db.ts";
import { folder, namesIn, operate } from "../support/operate.ts";
import { cast, person, store } from "../support/people.ts";
import { connect } from "../support/socket.ts";

/** A service with Ada's group with Grace in it, and the task beside it. */
async function stage() {
  const home = await folder();
  const app = await startApp({ folder: home.path });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const people = (args: string[], env?: Record<string, string>) =>
    operate(`${home.path}/test.db`, ["people", ...args], env);
  const acts = async () =>
    (await app.deps.db.q.select().from(auditLog).orderBy(auditLog.at)).map(({ operator, act, subject, subjectId }) => [
      operator,
      act,
      subject,
      subjectId,
    ]);
  return {
    home: home.path,
    app,
    ada,
    grace,
    group,
    people,
    acts,
    async [Symbol.asyncDispose]() {
      await app.stop();
      await home[Symbol.asyncDispose]();
    },
  };
}

Deno.test("Grace is disabled beside a running service, which closes her sockets, and enabled again", async () => {
  await using on = await stage();
  const { app, ada, grace } = on;
  using hers = await connect(app.url, grace.token);
  using adas = await connect(app.url, ada.token);
  const { code, out, err } = await on.people(["disable", "Grace@Example.org"]);
  assert.deepEqual([code, out, err], [0, "grace@example.org is disabled.\n", ""]);
  assert.equal((await app.call("GET", "/auth/me", grace)).status, 401);
  // As the service does every minute.
  await closeEndedSessions(app.deps);
  await hers.next("disconnect");
  assert.deepEqual(await adas.unread(), [], "hers alone");
  const login = () => app.call("POST", "/auth/login", null, { email: grace.email, password: grace.password });
  assert.equal((await login()).status, 403);
  const again = await on.people(["disable", grace.id]);
  assert.deepEqual([again.code, again.out, again.err], [1, "", "The account is disabled already.\n"]);
  assert.equal((await on.people(["enable", grace.id])).out, "grace@example.org is enabled.\n");
  assert.equal((await login()).status, 200);
  assert.deepEqual(await on.acts(), [
    ["deno task people", "disable", "grace <grace@example.org>", grace.id],
    ["deno task people", "enable", "grace <grace@example.org>", grace.id],
  ]);
});

Deno.test("Ada is deleted after a confirmation alone; her group is Grace's, and the mail about it waits for the service", async () => {
  await using on = await stage();
  const { app, ada, grace, group } = on;
  await app.group(ada);
  const mail = { MAIL_URL: "smtp://127.0.0.1:1", MAIL_FROM: "post@study.example" };
  const refused = await on.people(["delete", ada.email], mail);
  assert.deepEqual([refused.code, refused.err], [1, "This cannot be undone: --yes does it all the same.\n"]);
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
  const { code, out, err } = await on.people(["delete", ada.email, "--yes"], mail);
  assert.deepEqual([code, out, err], [0, "The account ada@example.org is deleted.\n", ""]);
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 401);
  assert.equal((await app.call("GET", `/groups/${group.id}`, grace)).body.group.createdBy, grace.id);
  const { q } = app.deps.db;
  const [waiting] = await q.all<{ recipient: string; due: number }>("select recipient, due_at > 0 as due from mails");
  assert.deepEqual(waiting, { recipient: "ada@example.org", due: 1 });
  assert.deepEqual(await q.all("select count(*) as count from groups"), [{ count: 1 }]);
  assert.deepEqual(await on.acts(), [["deno task people", "delete", "ada <ada@example.org>", ada.id]]);
  const gone = await on.people(["delete", ada.id, "--yes"]);
  assert.match(gone.err, /^There is no account with the address or id \S+\.\n$/);
});

Deno.test("Everything of Ada is written to a file, which never overwrites one", async () => {
  await using on = await stage();
  const { app, ada, group, home } = on;
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "Looms" });
  const { code, out, err } = await on.people(["export", ada.email, "ada.zip"], { INIT_CWD: home });
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /^Everything of ada@example\.org is in \S+\/ada\.zip: \d+\.\d MB\.\n$/);
  const file = `${home}/ada.zip`;
  assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
  const before = await Deno.readFile(file);
  const [message] = JSON.parse(new TextDecoder().decode(unzipSync(before)["data/messages.json"]));
  assert.equal(message.text, "Looms");
  const cases: [string[], RegExp][] = [
    [["export", ada.email, file], /^\S+ada\.zip already exists; not overwritten\.\n$/],
    [["export", ada.email, `${home}/none/ada.zip`], /^There is no folder \S+none\.\n$/],
  ];
  for (const [args, message] of cases) {
    const refused = await on.people(args);
    assert.deepEqual([refused.code, refused.out], [1, ""]);
    assert.match(refused.err, message);
  }
  assert.deepEqual(await Deno.readFile(file), before);
  assert.deepEqual((await on.acts()).map(([, act]) => act), ["export"]);
});

Deno.test("An export that fails leaves no file behind", async () => {
  await using home = await folder();
  await using fresh = await freshDb();
  await cast(fresh.db);
  const client = createClient({ url: `file:${fresh.file}` });
  await client.execute("drop table invitation_refusals");
  client.close();
  const { code, out, err } = await operate(fresh.file, ["people", "export", "ada", `${home.path}/ada.zip`]);
  assert.deepEqual([code, out], [1, ""]);
  assert.match(err, /^[^\n]*no such table: invitation_refusals[^\n]*\n$/);
  assert.deepEqual(namesIn(home.path), []);
});

Deno.test("All people are listed, or those with a text in their address or names", async () => {
  await using fresh = await freshDb();
  const { db, file } = fresh;
  await cast(db);
  await store(db, ...Array.from({ length: 250 }, (_, n) => person(`Reader${n}`)));
  await store(db, person("Edsger", { verifiedAt: null, fullName: "Edsger\u001b[2J\nDijkstra", createdAt: 86_400_000 }));
  const list = async (...args: string[]) => {
    const { code, out, err } = await operate(file, ["people", "list", ...args]);
    assert.deepEqual([code, err], [0, ""]);
    return out.split("\n").slice(0, -1);
  };
  assert.equal(new Set(await list()).size, 254);
  assert.equal((await list("eader2")).length, 61);
  assert.deepEqual((await list("DIJKSTRA")).map((line) => line.split("\t")), [[
    "edsger@example.org",
    "edsger",
    "Edsger [2J Dijkstra",
    "edsger",
    "1970-01-02T00:00:00.000Z",
    "never",
    "unverified",
  ]]);
  assert.deepEqual(await list("nobody"), []);
});

Deno.test("What cannot be done is refused in a line: a wrong command, nobody, an operator, no database", async () => {
  await using fresh = await freshDb();
  await cast(fresh.db);
  const operators = { OPERATORS: "ada@example.org" };
  const cases: [string[], RegExp][] = [
    [[], /^Usage: deno task people list/],
    [["disable"], /^Usage: /],
    [["disable", "grace", "--yes"], /^Usage: /],
    [["promote", "grace"], /^Usage: /],
    [["export", "grace"], /^Usage: /],
    [["disable", "nobody@example.org"], /^There is no account with the address or id nobody@example\.org\.\n$/],
    [["disable", "ada"], /^This account belongs to an operator\.[^\n]*\n$/],
    [["delete", "ada", "--yes"], /^This account belongs to an operator\.[^\n]*\n$/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = await operate(fresh.file, ["people", ...args], operators);
    assert.deepEqual([code, out], [1, ""], args.join(" "));
    assert.match(err, message);
  }
  const none = await operate(`${fresh.file}.none`, ["people", "list"]);
  assert.deepEqual([none.code, none.out], [1, ""]);
  assert.match(none.err, /^There is no database at \S+\.none\.\n$/);
  assert.ok(!namesIn(fresh.file.replace(/\/[^/]+$/, "")).some((name) => name.includes(".none")));
});
