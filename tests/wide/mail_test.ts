import assert from "node:assert/strict";
import { openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { mails } from "../../db/schema.ts";
import { startCluster } from "../support/cluster.ts";
import { startSmtp } from "../support/smtp.ts";
import { startSqld } from "../support/sqld.ts";
import { sampleEmail, TestMailer } from "../mail/test_mailer.ts";

Deno.test("Two hundred mails that three instances write are sent once each", async () => {
  await using sqld = await startSqld();
  await using server = await startSmtp();
  await using started = new AsyncDisposableStack();
  const mailers: TestMailer[] = [];
  for (let n = 0; n < 3; n++) {
    const db = await openDb({ url: sqld.url });
    if (n === 0) await migrate(db);
    mailers.push(started.use(new TestMailer({ db, [Symbol.asyncDispose]: db.close }, server.url, true)));
  }
  const everyone = Array.from({ length: 200 }, (_, n) => `reader${n}@example.org`);
  await Promise.all(everyone.map((to, n) => mailers[n % 3].post(sampleEmail({ to }))));
  for (const _ of everyone) await server.next();
  await Promise.all(mailers.map(({ mailer }) => mailer.close()));
  assert.deepEqual(server.received.map(({ to }) => to).sort(), everyone.sort());
  assert.deepEqual(await mailers[0].rows(), []);
});

Deno.test("The mail that an instance was sending when it was killed is sent by another one, once", async () => {
  await using server = await startSmtp();
  server.behaviour = "hang";
  await using cluster = await startCluster({ nodes: 2, env: { MAIL_URL: server.url } });
  const [killed, other] = cluster.nodes;
  await register(killed.url, "ada.lovelace@example.org");
  await server.connected();
  await killed.end("SIGKILL");
  server.behaviour = "accept";
  await register(other.url, "grace.hopper@example.org");
  await server.next(({ to }) => to === "grace.hopper@example.org");
  assert.equal(server.received.length, 1, "the claim of the killed instance counts");
  const { db } = cluster;
  await db.write([db.q.update(mails).set({ claimedUntil: 1 })]);
  await register(other.url, "mary.somerville@example.org");
  await server.next(({ to }) => to === "ada.lovelace@example.org");
  await server.next(({ to }) => to === "mary.somerville@example.org");
  assert.equal(server.received.length, 3);
});

async function register(url: string, email: string): Promise<void> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ fullname: "A Reader", email, password: "Correct-horse-1" }),
  });
  assert.equal(answer.status, 201);
  await answer.body?.cancel();
}
