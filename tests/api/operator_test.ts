import assert from "node:assert/strict";
import * as operatorLimits from "../../server/contract/operator/limits.ts";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { eq, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { auditLog, mails, recoveryCodes, sessions, users } from "../../db/schema.ts";
import { addCounts } from "../../db/operator/numbers.ts";
import { startOperatorTerm } from "../../db/operator/people.ts";
import { startSession } from "../../server/auth/sessions.ts";
import { hashToken } from "../../server/auth/tokens.ts";
import type { OwnSession } from "../../server/contract/account/shapes.ts";
import { startApp } from "../support/app.ts";
import { loseNextAnswer } from "../support/lost_answer.ts";
import { codeOf, submit, visit } from "../support/requests.ts";
import { connect } from "../support/socket.ts";

/** Olga, who operates the site, Ada's group with Grace in it, and Mallory. */
async function withOperator(options: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp({ ...options, env: { OPERATORS: "olga@example.org, root@example.org", ...options.env } });
  const [olga, ada, grace, mallory] = [
    await app.person("Olga"),
    await app.person("Ada"),
    await app.person("Grace"),
    await app.person("Mallory"),
  ];
  const group = await app.group(ada, grace);
  const operate = (method: string, path: string, body?: unknown, as = olga) =>
    app.call(method, `/operator${path}`, as, body);
  const acts = async () =>
    (await app.deps.db.q.select({ act: auditLog.act, subject: auditLog.subject }).from(auditLog).orderBy(auditLog.at))
      .map(({ act, subject }) => `${act}: ${subject}`);
  return { ...app, olga, ada, grace, mallory, group, operate, acts };
}

Deno.test("only a verified address of the settings operates; to everybody else there is nothing", async () => {
  await using app = await withOperator();
  assert.equal((await app.operate("GET", "/people")).status, 200);
  for (const as of [app.ada, null]) {
    const answer = await app.call("GET", "/operator/people", as);
    const unknown = await app.call("GET", "/operated", as);
    assert.deepEqual([answer.status, answer.body], [unknown.status, unknown.body]);
    assert.equal((await visit(app, "/operator/people", as)).headers.get("Location"), "/");
  }
  const root = await app.person("Root");
  await app.deps.db.write([app.deps.db.q.update(users).set({ verifiedAt: null }).where(sql`id = ${root.id}`)]);
  assert.equal((await app.operate("GET", "/people", undefined, root)).status, 404);
  const page = await (await visit(app, "/dashboard", app.olga)).text();
  assert.ok(page.includes('href="/operator"'));
  assert.ok(!(await (await visit(app, "/dashboard", app.ada)).text()).includes('href="/operator"'));
});

Deno.test("an operator without a second step has seven days from when they are known as one, and is then shown how to set it up", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withOperator({ clock: () => now });
  const people = async (as = app.olga) => codeOf(await app.operate("GET", "/people", undefined, as));
  const page = async () => {
    const response = await visit(app, "/operator/people", app.olga);
    return { status: response.status, html: await response.text() };
  };
  assert.equal(await people(), "200");
  assert.match((await page()).html, /Please set up two-step codes, or log in with a passkey, by [^:]*\b8\b/);
  now += 7 * 24 * 3600_000 - 1;
  assert.equal(await people(), "200");
  now += 1;
  assert.equal(await people(), "403 two_step_needed");
  const { status, html } = await page();
  assert.equal(status, 403);
  assert.ok(html.includes("/account#two-step") && !html.includes("mallory@example.org"));
  const disable = await submit(app, `/operator/people/${app.mallory.id}/disable`, app.olga, {});
  assert.equal(disable.status, 403);
  await disable.body?.cancel();
  const { db } = app.deps;
  // As after a passkey.
  const byPasskey = { ...app.olga, token: await startSession(app.deps, app.olga.id) };
  await db.write([db.q.update(sessions).set({ isTwoStep: true }).where(eq(sessions.hash, hashToken(byPasskey.token)))]);
  assert.deepEqual([await people(byPasskey), await people()], ["200", "403 two_step_needed"]);
  const { secret } = (await app.call("POST", "/auth/totp", app.olga, { password: app.olga.password })).body;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });
  await app.call("POST", "/auth/totp/confirm", app.olga, { code });
  assert.equal(await people(), "200");
  assert.doesNotMatch((await page()).html, /Please set up two-step codes/);
});

