import assert from "node:assert/strict";
import { claimDueMails } from "../../db/notices/mail_queue.ts";
import { mails } from "../../db/schema.ts";
import { startSmtp } from "../support/servers/smtp.ts";
import { openTestMailer, openTwoMailers, sampleEmail, type TestMailer } from "./test_mailer.ts";

/** Claims a mail as a process that crashes then. */
async function crashWhileSending({ db, mailer, now }: TestMailer): Promise<void> {
  await db.write([mailer.enqueue(sampleEmail())]);
  assert.equal((await claimDueMails(db, now(), 1)).length, 1);
}

Deno.test("Of two instances one sends each mail, whoever wrote it", async () => {
  await using server = await startSmtp();
  await using test = await openTwoMailers(server.url);
  const everyone = Array.from({ length: 40 }, (_, n) => `reader${n}@example.org`);
  await Promise.all(everyone.map((to, n) => (n % 2 ? test.first : test.second).post(sampleEmail({ to }))));
  for (const _ of everyone) await server.next();
  await Promise.all([test.first, test.second].map(({ mailer }) => mailer.close()));
  assert.deepEqual(server.received.map(({ to }) => to).sort(), everyone.sort());
  assert.deepEqual(await test.first.rows(), []);
});

Deno.test("A mail that one instance is sending no other sends, until the first one stops in the middle", async () => {
  await using server = await startSmtp();
  server.behaviour = "hang";
  await using test = await openTwoMailers(server.url);
  await test.first.post(sampleEmail());
  await server.connected();
  await test.second.restart(server.url);
  await test.second.mailer.close();
  assert.equal(server.connections, 1);
  await test.first.mailer.close();
  server.behaviour = "accept";
  await test.second.restart(server.url);
  assert.equal((await server.next()).to, "ada@example.org");
});

Deno.test("A mail of an instance that crashed is sent by another once the claim has ended", async () => {
  await using server = await startSmtp();
  await using test = await openTwoMailers(server.url);
  const { first, second } = test;
  await crashWhileSending(first);
  await second.restart(server.url);
  await second.mailer.close();
  assert.equal(server.connections, 0);
  await first.db.write([first.db.q.update(mails).set({ claimedUntil: 1 })]);
  await second.restart(server.url);
  assert.equal((await server.next()).to, "ada@example.org");
});

Deno.test("A service that is alone sends the mails of one that crashed as soon as it has started", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer();
  await test.restart(server.url);
  await test.mailer.close();
  await crashWhileSending(test);
  await test.restart(server.url);
  assert.equal((await server.next()).to, "ada@example.org");
});
