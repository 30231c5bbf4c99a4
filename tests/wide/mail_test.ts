import assert from "node:assert/strict";
import { v7 as uuid } from "uuid";
import { insertMail } from "../../db/notices/mail_queue.ts";
import { mails } from "../../db/schema.ts";
import { sampleEmail } from "../mail/test_mailer.ts";
import { startCluster } from "../support/cluster.ts";
import { until } from "../support/operate.ts";
import { startSmtp } from "../support/servers/smtp.ts";
import { callApi } from "./room.ts";

/** How many mails an instance sends at a time. */
const together = 5;

Deno.test("Of a hundred mails each is sent once by some instance, but for those whose instance was killed right after they were accepted: these another one sends again, once their claim has ended", async () => {
  await using server = await startSmtp();
  await using cluster = await startCluster({ env: { MAIL_URL: server.url } });
  const { db, nodes: [killed, ...others] } = cluster;
  const waiting = () => db.q.select().from(mails);
  const { text, html, subject } = sampleEmail();
  const ids = Array.from({ length: 100 }, () => uuid());
  await Promise.all(ids.map((id, n) => {
    const recipient = `reader${n}@example.org`;
    return db.write([insertMail(db, { id, recipient, subject, text, html, createdAt: 1, dueAt: 1 })]);
  }));
  const answer = server.hold();
  // Each instance has one to send itself, and so looks for others.
  const lookFor = (name: string, n: number) =>
    callApi(cluster.nodes[n], "POST /auth/forgot-password", { body: { email: `${name}@example.org` } });
  await Promise.all(["ada", "grace", "mallory"].map(lookFor));
  await until(() => server.received.length === cluster.nodes.length * together);
  await killed.end("SIGKILL");
  answer();
  // The others go on with the rest, but for those that the killed one had claimed.
  await until(async () => (await waiting()).length <= together);
  const left = (await waiting()).map(({ id }) => id);
  assert.equal(left.length, together);

  await db.write([db.q.update(mails).set({ claimedUntil: 1 })]);
  await callApi(others[0], "POST /auth/forgot-password", { body: { email: "ada@example.org" } });
  await until(async () => (await waiting()).length === 0);
  const sent = Map.groupBy(server.received.map(({ messageId }) => messageId.slice(1).split("@")[0]), (id) => id);
  const timesWanted = (id: string) => left.includes(id) ? 2 : 1;
  assert.deepEqual(ids.map((id) => sent.get(id)?.length), ids.map(timesWanted));
  assert.equal(sent.size, ids.length + cluster.nodes.length + 1);
});