Deno.test("the days begin without a visit, and with OPERATORS_NEED_TWO_STEP=false there are none", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withOperator({ clock: () => now });
  await startOperatorTerm(app.deps.db, app.deps.config.operators, now);
  now += 7 * 24 * 3600_000;
  assert.equal(codeOf(await app.operate("GET", "/people")), "403 two_step_needed");
  app.deps.config.operatorsNeedTwoStep = false;
  assert.equal((await app.operate("GET", "/people")).status, 200);
});

Deno.test("people are found by name, username and address, hidden or not", async () => {
  await using app = await withOperator();
  await app.call("PUT", "/users/profile", app.mallory, { emailVisible: false });
  for (const query of ["mallory@ex", "Mallory", "mall"]) {
    const { people } = (await app.operate("GET", `/people?query=${query}`)).body;
    assert.deepEqual(people.map(({ email }: { email: string }) => email), ["mallory@example.org"], query);
  }
  assert.equal((await app.operate("GET", "/people")).body.people.length, 4);
  for (const odd of ["%22", "*", "(", "a\u0000", "x".repeat(900)]) {
    assert.equal((await app.operate("GET", `/people?query=${encodeURIComponent(odd)}`)).status, 200, odd);
  }
});

Deno.test("a search shows everybody whom it finds, page by page, the newest first, and nobody who is deleted", async () => {
  await using app = await withOperator();
  const { db } = app.deps;
  // Whoever is found first by their address is not by their id.
  await db.write([db.q.run(sql`with recursive n (i) as (select 0 union all select i + 1 from n where i < 249)
    insert into users (id, username, email, password_hash, full_name, verified_at, created_at)
    select printf('0%03d', i * 7 % 250), 'zed' || i, 'zed' || i || '@example.org', '', 'Deleted Zed', 1, 1 from n`)]);
  const all = async (query: string) => {
    const found: string[] = [];
    for (let hasMore = true; hasMore;) {
      const { body } = await app.operate("GET", `/people?query=${query}&after=${found.at(-1) ?? ""}`);
      found.push(...body.people.map(({ id }: { id: string }) => id));
      hasMore = body.hasMore;
    }
    return found;
  };
  const ids = Array.from({ length: 250 }, (_, n) => `0${String(249 - n).padStart(3, "0")}`);
  for (const query of ["zed", "deleted%20zed", "deleted"]) assert.deepEqual(await all(query), ids, query);
  await db.write([db.q.run(sql`update users set username = 'deleted-' || id, email = 'deleted-' || id, full_name = null,
    deleted_at = 1 where username between 'zed1' and 'zed1999'`)]);
  const left = (await db.q.select({ id: users.id }).from(users).where(sql`username like 'zed%'`)).map(({ id }) => id);
  for (const query of ["zed", "deleted"]) assert.deepEqual(await all(query), left.sort().reverse(), query);
});

Deno.test("a disabled account loses its sessions and sockets at once, and cannot sign in until it is enabled", async () => {
  await using app = await withOperator();
  using socket = await connect(app.url, app.mallory.token);
  assert.equal((await app.operate("PUT", `/people/${app.mallory.id}`, { disabled: true })).status, 200);
  assert.match(await socket.next("disconnect"), /server disconnect|transport close/);
  assert.equal((await app.call("GET", "/auth/me", app.mallory)).status, 401);
  const { email, password } = app.mallory;
  assert.equal(codeOf(await app.call("POST", "/auth/login", null, { email, password })), "403 account_disabled");
  assert.equal(codeOf(await app.operate("PUT", `/people/${app.mallory.id}`, { disabled: true })), "409 already_so");
  await app.operate("PUT", `/people/${app.mallory.id}`, { disabled: false });
  assert.equal((await app.call("POST", "/auth/login", null, { email, password })).status, 200);
  assert.deepEqual(await app.acts(), [
    "disable: mallory <mallory@example.org>",
    "enable: mallory <mallory@example.org>",
  ]);
});

