import assert from "node:assert/strict";
import { v7 as uuid } from "uuid";
import { insertMail } from "../../db/notices/mail_queue.ts";
import { mails } from "../../db/schema.ts";
import { startCluster } from "../support/cluster.ts";
import { until } from "../support/operate.ts";
import { startSmtp } from "../support/smtp.ts";
import { sampleEmail } from "../mail/test_mailer.ts";
import { callApi } from "./room.ts";

const count = 200;
/** How many an instance sends at a time. */
const together = 5;

Deno.test("of two hundred mails, each is sent once, but for those an instance was killed with right after they were accepted", async () => {
  await using server = await startSmtp();
  await using cluster = await startCluster({ env: { MAIL_URL: server.url } });
  const { db, nodes: [killed, ...others] } = cluster;
  const waiting = () => db.q.select().from(mails);
  const { text, html, subject } = sampleEmail();
  const ids = Array.from({ length: count }, () => uuid());
  await Promise.all(ids.map((id, n) => {
    const recipient = `reader${n}@example.org`;
    return db.write([insertMail(db, { id, recipient, subject, text, html, createdAt: 1, dueAt: 1 })]);
  }));
  const answer = server.hold();
  // Each instance has one to send itself, and so looks for others.
  for (const [n, node] of cluster.nodes.entries()) {
    const body = { email: `${["ada", "grace", "mallory"][n]}@example.org` };
    await callApi(node, { method: "POST", path: "/auth/forgot-password", body });
  }
  await until(() => server.received.length === cluster.nodes.length * together);
  await killed.end("SIGKILL");
  answer();
  // The others go on with the rest.
  await until(async () => (await waiting()).length <= together);
  for (const node of others) assert.equal((await node.end("SIGTERM")).code, 0);
  const left = (await waiting()).map(({ id }) => id);
  assert.equal(left.length, together);

  await db.write([db.q.update(mails).set({ claimedUntil: 1 })]);
  await others[0].start();
  await until(async () => (await waiting()).length === 0);
  const sent = Map.groupBy(server.received.map(idOf), (id) => id);
  const timesSent = (id: string) => sent.get(id)?.length ?? 0;
  const timesWanted = (id: string) => left.includes(id) ? 2 : 1;
  assert.deepEqual(ids.map(timesSent), ids.map(timesWanted));
  assert.equal(sent.size, count + cluster.nodes.length);
});

const idOf = ({ messageId }: { messageId: string }): string => messageId.slice(1, messageId.indexOf("@"));
