import assert from "node:assert/strict";
import * as peopleLimits from "../../../server/contract/people/limits.ts";
import { run } from "../../support/cast.ts";
import { codeOf, submit } from "../../support/requests.ts";
import { withOperator } from "./olga.ts";
import { inScene } from "../../support/in_scene.ts";

async function withReports(env: Record<string, string> = {}) {
  const app = await withOperator({ env });
  const { call, grace, operate } = app;
  const waiting = async () => (await operate("GET", "/reports")).body.reports;
  return {
    ...app,
    waiting,
    /** Grace reports something. @returns the report's id */
    report: async (kind: string, id: string, reason = "Vile"): Promise<string> => {
      await call("POST", "/reports", grace, { kind, id, reason });
      return (await waiting())[0].id;
    },
    decide: async (id: string, decision: string, as = app.olga) =>
      codeOf(await operate("PUT", `/reports/${id}`, { decision, note: "Thanks" }, as)),
    /** The newest notice of Grace's. */
    told: async () => (await call("GET", "/notices", grace)).body.notices[0],
    contents: async () => (await app.messages()).map(({ content }) => content),
  };
}

const test = inScene(withReports);

test("a reported message is judged in its context, removed for everyone, and its reporter is told", async (app) => {
  for (const text of ["One", "Two", "Three"]) await app.post(app.ada, text);
  const bad = await app.post(app.ada, "Something vile");
  await app.post(app.ada, "Six");
  const id = await app.report("message", bad.id);
  const { notices } = (await app.call("GET", "/notices", app.olga)).body;
  assert.deepEqual([notices[0].kind, notices[0].url], ["report", "/operator/reports"]);
  const [{ snapshot, reporter, about, reason }] = await app.waiting();
  const context = snapshot.context.map(({ content }: { content: string }) => content);
  assert.deepEqual(context, ["One", "Two", "Three", "Something vile", "Six"]);
  assert.deepEqual([reporter, about, reason], ["grace", "ada", "Vile"]);
  assert.equal(await app.decide(id, "removed"), "200");
  assert.deepEqual(await app.contents(), ["One", "Two", "Three", "", "Six"]);
  assert.equal((await app.told()).text, "Your report was looked at: it was removed. Thanks");
  assert.equal(await app.decide(id, "dismissed"), "409 already_decided");
  assert.deepEqual(await app.waiting(), []);
  assert.equal((await app.operate("GET", "/reports?decided=1")).body.reports[0].decision, "removed");
});

test("a long message that was reported shows its beginning, and its whole text once", async (app) => {
  const long = Array.from({ length: 40 }, (_, n) => `Line ${n}`).join("\n");
  await app.post(app.ada, "Before");
  await app.report("message", (await app.post(app.ada, long)).id);
  const html = await app.read("/operator/reports");
  assert.equal(html.split(long).length, 2);
  const [, beginning] = /<summary><span class="operator-text" dir="auto">([^<]+)</.exec(html)!;
  assert.equal(beginning, "Line 0\nLine 1\nLine 2\nLine 3\nLine 4\nLine 5…");
  assert.match(html, /The messages around it[^]*Before[^]*The message that was reported/);
});

test("a reported group can be deleted, a reported person disabled, and a profile not removed; a report leads to both accounts", async (app) => {
  const profile = await app.report("profile", app.mallory.id);
  const html = await app.read("/operator/reports");
  for (const name of ["mallory", "grace"]) assert.ok(html.includes(`href="/operator/people?query=${name}"`), name);
  assert.equal(await app.decide(profile, "removed"), "400 not_removable");
  await app.decide(profile, "disabled");
  assert.equal((await app.call("GET", "/auth/me", app.mallory)).status, 401);
  await app.decide(await app.report("group", app.circle.id), "removed");
  assert.equal((await app.call("GET", app.here, app.ada)).status, 404);
  assert.equal(await app.decide(await app.report("profile", app.olga.id), "disabled"), "409 is_operator");
});

Deno.test("a message is removed however much the group's creator has changed a moment ago", async () => {
  await using app = await withReports({ RATE_LIMITS: "messageChange=1/60" });
  const [{ id }, other] = [await app.post(app.grace, "Vile"), await app.post(app.grace, "Fine")];
  const react = async () =>
    (await app.call("PUT", `${app.here}/messages/${other.id}/reactions/%F0%9F%91%8D`, app.ada)).status;
  assert.deepEqual([await react(), await react()], [200, 429]);
  assert.equal(await app.decide(await app.report("message", id), "removed"), "200");
  assert.deepEqual(await app.contents(), ["", "Fine"]);
});

