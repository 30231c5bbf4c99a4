/** Announcement, mails, numbers and the audit log. */
import assert from "node:assert/strict";
import { addCounts } from "../../../db/operator/site.ts";
import { auditLog, mails } from "../../../db/schema.ts";
import { codeOf, submit } from "../../support/requests.ts";
import { withOperator } from "./olga.ts";

Deno.test("an announcement stands on every page until it ends or is taken down", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withOperator({ clock: () => now });
  const announce = async (text: string, inMs: number) =>
    codeOf(await app.operate("PUT", "/announcement", { text, endsAt: new Date(now + inMs).toISOString() }));
  const end = async () => codeOf(await app.operate("DELETE", "/announcement"));
  assert.ok(!(await app.read("/login", null)).includes("Closed on Sunday"));
  assert.equal(await announce("Closed <on> Sunday", 3600_000), "200");
  for (const [path, as] of [["/login", null], ["/dashboard", app.ada]] as const) {
    assert.ok((await app.read(path, as)).includes("Closed &lt;on&gt; Sunday"), path);
  }
  now += 3600_001;
  assert.ok(!(await app.read("/login", null)).includes("Closed"));
  await announce("Again", 1000);
  assert.deepEqual([await end(), await end()], ["200", "404 no_announcement"]);
  assert.ok(!(await app.read("/login", null)).includes("Again"));
  const long = await submit(app, "/operator/announcement", app.olga, { text: "Closed", hours: "9000" });
  const html = await long.text();
  assert.ok(html.includes("Please choose 1 to 720 hours") && html.includes("Closed</textarea>"));
  for (const inMs of [-1, 31 * 24 * 3600_000]) assert.equal(await announce("Late", inMs), "400 invalid_input");
});

Deno.test("mails of the queue are tried again or dropped; neither their texts are shown nor who wrote to whom", async () => {
  await using app = await withOperator();
  const { db } = app.deps;
  const mail = { recipient: "x@example.org", subject: "Hello", text: "secret", html: "secret", createdAt: 1 };
  await db.write([
    db.q.insert(mails).values({ ...mail, id: "waiting", attempts: 3, dueAt: 9e12 }),
    db.q.insert(mails).values({
      ...mail,
      id: "failed",
      subject: "Ada wrote to you",
      unsubscribeUrl: "https://example.org/unsubscribe",
      attempts: 21,
      failedAt: 5,
    }),
  ]);
  const act = async (method: string, path: string) => codeOf(await app.operate(method, `/mail/${path}`));
  const { body } = await app.operate("GET", "/mail");
  assert.deepEqual(body.mails.map(({ id, subject }: { id: string; subject: string }) => [id, subject]), [
    ["failed", "Notifications"],
    ["waiting", "Hello"],
  ]);
  assert.ok(!JSON.stringify(body).includes("secret"));
  const retries = [await act("POST", "waiting/retry"), await act("POST", "failed/retry")];
  assert.deepEqual(retries, ["200", "404 mail_not_found"]);
  assert.deepEqual([await act("DELETE", "failed"), await act("DELETE", "failed")], ["200", "404 mail_not_found"]);
  const [{ dueAt }] = await db.q.select({ dueAt: mails.dueAt }).from(mails);
  assert.ok(dueAt! < 9e12);
  const rows = await db.q.select().from(auditLog).orderBy(auditLog.at, auditLog.id);
  assert.deepEqual(rows.map(({ act, subject, subjectId }) => [act, subject, subjectId]), [
    ["retry mail", "x@example.org", "waiting"],
    ["drop mail", "x@example.org", "failed"],
  ]);
});

Deno.test("numbers of the last 365 days come with zeros between them, and messages and errors are counted", async () => {
  const now = Date.UTC(2026, 10, 1, 12);
  await using app = await withOperator({ clock: () => now });
  for (const count of [3, 4]) await addCounts(app.deps.db, "2026-10-30", [{ name: "mails", count }]);
  await addCounts(app.deps.db, "2026-09-10", [{ name: "mails", count: 14 }]);
  await app.post(app.ada, "Hello");
  await app.deps.counts.close();
  const { days } = (await app.operate("GET", "/numbers")).body;
  assert.equal(days.length, 365);
  assert.deepEqual(days.at(-3), {
    day: "2026-10-30",
    people: 0,
    messages: 0,
    mails: 7,
    errors: 0,
    registered: null,
    storage: null,
  });
  assert.equal(days.at(-1).messages, 1);
  const html = await app.read("/operator/numbers");
  // Today's are not recorded before the next hour.
  assert.match(html, /People registered<\/figcaption><p><strong>4</);
  assert.ok(html.includes("<svg") && html.includes("<caption>"));
  assert.match(html, /Emails sent<\/figcaption><p><strong>7<.*?50% down from the 30 days before/);
  assert.match(html, /Errors<\/figcaption><p><strong>None<.*?Requests that the site failed to answer/);
});

Deno.test("the audit log is listed and cannot be changed, not even in the database", async () => {
  await using app = await withOperator();
  await app.operate("DELETE", `/people/${app.mallory.id}/sessions`);
  const [row] = (await app.operate("GET", "/audit")).body.acts;
  assert.deepEqual([row.operator, row.act, row.subjectId], ["olga@example.org", "end sessions", app.mallory.id]);
  assert.match(await app.read("/operator/audit"), /<strong>Logged out everywhere<\/strong>/);
  const { db } = app.deps;
  await assert.rejects(db.write([db.q.update(auditLog).set({ act: "nothing" })]));
  await assert.rejects(db.write([db.q.delete(auditLog)]));
  assert.equal((await app.operate("GET", "/audit")).body.acts.length, 1);
});