Deno.test("operators cannot disable or delete each other or themselves", async () => {
  await using app = await withOperator();
  const root = await app.person("Root");
  for (const id of [root.id, app.olga.id]) {
    assert.equal(codeOf(await app.operate("PUT", `/people/${id}`, { disabled: true })), "409 is_operator");
    assert.equal(codeOf(await app.operate("DELETE", `/people/${id}`)), "409 is_operator");
    assert.equal(codeOf(await app.operate("DELETE", `/people/${id}/sessions`)), "409 is_operator");
  }
  assert.equal(codeOf(await app.operate("PUT", "/people/nobody", { disabled: true })), "404 user_not_found");
  assert.deepEqual(await app.acts(), []);
});

Deno.test("a reported message is judged in its context, removed for everyone, and its reporter is told", async () => {
  await using app = await withOperator();
  const say = async (content: string, as = app.ada) =>
    (await app.call("POST", `/groups/${app.group.id}/messages`, as, { content })).body.message;
  for (const text of ["One", "Two", "Three"]) await say(text);
  const bad = await say("Something vile");
  await say("Six");
  const json = { kind: "message", id: bad.id, reason: "Vile" };
  assert.equal((await app.call("POST", "/reports", app.grace, json)).status, 201);
  const { notices } = (await app.call("GET", "/notices", app.olga)).body;
  assert.deepEqual([notices[0].kind, notices[0].url], ["report", "/operator/reports"]);
  const [report] = (await app.operate("GET", "/reports")).body.reports;
  assert.deepEqual(
    report.snapshot.context.map(({ content }: { content: string }) => content),
    ["One", "Two", "Three", "Something vile", "Six"],
  );
  assert.deepEqual([report.reporter, report.about, report.reason], ["grace", "ada", "Vile"]);
  const decided = await app.operate("PUT", `/reports/${report.id}`, { decision: "removed", note: "Thanks" });
  assert.equal(decided.status, 200);
  const { messages } = (await app.call("GET", `/groups/${app.group.id}/messages`, app.ada)).body;
  assert.deepEqual(messages.map(({ content }: { content: string }) => content), ["One", "Two", "Three", "", "Six"]);
  const told = (await app.call("GET", "/notices", app.grace)).body.notices[0];
  assert.equal(told.text, "Your report was looked at: it was removed. Thanks");
  assert.equal(
    codeOf(await app.operate("PUT", `/reports/${report.id}`, { decision: "dismissed" })),
    "409 already_decided",
  );
  assert.deepEqual((await app.operate("GET", "/reports")).body.reports, []);
  assert.equal((await app.operate("GET", "/reports?decided=1")).body.reports[0].decision, "removed");
});

Deno.test("a reported group can be deleted, a reported person disabled, and a profile not removed", async () => {
  await using app = await withOperator();
  const report = async (kind: string, id: string) => {
    await app.call("POST", "/reports", app.grace, { kind, id, reason: "Spam" });
    return (await app.operate("GET", "/reports")).body.reports[0].id;
  };
  const profile = await report("profile", app.mallory.id);
  assert.equal(codeOf(await app.operate("PUT", `/reports/${profile}`, { decision: "removed" })), "400 not_removable");
  await app.operate("PUT", `/reports/${profile}`, { decision: "disabled" });
  assert.equal((await app.call("GET", "/auth/me", app.mallory)).status, 401);
  const group = await report("group", app.group.id);
  await app.operate("PUT", `/reports/${group}`, { decision: "removed" });
  assert.equal((await app.call("GET", `/groups/${app.group.id}`, app.ada)).status, 404);
  const about = await report("profile", app.olga.id);
  assert.equal(codeOf(await app.operate("PUT", `/reports/${about}`, { decision: "disabled" })), "409 is_operator");
});