test("a report whose message could not be removed waits, and is decided again", async (app) => {
  const { id } = await app.post(app.ada, "Vile");
  const report = await app.report("message", id);
  await run(
    app,
    "create trigger refuse before update of deleted_at on messages begin select raise(abort, 'refused'); end",
  );
  assert.equal(await app.decide(report, "removed"), "500 server_error");
  assert.equal((await app.waiting()).length, 1);
  assert.notEqual((await app.told()).kind, "report");
  await run(app, "drop trigger refuse");
  assert.equal(await app.decide(report, "removed"), "200");
  assert.deepEqual([await app.contents(), (await app.told()).kind], [[""], "report"]);
});

test("a decision that is refused leaves what was typed about it, by form, and of two decisions at once one counts", async (app) => {
  const id = await app.report("profile", app.olga.id);
  const decide = (fields: Record<string, string>) => submit(app, `/operator/reports/${id}/decide`, app.olga, fields);
  const long = "n".repeat(peopleLimits.reports.note + 1);
  for (const [decision, note, status] of [["disabled", "An operator", 409], ["dismissed", long, 400]] as const) {
    const refused = await decide({ decision, note });
    assert.equal(refused.status, status);
    assert.ok((await refused.text()).includes(`>${note}</textarea>`));
  }
  const root = await app.person("Root");
  const both = await Promise.all([app.olga, root].map((as) => app.decide(id, "dismissed", as)));
  assert.deepEqual(both.sort(), ["200", "409 already_decided"]);
  assert.equal((await app.acts()).length, 1);
  assert.equal((await decide({ decision: "dismissed", note: "Again" })).status, 409);
});

test("of a conversation operators read the message that was reported and no other, and a report of it is about the other one", async (app) => {
  const { call, ada, grace, operate } = app;
  await call("POST", `/friends/request/${ada.id}`, grace);
  await call("POST", `/friends/request/${grace.id}`, ada);
  const { group } = (await call("POST", `/users/${ada.id}/conversation`, grace)).body;
  const write = async (as: typeof ada, content: string) =>
    (await call("POST", `/groups/${group.id}/messages`, as, { content })).body.message;
  await write(grace, "Between us");
  const vile = await write(ada, "Vile");
  await write(grace, "Our secret");
  await app.report("message", vile.id);
  await app.report("group", group.id);
  const { reports } = (await operate("GET", "/reports")).body;
  assert.deepEqual(
    reports.map(({ about, snapshot }: { about: string; snapshot: { context: { content: string }[] } }) => [
      about,
      snapshot.context.map(({ content }) => content),
    ]),
    [[ada.username, ["Vile"]], [ada.username, []]],
  );
  assert.doesNotMatch(JSON.stringify(reports), /Between us|Our secret/);
});

test("a reported conversation is not offered to be removed, nor can it be", async (app) => {
  const { call, ada, grace } = app;
  await call("POST", `/friends/request/${ada.id}`, grace);
  await call("POST", `/friends/request/${grace.id}`, ada);
  const { group } = (await call("POST", `/users/${ada.id}/conversation`, grace)).body;
  const id = await app.report("group", group.id);
  assert.doesNotMatch(await app.read("/operator/reports"), /Remove it/);
  assert.equal(await app.decide(id, "removed"), "400 not_removable");
  assert.deepEqual(
    (await app.waiting()).map(({ id, mayRemove }: { id: string; mayRemove: boolean }) => [id, mayRemove]),
    [
      [id, false],
    ],
  );
  assert.equal(await app.decide(id, "disabled"), "200");
});

test("operators see no conversation among the groups, and remove a message of one that was reported", async (app) => {
  const { call, ada, grace, operate } = app;
  await call("POST", `/friends/request/${ada.id}`, grace);
  await call("POST", `/friends/request/${grace.id}`, ada);
  const { group } = (await call("POST", `/users/${ada.id}/conversation`, grace)).body;
  const direct = `/groups/${group.id}/messages`;
  const { message } = (await call("POST", direct, ada, { content: "Vile" })).body;
  const { groups } = (await operate("GET", "/groups")).body;
  assert.deepEqual(groups.map(({ id }: { id: string }) => id), [app.circle.id]);
  assert.equal(codeOf(await operate("DELETE", `/groups/${group.id}`, {})), "404 group_not_found");
  assert.equal(await app.decide(await app.report("message", message.id), "removed"), "200");
  assert.equal((await call("GET", direct, grace)).body.messages[0].content, "");
});
