import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertMail } from "../../db/notices/mail_queue.ts";
import { startSmtp } from "../support/servers/smtp.ts";
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

Deno.test("Mails are sent over TLS, each once, with a password that is full of special characters; a write that fails adds none", async () => {
  const login = { user: "books@example.org", password: "p@ss:w/rd %?#" };
  await using server = await startSmtp({ secure: true, login });
  await using test = await openTestMailer(server.url);
  const { q } = test.db;
  const broken = q.run(sql`insert into members (group_id, user_id, joined_at) values ('no group', 'no user', 0)`);
  await assert.rejects(test.db.write([test.mailer.enqueue(sampleEmail()), broken]));
  assert.deepEqual(await test.rows(), []);
  const everyone = Array.from({ length: 23 }, (_, n) => `reader${n}@example.org`);
  await Promise.all(everyone.map((to) => test.post(sampleEmail({ to }))));
  const reached = new Set();
  for (const _ of everyone) reached.add((await server.next()).to);
  await test.mailer.close();
  assert.deepEqual([reached.size, server.received.length], [everyone.length, everyone.length]);
  assert.deepEqual(await test.rows(), []);
});

Deno.test("A server that hangs delays nothing else, and what waits for it is sent after the next start", async () => {
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
  server.behaviour = "accept";
  await test.restart(server.url);
  assert.deepEqual([(await server.next()).to, (await server.next()).to].sort(), [
    "ada@example.org",
    "grace@example.org",
  ]);
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
  const recipients = (await test.rows()).map(({ recipient }) => recipient);
  assert.deepEqual(recipients, Array(1000).fill("grace@example.org"));
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

Deno.test("A mail is sent to one plain address only", async () => {
  await using test = await openTestMailer();
  const addresses = "ada@example.org\r\nBcc: mallory@example.org|ada@example.org\nRCPT TO:<mallory@example.org>|" +
    "ada@example.org, mallory@example.org|ada@example.org;mallory@example.org|Ada <ada@example.org>|ada@example.org>|" +
    '"ada mallory"@example.org|ada@example.org@mallory.example|ada@example.org\0|ada@example.org\u2028|ada|';
  for (const to of addresses.split("|")) {
    assert.throws(() => test.mailer.enqueue(sampleEmail({ to })), RangeError, JSON.stringify(to));
  }
});

Deno.test("A subject of several lines becomes one line and adds no header, and a text with SMTP commands is sent as text", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer(server.url);
  const text = "Hello\n.\nMAIL FROM:<mallory@example.org>\n..\n.\n\nFrom mallory";
  await test.post(sampleEmail({ subject: "Hello\r\nBcc: mallory@example.org\r\n\r\nBody\u0000\u0085!", text }));
  const mail = await server.next();
  assert.deepEqual([mail.subject, mail.to], ["Hello Bcc: mallory@example.org Body !", "ada@example.org"]);
  assert.ok(!mail.headers.includes("bcc"));
  assert.equal(mail.text.trim(), text);
  await test.mailer.close();
  assert.equal(server.received.length, 1);
});
