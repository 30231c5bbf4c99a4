import assert from "node:assert/strict";
import { eq, isNotNull } from "drizzle-orm";
import { insertMail } from "../../db/notices/mail_queue.ts";
import { mails, notices } from "../../db/schema.ts";
import { mailDigests } from "../../server/actions/notices/digest.ts";
import { digestMail } from "../../server/mail/digest.tsx";
import { plainSite } from "../../server/settings/site.ts";
import { type Person, startApp } from "../support/app.ts";
import { startSmtp } from "../support/servers/smtp.ts";

const minute = 60_000;
const never = new AbortController().signal;

/** Ada and Grace in a group, a mail server, and a clock that can be set. */
async function withMail() {
  await using starting = new AsyncDisposableStack();
  const smtp = starting.use(await startSmtp());
  let now = Date.UTC(2026, 0, 1);
  const env = { MAIL_URL: smtp.url, PUBLIC_URL: "https://books.example" };
  const app = starting.use(await startApp({ env, clock: () => now }));
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  await app.call("POST", "/notices/read", grace, { all: true });
  const disposal = starting.move();
  return {
    app,
    smtp,
    ada,
    grace,
    group,
    post: (content: string) => app.call("POST", `/groups/${group.id}/messages`, ada, { content }),
    /** Lets time pass, and mails what is due then. */
    async pass(ms: number) {
      now += ms;
      await mailDigests(app.deps, never);
    },
    waiting: () => app.deps.db.q.select().from(mails),
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

Deno.test("a mention that is unread after fifteen minutes is mailed with a link, and nothing of the message", async () => {
  await using scene = await withMail();
  const { smtp, group, post, pass, waiting } = scene;
  await post("the secret of @grace");
  await pass(14 * minute);
  assert.deepEqual(await waiting(), []);
  await pass(minute);
  const mail = await smtp.next();
  assert.equal(mail.to, "grace@example.org");
  assert.equal(mail.subject, "Ada mentioned you in Group of ada");
  for (const part of [mail.text, mail.html]) {
    assert.ok(part.includes(`https://books.example/group/${group.id}?message=1`));
    assert.ok(!part.includes("secret"));
  }
  await pass(10 * minute);
  assert.equal(smtp.received.length, 1);
});

Deno.test("in the quiet hours of its group nothing is mailed, and all of it after them", async () => {
  await using scene = await withMail();
  const { app, smtp, ada, grace, group, post, pass } = scene;
  const quietHours = { from: "23:30", to: "07:00", timeZone: "UTC" };
  await app.call("PUT", `/groups/${group.id}/settings`, ada, { quietHours });
  await post("Late, @grace");
  await pass(15 * minute);
  await pass(6 * 60 * minute);
  assert.deepEqual(smtp.received, []);
  assert.equal((await app.call("GET", "/notices", grace)).body.unread, 1, "it is in the bell");
  await pass(45 * minute);
  assert.equal((await smtp.next()).subject, "Ada mentioned you in Group of ada");
});

Deno.test("a mail about notices can be refused with one click, from any program, without logging in", async () => {
  await using scene = await withMail();
  const { app, smtp, post, pass, waiting } = scene;
  await post("For @grace");
  await pass(15 * minute);
  const mail = await smtp.next();
  assert.equal(mail.header("list-unsubscribe-post"), "List-Unsubscribe=One-Click");
  const [, address] = /^<(https:\/\/books\.example\/unsubscribe\?token=[\w-]{43})>$/.exec(
    mail.header("list-unsubscribe")!,
  )!;
  assert.ok(mail.text.includes(address));
  const here = app.url + new URL(address).pathname + new URL(address).search;
  const page = await (await fetch(here)).text();
  assert.match(page, /name="mentions" checked/);
  assert.match(await (await fetch(here)).text(), /name="mentions" checked/, "opening it has changed nothing");
  const answer = await fetch(here, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: "https://mail.example", "Content-Type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  assert.equal(answer.status, 200);
  await answer.body?.cancel();
  assert.doesNotMatch(await (await fetch(here)).text(), /checked/);
  await post("Again for @grace");
  await pass(60 * minute);
  assert.deepEqual(await waiting(), []);
  // One that has to be sent cannot be refused.
  await app.call("POST", "/auth/forgot-password", null, { email: "grace@example.org" });
  assert.deepEqual((await smtp.next()).headers.filter((name) => name.startsWith("list-")), []);
  assert.ok(!app.log.join("").includes(new URL(address).searchParams.get("token")!), "the log has no token");
});

Deno.test("what was read, deleted or left meanwhile is not mailed", async () => {
  await using scene = await withMail();
  const { app, ada, grace, group, post, pass, waiting } = scene;
  await post("One for @grace");
  await app.call("PUT", `/groups/${group.id}/read`, grace, { seq: 1 });
  const { body } = await post("Two for @grace");
  await app.call("DELETE", `/groups/${group.id}/messages/${body.message.id}`, ada);
  await post("Three for @grace");
  await app.call("DELETE", `/groups/${group.id}/members/${grace.id}`, ada);
  await pass(60 * minute);
  assert.deepEqual(await waiting(), []);
});

Deno.test("mentions and replies are mailed once an hour at most, all that wait in one mail", async () => {
  await using scene = await withMail();
  const { app, smtp, grace, post, pass, waiting } = scene;
  const nora = await app.person("Nora");
  const subjects: string[] = [];
  for (let minutes = 1; minutes <= 120; minutes++) {
    await post(`${minutes} for @grace`);
    if (minutes === 61) await app.call("POST", `/friends/request/${grace.id}`, nora);
    await pass(minute);
    if (minutes === 15 || minutes === 75) subjects.push((await smtp.next()).subject);
  }
  // The second with the friend request.
  assert.deepEqual(subjects, ["15 notifications from Chapterhouse", "61 notifications from Chapterhouse"]);
  assert.deepEqual([await waiting(), smtp.received.length], [[], 2]);
});

Deno.test("everything but mentions and replies is mailed once a day at most, in one mail", async () => {
  await using scene = await withMail();
  const { app, smtp, grace, pass } = scene;
  const [nora, mallory, eve] = [await app.person("Nora"), await app.person("Mallory"), await app.person("Eve")];
  const ask = (one: Person) => app.call("POST", `/friends/request/${grace.id}`, one);
  await ask(nora);
  await ask(mallory);
  await pass(15 * minute);
  const mail = await smtp.next();
  assert.equal(mail.subject, "2 notifications from Chapterhouse");
  await ask(eve);
  await pass(23 * 60 * minute);
  assert.equal(smtp.received.length, 1);
  await pass(60 * minute);
  assert.equal((await smtp.next()).subject, "Eve sent you a friend request");
});

Deno.test("instances that look at the same moment mail it once, and such mails do not count towards those that somebody may ask for", async () => {
  await using scene = await withMail();
  const { app, smtp, grace, post, pass } = scene;
  for (let n = 0; n < 5; n++) {
    await post(`${n} for @grace`);
    await Promise.all([pass(60 * minute), mailDigests(app.deps, never), mailDigests(app.deps, never)]);
    await smtp.next();
    await mailDigests(app.deps, never);
    assert.equal(smtp.received.length, n + 1);
  }
  assert.equal((await app.call("POST", "/auth/forgot-password", null, { email: grace.email })).status, 200);
  await smtp.next();
});

Deno.test("somebody whom an operator has disabled is mailed nothing: neither what waits nor what comes later", async () => {
  await using smtp = await startSmtp();
  let now = Date.UTC(2026, 0, 1);
  const env = { MAIL_URL: smtp.url, OPERATORS: "olga@example.org" };
  await using app = await startApp({ env, clock: () => now });
  const { db } = app.deps;
  const [olga, ada, grace] = [await app.person("Olga"), await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const ask = () => app.call("POST", "/auth/forgot-password", null, { email: grace.email });
  const disable = (disabled: boolean) => app.call("PUT", `/operator/people/${grace.id}`, olga, { disabled });
  const toGrace = () => db.q.select({ id: mails.id }).from(mails).where(eq(mails.recipient, grace.email));
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "For @grace" });
  // What waits for its next try.
  const waiting = { recipient: grace.email, subject: "Hello", text: "Hello", html: "Hello", createdAt: 1 };
  await db.write([insertMail(db, { ...waiting, id: "waiting", dueAt: now + 3600_000 })]);
  assert.equal((await toGrace()).length, 1);
  assert.equal((await disable(true)).status, 200);
  assert.deepEqual(await toGrace(), []);
  await ask();
  await app.call("POST", `/groups/${group.id}/invites/mail`, ada, { emails: [grace.email] });
  const other = await app.group(ada);
  await app.call("POST", `/groups/${other.id}/invites/mail`, ada, { emails: [grace.email] });
  now += 25 * 60 * minute;
  await mailDigests(app.deps, never);
  assert.deepEqual(await toGrace(), []);
  assert.deepEqual(await db.q.select().from(notices).where(isNotNull(notices.mailAt)), [], "nothing is tried again");
  // Others are.
  await app.call("POST", `/groups/${other.id}/invites/mail`, ada, { emails: ["nora@example.org"] });
  assert.equal((await smtp.next()).to, "nora@example.org");
  await disable(false);
  await ask();
  assert.equal((await smtp.next()).to, grace.email);
  assert.equal(smtp.received.length, 2);
});

Deno.test("a mail of many notices names the first fifty, and no word that a mail program could make a link of", () => {
  const about = { site: plainSite, name: null, origin: "https://books.example", unsubscribeUrl: "https://u" };
  const notice = (text: string) => ({ text, url: "/x" });
  const many = digestMail({ ...about, notices: Array.from({ length: 60 }, (_, n) => notice(`Number ${n}`)) });
  assert.equal(many.subject, "60 notifications from Chapterhouse");
  const { text } = many;
  assert.ok(text.includes("Number 49") && !text.includes("Number 50") && text.includes("And 10 more."));
  const ofPage = (place: string) =>
    digestMail({ ...about, notices: [{ ...notice("Ada mentioned you in Engine"), place }] }).subject;
  assert.equal(ofPage("on page 120 of “Dune”"), "Ada mentioned you in Engine, on page 120 of “Dune”");
  assert.equal(ofPage("on page 120 of “evil.example”"), "Ada mentioned you in Engine, on page 120 of “…”");
  assert.equal(
    digestMail({ ...about, notices: [notice("evil.example sent you a friend request")] }).subject,
    "Somebody sent you a friend request",
  );
  const mail = digestMail({ ...about, notices: [notice("Win at evil.example sent you a friend request")] });
  assert.equal(mail.subject, "Win at … sent you a friend request");
  for (const part of [mail.text, mail.html]) assert.ok(!part.includes("evil"));
  assert.ok(!mail.html.includes("break-all"), "lines break between words");
});