Deno.test("a message is removed however much the group's creator has changed a moment ago", async () => {
  await using app = await withOperator({ env: { RATE_LIMITS: "on" } });
  const place = `/groups/${app.group.id}/messages`;
  const [{ id }, other] = [
    (await app.call("POST", place, app.grace, { content: "Vile" })).body.message,
    (await app.call("POST", place, app.grace, { content: "Fine" })).body.message,
  ];
  await app.call("POST", "/reports", app.ada, { kind: "message", id, reason: "Vile" });
  const react = () => app.call("PUT", `${place}/${other.id}/reactions/%F0%9F%91%8D`, app.ada);
  let last = await react();
  for (let n = 0; n < 100 && last.status === 200; n++) last = await react();
  assert.equal(codeOf(last), "429 too_many_requests");
  const [report] = (await app.operate("GET", "/reports")).body.reports;
  assert.equal((await app.operate("PUT", `/reports/${report.id}`, { decision: "removed" })).status, 200);
  const { messages } = (await app.call("GET", place, app.grace)).body;
  assert.deepEqual(messages.map(({ content }: { content: string }) => content), ["", "Fine"]);
});

Deno.test("a report whose message could not be removed waits, and is decided again", async () => {
  await using app = await withOperator();
  const place = `/groups/${app.group.id}/messages`;
  const { id } = (await app.call("POST", place, app.ada, { content: "Vile" })).body.message;
  await app.call("POST", "/reports", app.grace, { kind: "message", id, reason: "Vile" });
  const [report] = (await app.operate("GET", "/reports")).body.reports;
  const decide = async () => (await app.operate("PUT", `/reports/${report.id}`, { decision: "removed" })).status;
  const { db } = app.deps;
  await db.write([db.q.run(sql`create trigger refuse before update of deleted_at on messages
    begin select raise(abort, 'refused'); end`)]);
  assert.equal(await decide(), 500);
  assert.equal((await app.operate("GET", "/reports")).body.reports.length, 1);
  const isTold = async () => (await app.call("GET", "/notices", app.grace)).body.notices[0].kind === "report";
  assert.equal(await isTold(), false);
  await db.write([db.q.run(sql`drop trigger refuse`)]);
  assert.equal(await decide(), 200);
  assert.equal((await app.call("GET", place, app.grace)).body.messages[0].content, "");
  assert.equal(await isTold(), true);
});

Deno.test("a decision that is refused leaves what was typed about it, by form", async () => {
  await using app = await withOperator();
  await app.call("POST", "/reports", app.ada, { kind: "profile", id: app.olga.id, reason: "Rude" });
  const [{ id }] = (await app.operate("GET", "/reports")).body.reports;
  const decide = (fields: Record<string, string>) => submit(app, `/operator/reports/${id}/decide`, app.olga, fields);
  const long = "n".repeat(peopleLimits.reports.note + 1);
  for (const [decision, note, status] of [["disabled", "An operator", 409], ["dismissed", long, 400]] as const) {
    const refused = await decide({ decision, note });
    assert.equal(refused.status, status);
    assert.ok((await refused.text()).includes(`>${note}</textarea>`));
  }
  assert.equal((await decide({ decision: "dismissed", note: "Fine" })).status, 303);
  const gone = await decide({ decision: "dismissed", note: "Again" });
  assert.equal(gone.status, 409);
});

Deno.test("of two who decide a report at once one does", async () => {
  await using app = await withOperator();
  const root = await app.person("Root");
  await app.call("POST", "/reports", app.grace, { kind: "profile", id: app.mallory.id, reason: "Spam" });
  const [{ id }] = (await app.operate("GET", "/reports")).body.reports;
  const answers = await Promise.all(
    [app.olga, root].map((as) => app.operate("PUT", `/reports/${id}`, { decision: "dismissed" }, as)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await app.acts()).length, 1);
});

