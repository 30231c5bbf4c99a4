import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertMail } from "../../db/mail.ts";
import { startSmtp } from "../support/smtp.ts";
import { letter, minute, openPostOffice } from "./post_office.ts";

Deno.test("A mail is sent as text and HTML, and then deleted", async () => {
  await using server = await startSmtp();
  await using office = await openPostOffice(server.url);
  await office.post(letter());
  const mail = await server.next();
  assert.deepEqual([mail.to, mail.from, mail.subject], ["ada@example.org", "books@example.org", "Verify your address"]);
  assert.equal(mail.text.trim(), letter().text);
  assert.equal(mail.html.trim(), letter().html);
  assert.ok(mail.headers.includes("auto-submitted"));
  await office.mailer.close();
  assert.deepEqual(await office.rows(), []);
  assert.deepEqual(office.lines, []);
});

Deno.test("A mail is sent over TLS, with a password that is full of special characters", async () => {
  await using server = await startSmtp({
    secure: true,
    login: { user: "books@example.org", password: "p@ss:w/rd %?#" },
  });
  await using office = await openPostOffice(server.url);
  await office.post(letter());
  assert.equal((await server.next()).to, "ada@example.org");
});

Deno.test("A write that fails adds no mail to the queue", async () => {
  await using server = await startSmtp();
  await using office = await openPostOffice(server.url);
  const broken = office.db.q.run(sql`insert into members values ('no group', 'no user', 0)`);
  await assert.rejects(office.db.write([office.mailer.enqueue(letter()), broken]));
  assert.deepEqual(await office.rows(), []);
});

Deno.test("Many mails are all sent, each once", async () => {
  await using server = await startSmtp();
  await using office = await openPostOffice(server.url);
  const everyone = Array.from({ length: 23 }, (_, n) => `reader${n}@example.org`);
  await Promise.all(everyone.map((to) => office.post(letter({ to }))));
  const reached = new Set();
  for (const _ of everyone) reached.add((await server.next()).to);
  await office.mailer.close();
  assert.equal(reached.size, everyone.length);
  assert.equal(server.received.length, everyone.length);
  assert.deepEqual(await office.rows(), []);
});

Deno.test("A server that hangs delays nothing else", async () => {
  await using server = await startSmtp();
  server.behaviour = "hang";
  await using office = await openPostOffice(server.url);
  await office.post(letter());
  await server.connected();
  // Whatever waited for this server would wait until it counts as tried in vain.
  await office.post(letter({ to: "grace@example.org" }));
  await office.mailer.close();
  assert.deepEqual((await office.rows()).map(({ recipient, attempts, dueAt }) => [recipient, attempts, dueAt]), [
    ["ada@example.org", 0, office.now()],
    ["grace@example.org", 0, office.now()],
  ]);
});

Deno.test("Mails left in the queue by an earlier run are sent after the start", async () => {
  await using server = await startSmtp();
  server.behaviour = "hang";
  await using office = await openPostOffice(server.url);
  await office.post(letter());
  await server.connected();
  await office.mailer.close();
  server.behaviour = "accept";
  await office.restart(server.url);
  assert.equal((await server.next()).to, "ada@example.org");
});

Deno.test("A mail that becomes due is sent without a further call", async () => {
  await using server = await startSmtp();
  await using office = await openPostOffice();
  const { to, ...parts } = letter();
  const createdAt = Date.now();
  await office.db.write([
    insertMail(office.db, { id: "1", recipient: to, ...parts, createdAt, dueAt: createdAt + 50 }),
  ]);
  office.now = Date.now;
  await office.restart(server.url);
  assert.equal((await server.next()).to, "ada@example.org");
});

Deno.test("Without a mail server mails are stored, and not sent when one is set later", async () => {
  await using server = await startSmtp();
  await using office = await openPostOffice();
  await office.post(letter());
  await office.restart(server.url);
  await office.post(letter({ to: "grace@example.org" }));
  assert.equal((await server.next()).to, "grace@example.org");
  office.pass(24 * 60 * minute);
  await office.mailer.close();
  assert.equal(server.received.length, 1);
  const [kept, ...more] = await office.rows();
  assert.deepEqual(more, []);
  assert.deepEqual([kept.recipient, kept.dueAt, kept.failedAt], ["ada@example.org", null, null]);
  assert.equal(kept.text, letter().text);
});

Deno.test("Of stored mails the latest thousand stay", async () => {
  await using office = await openPostOffice();
  const oldest = office.mailer.enqueue(letter());
  const others = Array.from({ length: 1000 }, () => office.mailer.enqueue(letter({ to: "grace@example.org" })));
  await office.db.write([oldest, ...others]);
  office.mailer.wake();
  await office.mailer.close();
  const rows = await office.rows();
  assert.equal(rows.length, 1000);
  assert.ok(rows.every(({ recipient }) => recipient === "grace@example.org"));
});

Deno.test("A mail that was sent but could not be deleted is not sent twice", async () => {
  await using server = await startSmtp();
  await using office = await openPostOffice(server.url);
  await office.db.q.run(sql`create trigger full before delete on mails begin select raise(abort, 'full'); end`);
  await office.post(letter());
  assert.equal((await office.logged()).msg, "the mail queue could not be read or written");
  await office.db.q.run(sql`drop trigger full`);
  office.pass(minute);
  await office.post(letter({ to: "grace@example.org" }));
  await server.next(({ to }) => to === "grace@example.org");
  await office.mailer.close();
  assert.deepEqual(server.received.map(({ to }) => to), ["ada@example.org", "grace@example.org"]);
  assert.deepEqual(await office.rows(), []);
});

Deno.test("After a crash between sending and deleting, the mail is sent again with the same Message-ID", async () => {
  await using server = await startSmtp();
  await using office = await openPostOffice(server.url);
  await office.db.q.run(sql`create trigger full before delete on mails begin select raise(abort, 'full'); end`);
  await office.post(letter());
  await office.logged();
  await office.restart(server.url);
  const [first, second] = [await server.next(), await server.next()];
  assert.equal(first.messageId, second.messageId);
  assert.match(first.messageId, /^<[0-9a-f-]{36}@example\.org>$/);
});
