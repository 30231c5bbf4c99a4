import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertMail } from "../../db/notices/mail_queue.ts";
import { startSmtp } from "../support/smtp.ts";
import { minute, openTestMailer, sampleEmail } from "./test_mailer.ts";

Deno.test("A mail is sent as text and HTML, and then deleted", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer(server.url);
  await test.post(sampleEmail());
  const mail = await server.next();
  assert.deepEqual([mail.to, mail.from, mail.subject], ["ada@example.org", "books@example.org", "Verify your address"]);
  assert.equal(mail.text.trim(), sampleEmail().text);
  assert.equal(mail.html.trim(), sampleEmail().html);
  assert.ok(mail.headers.includes("auto-submitted"));
  await test.mailer.close();
  assert.deepEqual(await test.rows(), []);
  assert.deepEqual(test.lines, []);
});

Deno.test("A mail is sent over TLS, with a password that is full of special characters", async () => {
  await using server = await startSmtp({
    secure: true,
    login: { user: "books@example.org", password: "p@ss:w/rd %?#" },
  });
  await using test = await openTestMailer(server.url);
  await test.post(sampleEmail());
  assert.equal((await server.next()).to, "ada@example.org");
});

Deno.test("A write that fails adds no mail to the queue", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer(server.url);
  const broken = test.db.q.run(
    sql`insert into members (group_id, user_id, joined_at) values ('no group', 'no user', 0)`,
  );
  await assert.rejects(test.db.write([test.mailer.enqueue(sampleEmail()), broken]));
  assert.deepEqual(await test.rows(), []);
});

Deno.test("Many mails are all sent, each once", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer(server.url);
  const everyone = Array.from({ length: 23 }, (_, n) => `reader${n}@example.org`);
  await Promise.all(everyone.map((to) => test.post(sampleEmail({ to }))));
  const reached = new Set();
  for (const _ of everyone) reached.add((await server.next()).to);
  await test.mailer.close();
  assert.equal(reached.size, everyone.length);
  assert.equal(server.received.length, everyone.length);
  assert.deepEqual(await test.rows(), []);
});

Deno.test("A server that hangs delays nothing else", async () => {
  await using server = await startSmtp();
  server.behaviour = "hang";
  await using test = await openTestMailer(server.url);
  await test.post(sampleEmail());
  await server.connected();
  // A mail behind that server would wait until the try fails by timeout.
  await test.post(sampleEmail({ to: "grace@example.org" }));
  await test.mailer.close();
  assert.deepEqual((await test.rows()).map(({ recipient, attempts, dueAt }) => [recipient, attempts, dueAt]), [
    ["ada@example.org", 0, test.now()],
    ["grace@example.org", 0, test.now()],
  ]);
});

Deno.test("Mails left in the queue by an earlier run are sent after the start", async () => {
  await using server = await startSmtp();
  server.behaviour = "hang";
  await using test = await openTestMailer(server.url);
  await test.post(sampleEmail());
  await server.connected();
  await test.mailer.close();
  server.behaviour = "accept";
  await test.restart(server.url);
  assert.equal((await server.next()).to, "ada@example.org");
});

Deno.test("A mail that becomes due is sent without a further call", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer();
  const { to, ...parts } = sampleEmail();
  const createdAt = Date.now();
  await test.db.write([
    insertMail(test.db, { id: "1", recipient: to, ...parts, createdAt, dueAt: createdAt + 50 }),
  ]);
  test.now = Date.now;
  await test.restart(server.url);
  assert.equal((await server.next()).to, "ada@example.org");
});

Deno.test("Without a mail server mails are stored, and not sent when one is set later", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer();
  await test.post(sampleEmail());
  await test.restart(server.url);
  await test.post(sampleEmail({ to: "grace@example.org" }));
  assert.equal((await server.next()).to, "grace@example.org");
  test.pass(24 * 60 * minute);
  await test.mailer.close();
  assert.equal(server.received.length, 1);
  const [stored, ...more] = await test.rows();
  assert.deepEqual(more, []);
  assert.deepEqual([stored.recipient, stored.dueAt, stored.failedAt], ["ada@example.org", null, null]);
  assert.equal(stored.text, sampleEmail().text);
});

Deno.test("Of stored mails the latest thousand stay", async () => {
  await using test = await openTestMailer();
  const oldest = test.mailer.enqueue(sampleEmail());
  const others = Array.from({ length: 1000 }, () => test.mailer.enqueue(sampleEmail({ to: "grace@example.org" })));
  await test.db.write([oldest, ...others]);
  test.mailer.wake();
  await test.mailer.close();
  const rows = await test.rows();
  assert.equal(rows.length, 1000);
  assert.ok(rows.every(({ recipient }) => recipient === "grace@example.org"));
});

Deno.test("A mail that was sent but could not be deleted is not sent twice", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer(server.url);
  await test.db.q.run(sql`create trigger full before delete on mails begin select raise(abort, 'full'); end`);
  await test.post(sampleEmail());
  assert.equal((await test.logged()).msg, "the mail queue could not be read or written");
  await test.db.q.run(sql`drop trigger full`);
  test.pass(minute);
  await test.post(sampleEmail({ to: "grace@example.org" }));
  await server.next(({ to }) => to === "grace@example.org");
  await test.mailer.close();
  assert.deepEqual(server.received.map(({ to }) => to), ["ada@example.org", "grace@example.org"]);
  assert.deepEqual(await test.rows(), []);
});

Deno.test("After a crash between sending and deleting, the mail is sent again with the same Message-ID", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer(server.url);
  await test.db.q.run(sql`create trigger full before delete on mails begin select raise(abort, 'full'); end`);
  await test.post(sampleEmail());
  await test.logged();
  await test.restart(server.url);
  const [first, second] = [await server.next(), await server.next()];
  assert.equal(first.messageId, second.messageId);
  assert.match(first.messageId, /^<[0-9a-f-]{36}@example\.org>$/);
});