Deno.test("an announcement stands on every page until it ends or is taken down", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withOperator({ clock: () => now });
  const endsAt = new Date(now + 3600_000).toISOString();
  const html = async (path: string, as: { token: string } | null = null) => await (await visit(app, path, as)).text();
  assert.ok(!(await html("/login")).includes("Closed on Sunday"));
  assert.equal((await app.operate("PUT", "/announcement", { text: "Closed <on> Sunday", endsAt })).status, 200);
  for (const [path, as] of [["/login", null], ["/dashboard", app.ada]] as const) {
    assert.ok((await html(path, as)).includes("Closed &lt;on&gt; Sunday"), path);
  }
  now += 3600_001;
  assert.ok(!(await html("/login")).includes("Closed"));
  const later = new Date(now + 1000).toISOString();
  await app.operate("PUT", "/announcement", { text: "Again", endsAt: later });
  assert.equal((await app.operate("DELETE", "/announcement")).status, 200);
  assert.equal(codeOf(await app.operate("DELETE", "/announcement")), "404 no_announcement");
  assert.ok(!(await html("/login")).includes("Again"));
  for (const wrong of [new Date(now - 1).toISOString(), new Date(now + 31 * 24 * 3600_000).toISOString()]) {
    assert.equal(
      codeOf(await app.operate("PUT", "/announcement", { text: "Late", endsAt: wrong })),
      "400 invalid_input",
    );
  }
});

Deno.test("mails of the queue are tried again or dropped, and their texts are not shown", async () => {
  await using app = await withOperator();
  const { db } = app.deps;
  const mail = { recipient: "x@example.org", subject: "Hello", text: "secret", html: "secret", createdAt: 1 };
  await db.write([
    db.q.insert(mails).values({ ...mail, id: "waiting", attempts: 3, dueAt: 9e12 }),
    db.q.insert(mails).values({ ...mail, id: "failed", attempts: 21, failedAt: 5 }),
  ]);
  const { body } = await app.operate("GET", "/mail");
  assert.deepEqual(body.mails.map(({ id }: { id: string }) => id), ["failed", "waiting"]);
  assert.ok(!JSON.stringify(body).includes("secret"));
  assert.equal((await app.operate("POST", "/mail/waiting/retry")).status, 200);
  assert.equal(codeOf(await app.operate("POST", "/mail/failed/retry")), "404 mail_not_found");
  assert.equal((await app.operate("DELETE", "/mail/failed")).status, 200);
  assert.equal(codeOf(await app.operate("DELETE", "/mail/failed")), "404 mail_not_found");
  const [{ due }] = await db.q.all<{ due: number }>(sql`select due_at as due from mails where id = 'waiting'`);
  assert.ok(due < 9e12);
  const rows = await db.q.select().from(auditLog).orderBy(auditLog.at, auditLog.id);
  assert.deepEqual(rows.map(({ act, subject, subjectId }) => [act, subject, subjectId]), [
    ["retry mail", "x@example.org", "waiting"],
    ["drop mail", "x@example.org", "failed"],
  ]);
});

Deno.test("numbers of the last 365 days come with zeros between them, and messages and errors are counted", async () => {
  const now = Date.UTC(2026, 10, 1, 12);
  await using app = await withOperator({ clock: () => now });
  await addCounts(app.deps.db, "2026-10-30", [{ name: "mails", count: 3 }]);
  await addCounts(app.deps.db, "2026-10-30", [{ name: "mails", count: 4 }]);
  await app.call("POST", `/groups/${app.group.id}/messages`, app.ada, { content: "Hello" });
  await app.deps.counts.close();
  const { days } = (await app.operate("GET", "/numbers")).body;
  assert.equal(days.length, 365);
  assert.deepEqual(days.at(-3), { day: "2026-10-30", people: 0, messages: 0, mails: 7, errors: 0 });
  assert.equal(days.at(-1).messages, 1);
  const html = await (await visit(app, "/operator/numbers", app.olga)).text();
  assert.ok(html.includes("<svg") && html.includes("<caption>"));
});

