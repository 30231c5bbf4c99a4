import assert from "node:assert/strict";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { until } from "../support/operate.ts";
import { outagesOf } from "./outages.ts";
import { history, openRoom } from "./room.ts";
import { assertWhole, talk } from "./talking.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";

let cluster: Cluster;
Deno.test.beforeAll(async () => {
  cluster = await startCluster();
});
Deno.test.afterAll(() => cluster?.[Symbol.asyncDispose]());

for (const [what, outage] of Object.entries(outagesOf(() => cluster.sqld))) {
  // spec: trust.1, trust.11
  Deno.test(`the libSQL server ${what} while members talk: nothing acknowledged is lost, and what failed is sent again`, async () => {
    using room = await openRoom(cluster);
    const names = ["ada", "grace", "nora", "ada", "grace", "nora"] as const;
    const clients = await Promise.all(names.map((name) => room.enter(name, cluster)));
    const talking = talk(clients);
    await talking.acknowledged(100);
    await outage.begin();
    await readyzIs(503);
    assert.deepEqual(await statusesOfDashboard(room.tokens.ada), cluster.nodes.map(() => 503));
    const before = talking.count();
    await outage.end();
    await readyzIs(200);
    await talking.acknowledged(before + 100);
    await talking.end();
    assert.deepEqual(await statusesOfDashboard(room.tokens.ada), cluster.nodes.map(() => 200));
    for (const node of cluster.nodes) {
      await assertWhole(clients, await history(node, { groupId: room.groupId, token: room.tokens.ada }));
    }
  });
}

/** Waits until every instance answers so whether it is ready. */
async function readyzIs(status: number): Promise<void> {
  for (const { url } of cluster.nodes) {
    await until(async () => {
      const answer = await fetch(`${url}/readyz`);
      await answer.text();
      return answer.status === status;
    });
  }
}

/** What each instance answers who asks for the dashboard. */
const statusesOfDashboard = (token: string): Promise<number[]> =>
  Promise.all(cluster.nodes.map(async ({ url }) => {
    const answer = await fetch(url + sitePaths.dashboard, { headers: { Cookie: `${sessionCookie}=${token}` } });
    await answer.text();
    return answer.status;
  }));
