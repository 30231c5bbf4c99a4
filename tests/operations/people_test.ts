import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { auditLog } from "../../db/schema.ts";
import { people } from "../../server/operations/people.ts";
import { closeEndedSessions } from "../../server/realtime/socket.ts";
import { readConfig } from "../../server/settings/settings.ts";
import { startApp } from "../support/app.ts";
import { freshDb } from "../support/db.ts";
import { folder, namesIn, operate, query } from "../support/operate.ts";
import { cast, person, store } from "../support/people.ts";
import { connect } from "../support/socket.ts";

/** A service with Ada's group with Grace in it, and the task beside it. */
async function prepare() {
  const home = await folder();
  const app = await startApp({ folder: home.path });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  return {
    home: home.path,
    app,
    ada,
    grace,
    group,
    people: (args: string[], env?: Record<string, string>) => operate(`${home.path}/test.db`, ["people", ...args], env),
    /** What the audit log says that the task did, to whom. */
    async acts() {
      const rows = await app.deps.db.q.select().from(auditLog).orderBy(auditLog.at);
      assert.ok(rows.every(({ operator }) => operator === "deno task people"));
      return rows.map(({ act, subject }) => `${act} ${subject}`);
    },
    async [Symbol.asyncDispose]() {
      await app.stop();
      await home[Symbol.asyncDispose]();
    },
  };
}

Deno.test("Grace is disabled beside a running service, which closes her sockets, and enabled again", async () => {
  await using scene = await prepare();
  const { app, ada, grace } = scene;
  using hers = await connect(app.url, grace.token);
  using adas = await connect(app.url, ada.token);
  const { code, out, err } = await scene.people(["disable", "Grace@Example.org"]);
  assert.deepEqual([code, out, err], [0, "grace@example.org is disabled.\n", ""]);
  assert.equal((await app.call("GET", "/auth/me", grace)).status, 401);
  // As the service does every minute.
  await closeEndedSessions(app.deps);
  await hers.next("disconnect");
  assert.deepEqual(await adas.unread(), [], "hers alone");
  const login = () => app.call("POST", "/auth/login", null, { email: grace.email, password: grace.password });
  assert.equal((await login()).status, 403);
  assert.equal((await scene.people(["enable", grace.id])).out, "grace@example.org is enabled.\n");
  assert.equal((await login()).status, 200);
  assert.deepEqual(await scene.acts(), ["disable grace <grace@example.org>", "enable grace <grace@example.org>"]);
});

Deno.test("Ada is deleted after a confirmation alone; her group is Grace's, and the mail about it waits for the service", async () => {
  await using scene = await prepare();
  const { app, ada, grace, group } = scene;
  await app.group(ada);
  const mail = { MAIL_URL: "smtp://127.0.0.1:1", MAIL_FROM: "post@study.example" };
  const refused = await scene.people(["delete", ada.email], mail);
  assert.deepEqual([refused.code, refused.err], [1, "This cannot be undone: --yes does it all the same.\n"]);
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
  const { code, out, err } = await scene.people(["delete", ada.email, "--yes"], mail);
  assert.deepEqual([code, out, err], [0, "The account ada@example.org is deleted.\n", ""]);
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 401);
  assert.equal((await app.call("GET", `/groups/${group.id}`, grace)).body.group.createdBy, grace.id);
  const { q } = app.deps.db;
  assert.deepEqual(await q.all("select recipient, due_at > 0 as due from mails limit 1"), [
    { recipient: "ada@example.org", due: 1 },
  ]);
  assert.deepEqual(await q.all("select count(*) as count from groups"), [{ count: 1 }]);
  assert.deepEqual(await scene.acts(), ["delete ada <ada@example.org>"]);
});

Deno.test("Everything of Ada is written to a file, which never overwrites one, and is not left behind unfinished", async () => {
  await using scene = await prepare();
  const { app, ada, group, home } = scene;
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "Looms" });
  const { code, out, err } = await scene.people(["export", ada.email, "ada.zip"], { INIT_CWD: home });
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /^Everything of ada@example\.org is in \S+\/ada\.zip: \d+\.\d MB\.\n$/);
  const file = `${home}/ada.zip`;
  assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
  const [message] = JSON.parse(new TextDecoder().decode(unzipSync(await Deno.readFile(file))["data/messages.json"]));
  assert.equal(message.text, "Looms");
  await Deno.writeTextFile(file, "mine");
  assert.deepEqual(await scene.acts(), ["export ada <ada@example.org>"]);
  const names = namesIn(home);
  await app.deps.db.write([app.deps.db.q.run("drop table invitation_refusals")]);
  const refusals: [string, RegExp][] = [
    [file, /^\S+ada\.zip already exists; not overwritten\.\n$/],
    [`${home}/none/ada.zip`, /^There is no folder \S+none\.\n$/],
    [`${home}/other.zip`, /^[^\n]*no such table: invitation_refusals[^\n]*\n$/],
  ];
  for (const [path, message] of refusals) {
    const refused = await scene.people(["export", ada.email, path]);
    assert.deepEqual([refused.code, refused.out], [1, ""]);
    assert.match(refused.err, message);
  }
  assert.deepEqual(namesIn(home), names);
  assert.equal(await Deno.readTextFile(file), "mine");
});

Deno.test("All people are listed, or those with a text in their address or names", async () => {
  await using fresh = await freshDb();
  const { db, file } = fresh;
  await store(db, ...Array.from({ length: 250 }, (_, n) => person(`Reader${n}`)));
  await store(db, person("Edsger", { verifiedAt: null, fullName: "Edsger\u001b[2J\nDijkstra", createdAt: 86_400_000 }));
  const list = async (...args: string[]) =>
    (await operate(file, ["people", "list", ...args])).out.trimEnd().split("\n");
  const [all, some, [one]] = await Promise.all([list(), list("eader2"), list("DIJKSTRA")]);
  assert.deepEqual([new Set(all).size, some.length], [251, 61]);
  assert.deepEqual(one.split("\t"), [
    ...["edsger@example.org", "edsger", "Edsger [2J Dijkstra", "edsger", "1970-01-02T00:00:00.000Z", "never"],
    "unverified",
  ]);
});

Deno.test("What cannot be done is refused in a line: a wrong command, nobody, an operator, no database", async () => {
  await using home = await folder();
  await using fresh = await freshDb();
  await cast(fresh.db);
  const refusals: [string[], RegExp][] = [
    [[], /^Usage: deno task people list/],
    [["disable", "grace", "--yes"], /^Usage: /],
    [["promote", "grace"], /^Usage: /],
    [["export", "grace"], /^Usage: /],
    [["disable", "nobody@example.org"], /^There is no account with the address, username or id nobody@example\.org\.$/],
    [["delete", "ada", "--yes"], /^This account operates the site\.[^\n]*$/],
  ];
  const { signal: interrupted } = new AbortController();
  const run = (file: string, args: string[]) =>
    people(args, {
      config: readConfig({ DATABASE_URL: `file:${file}`, OPERATORS: "ada@example.org" }),
      interrupted,
    });
  for (const [args, message] of refusals) await assert.rejects(run(fresh.file, args), { message }, args.join(" "));
  await assert.rejects(run(`${home.path}/none.db`, ["list"]), { message: /^There is no database at \S+none\.db\.$/ });
  assert.deepEqual(namesIn(home.path), []);
  assert.equal((await query(fresh.file, "select 1 from users")).length, 3);
});