Deno.test("who was here shortly before midnight and is again shortly after it is one of the people of both days", async () => {
  let now = Date.UTC(2026, 10, 1, 23, 50);
  await using app = await withOperator({ clock: () => now });
  const countPeople = async () => {
    // The use of a session is stored after the answer.
    await app.deps.db.write([app.deps.db.q.run(sql`select 1`)]);
    const { days } = (await app.operate("GET", "/numbers")).body;
    return days.slice(-2).map(({ people }: { people: number }) => people);
  };
  const before = (await countPeople())[1];
  now += 20 * 60_000;
  for (let n = 0; n < 2; n++) await app.call("GET", "/auth/me", app.mallory);
  assert.deepEqual(await countPeople(), [before, 1]);
});

Deno.test("a page that is just full says that nothing comes after it, by call and by page", async () => {
  await using app = await withOperator();
  const { page } = operatorLimits;
  for (let n = 4; n < page; n++) await app.person(`Reader${n}`);
  const more = async (query = "") => {
    const { people, hasMore } = (await app.operate("GET", `/people${query}`)).body;
    const html = await (await visit(app, `/operator/people${query}`, app.olga)).text();
    return [people.length, hasMore, html.includes("/operator/people?query=&amp;after=")];
  };
  assert.deepEqual(await more(), [page, false, false]);
  const last = (await app.operate("GET", "/people")).body.people.at(-1).id;
  await app.person("Nora");
  assert.deepEqual(await more(), [page, true, true]);
  assert.deepEqual(await more(`?after=${last}`), [0, false, false]);
});

Deno.test("an act comes back to the search and the page that it was done on", async () => {
  await using app = await withOperator();
  const here = "/operator/people?query=mal&after=zzz";
  const html = await (await visit(app, here, app.olga)).text();
  const [action] = html.match(/\/operator\/people\/[^"]*\/disable[^"]*/)!;
  const answer = await submit(app, action.replaceAll("&amp;", "&"), app.olga, {});
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, here]);
  const asking = await (await visit(app, `${here}&remove=${app.mallory.id}`, app.olga)).text();
  const [remove] = asking.match(/\/operator\/people\/[^"]*\/remove[^"]*/)!;
  const removed = await submit(app, remove.replaceAll("&amp;", "&"), app.olga, {});
  assert.equal(removed.headers.get("location"), here);
});

Deno.test("a report leads to the accounts of who it is about and of who made it", async () => {
  await using app = await withOperator();
  await app.call("POST", "/reports", app.grace, { kind: "profile", id: app.mallory.id, reason: "Rude" });
  const html = await (await visit(app, "/operator/reports", app.olga)).text();
  for (const name of ["mallory", "grace"]) assert.ok(html.includes(`href="/operator/people?query=${name}"`), name);
});

Deno.test("the audit log is listed and cannot be changed, not even in the database", async () => {
  await using app = await withOperator();
  await app.operate("DELETE", `/people/${app.mallory.id}/sessions`);
  const [row] = (await app.operate("GET", "/audit")).body.acts;
  assert.deepEqual([row.operator, row.act, row.subjectId], ["olga@example.org", "end sessions", app.mallory.id]);
  const { db } = app.deps;
  await assert.rejects(db.write([db.q.update(auditLog).set({ act: "nothing" })]));
  await assert.rejects(db.write([db.q.delete(auditLog)]));
  assert.equal((await app.operate("GET", "/audit")).body.acts.length, 1);
});

Deno.test("who signed in a while ago deletes a group with their password only, by call and by form", async () => {
  let now = Date.now();
  await using app = await withOperator({ clock: () => now });
  const other = (await app.call("POST", "/groups", app.ada, { groupName: "Another" })).body.group;
  now += 10 * 60_000;
  const remove = (body?: unknown) => app.operate("DELETE", `/groups/${app.group.id}`, body);
  assert.equal(codeOf(await remove()), "403 password_needed");
  assert.equal(codeOf(await remove({ password: "a guess" })), "400 invalid_password");
  const asking = await (await visit(app, `/operator/groups?remove=${other.id}`, app.olga)).text();
  assert.match(asking, /name="password"/);
  const send = (fields: Record<string, string>) => submit(app, `/operator/groups/${other.id}/remove`, app.olga, fields);
  const again = await send({});
  assert.equal(again.status, 403);
  assert.match(await again.text(), /Delete the group .* for everyone/);
  assert.deepEqual(await app.acts(), []);
  const { password } = app.olga;
  assert.equal((await remove({ password })).status, 200);
  assert.equal((await send({ password })).headers.get("Location"), "/operator/groups");
  for (const { id } of [app.group, other]) {
    assert.equal((await app.call("GET", `/groups/${id}`, app.ada)).status, 404);
  }
});

Deno.test("who signed in a while ago deletes an account with their password only, by call and by form", async () => {
  let now = Date.now();
  await using app = await withOperator({ clock: () => now });
  const remove = (body?: unknown) => app.operate("DELETE", `/people/${app.mallory.id}`, body);
  now += 10 * 60_000;
  assert.equal(codeOf(await remove()), "403 password_needed");
  assert.equal(codeOf(await remove({ password: "a guess" })), "400 invalid_password");
  const asking = await (await visit(app, `/operator/people?remove=${app.grace.id}`, app.olga)).text();
  assert.match(asking, /name="password"/);
  const send = (fields: Record<string, string>) =>
    submit(app, `/operator/people/${app.grace.id}/remove`, app.olga, fields);
  for (const fields of [{}, { password: "" }, { password: "a guess" }] as Record<string, string>[]) {
    const again = await send(fields);
    const text = await again.text();
    assert.equal(again.status, fields.password ? 400 : 403);
    assert.match(text, /Delete the account of Grace/);
    assert.match(text, fields.password ? /Invalid password|wrong/i : /Please type your password/);
  }
  assert.deepEqual(await app.acts(), []);
  assert.equal((await app.call("GET", "/auth/me", app.grace)).status, 200);
  assert.equal((await send({ password: app.olga.password })).headers.get("Location"), "/operator/people");
  assert.equal((await remove({ password: app.olga.password })).status, 200);
  assert.deepEqual(await app.acts(), ["delete: grace <grace@example.org>", "delete: mallory <mallory@example.org>"]);
  // Who has just signed in has proven who they are.
  const olga = (await app.call("POST", "/auth/login", null, app.olga)).body;
  assert.doesNotMatch(
    await (await visit(app, `/operator/people?remove=${app.ada.id}`, olga)).text(),
    /name="password"/,
  );
  assert.equal((await app.operate("DELETE", `/people/${app.ada.id}`, undefined, olga)).status, 200);
});

Deno.test("Olga turns off the two-step codes of who has lost them, who is told by mail; nobody's are on without", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withOperator({ clock: () => now });
  const turnOn = async (as = app.grace) => {
    const { secret } = (await app.call("POST", "/auth/totp", as, {})).body;
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });
    assert.equal((await app.call("POST", "/auth/totp/confirm", as, { code })).status, 200);
  };
  const needsCode = async () => (await app.call("POST", "/auth/login", null, app.grace)).body.twoFactor === true;
  const turnOff = (id: string, as = app.olga, body?: unknown) => app.operate("DELETE", `/people/${id}/totp`, body, as);
  await turnOn();
  for (const as of [app.ada, app.grace]) assert.equal((await turnOff(app.grace.id, as)).status, 404);
  assert.equal(codeOf(await turnOff(app.olga.id)), "409 is_operator");
  assert.equal(codeOf(await turnOff(app.mallory.id)), "409 two_step_off");
  assert.ok(await needsCode());
  assert.equal((await turnOff(app.grace.id)).status, 200);
  assert.equal(await needsCode(), false);
  const [mail] = await (await fetch(`${app.url}/dev/mail.json`)).json();
  assert.deepEqual([mail.to, mail.subject], [
    app.grace.email,
    "Two-step codes were turned off for your Chapterhouse account",
  ]);
  assert.deepEqual(await app.acts(), ["turn off two-step codes: grace <grace@example.org>"]);
  assert.equal(await app.deps.db.q.$count(recoveryCodes), 0);
  // By form, for who signed in a while ago.
  await turnOn();
  now += 10 * 60_000;
  assert.equal(codeOf(await turnOff(app.grace.id)), "403 password_needed");
  const asking = await (await visit(app, `/operator/people?turn-off-codes=${app.grace.id}`, app.olga)).text();
  const [, action] = /action="([^"]*\/turn-off-codes)"/.exec(asking)!;
  const wrong = await submit(app, action, app.olga, { password: "a guess" });
  assert.ok(wrong.status === 400 && (await wrong.text()).includes("Turn off the two-step codes of Grace"));
  assert.ok(await needsCode());
  const done = await submit(app, action, app.olga, { password: app.olga.password });
  assert.equal(done.headers.get("Location"), "/operator/people");
  assert.equal(await needsCode(), false);
});

Deno.test("sockets are closed also where nobody learns that a session's end was stored", async () => {
  await using app = await withOperator();
  const { ada, grace, mallory, call } = app;
  const present = await app.person("Ada");
  // Since when she is known as an operator is stored with the first call.
  assert.equal((await app.operate("GET", "/people")).status, 200);
  const ownSessions = async () => (await call("GET", "/auth/sessions", present)).body.sessions as OwnSession[];
  const [other] = (await ownSessions()).filter(({ current }) => !current);
  const newPassword = { currentPassword: present.password, newPassword: "Correct-horse-2" };
  const acts = [
    [() => mallory, () => app.operate("PUT", `/people/${mallory.id}`, { disabled: true })],
    [() => grace, () => app.operate("DELETE", `/people/${grace.id}/sessions`)],
    [() => ada, () => call("DELETE", `/auth/sessions/${other.id}`, present)],
    [() => app.person("Ada"), () => call("DELETE", "/auth/sessions", present)],
    [() => app.person("Ada"), () => call("PUT", "/auth/password", present, newPassword)],
  ] as const;
  for (const [who, act] of acts) {
    using socket = await connect(app.url, (await who()).token);
    loseNextAnswer(app.deps.db);
    assert.equal((await act()).status, 503);
    assert.match(await socket.next("disconnect"), /server disconnect|transport close/);
  }
});

Deno.test("without script Olga searches, disables, decides and announces", async () => {
  await using app = await withOperator();
  const html = async (path: string) => await (await visit(app, path, app.olga)).text();
  const people = await html("/operator/people?query=mallory");
  const [, disable] = /action="([^"?]*\/disable)[^"]*"/.exec(people)!;
  const done = await submit(app, disable, app.olga, {});
  assert.equal(done.headers.get("Location"), "/operator/people");
  assert.ok((await html("/operator/people?query=mallory")).includes("disabled"));
  await app.call("POST", "/reports", app.grace, {
    kind: "profile",
    id: app.ada.id,
    reason: "<script>alert(1)</script>",
  });
  const reports = await html("/operator/reports");
  assert.ok(reports.includes("&lt;script&gt;alert(1)"));
  const [, decide] = /action="([^"]*\/decide)"/.exec(reports)!;
  await submit(app, decide, app.olga, { decision: "dismissed", note: "" });
  assert.ok((await html("/operator/reports")).includes("Nothing here."));
  const wrong = await submit(app, "/operator/announcement", app.olga, { text: "Closed", hours: "9000" });
  const text = await wrong.text();
  assert.ok(
    wrong.status === 400 && text.includes("Please choose 1 to 720 hours") && text.includes("Closed</textarea>"),
  );
  await submit(app, "/operator/announcement", app.olga, { text: "Closed", hours: "2" });
  assert.ok((await html("/operator/announcement")).includes("Shown until"));
  for (const tab of ["groups", "mail", "audit"]) assert.ok((await html(`/operator/${tab}`)).includes("Admin"));
});
