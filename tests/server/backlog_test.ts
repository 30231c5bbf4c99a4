import assert from "node:assert/strict";
import { type Client, type Count, openBacklog } from "../../server/http/backlog.ts";
import { until } from "../support/operate.ts";

/**
 * Counts with small limits, and opens connections by name; `closed` has those that were closed, in order, and
 * `acknowledged` what a connection's client has acknowledged.
 */
function openCounts(changed: { patience?: number } = {}) {
  const acknowledged: Record<string, number> = {};
  const closed: string[] = [];
  const clients: Client[] = [];
  const backlog = openBacklog({
    perConnection: 8,
    perClient: 12,
    total: 20,
    ...changed,
    onHangUp: (client) => clients.push(client),
  });
  const open = (name: string, client: Client): Count =>
    backlog.open({ acknowledged: () => acknowledged[name], hangUp: () => closed.push(name) }, client);
  return { backlog, open, closed, clients, acknowledged, [Symbol.dispose]: backlog.close };
}

const ada = { address: "192.0.2.1", user: "ada" };
const grace = { address: "192.0.2.1", user: "grace" };
const visitor = { address: "192.0.2.1" };

Deno.test("a connection for which too much waits is closed, and what waited for it no longer counts", () => {
  using counts = openCounts();
  const connection = counts.open("first", ada);
  connection.add(8);
  connection.add(-3);
  connection.add(3);
  assert.deepEqual([counts.closed, counts.backlog.bytes()], [[], 8]);
  connection.add(1);
  // The answers that were being written report their end.
  connection.add(-8);
  assert.deepEqual([counts.closed, counts.clients, counts.backlog.bytes()], [["first"], [ada], 0]);
});

Deno.test("of an account with too much the connection is closed that has taken nothing for longest, and no one else's", () => {
  using counts = openCounts();
  const [first, second, third] = ["first", "second", "third"].map((name) => counts.open(name, ada));
  for (const [name, client] of [["Grace's", grace], ["a visitor's", visitor]] as const) {
    counts.open(name, client).add(3);
  }
  first.add(6);
  second.add(6);
  first.add(-1);
  third.add(2);
  assert.deepEqual(counts.closed, ["second"]);
  first.add(6);
  assert.deepEqual(counts.closed, ["second", "first"]);
});

Deno.test("a connection has taken something too where its client has acknowledged more", async () => {
  using counts = openCounts({ patience: 2000 });
  const { acknowledged, closed } = counts;
  let looks = 0;
  Object.defineProperty(acknowledged, "slow", { get: () => looks++ });
  const [slow, silent] = ["slow", "silent"].map((name) => counts.open(name, ada));
  slow.add(6);
  silent.add(6);
  await until(() => looks >= 2);
  counts.open("third", ada).add(1);
  assert.deepEqual(closed, ["silent"]);
});

Deno.test("where too much waits in all, connections of the client with most are closed", () => {
  using counts = openCounts();
  counts.open("Ada's first", ada).add(5);
  counts.open("Ada's second", ada).add(6);
  counts.open("a visitor's", visitor).add(4);
  const own = counts.open("Grace's", grace);
  own.add(5);
  assert.deepEqual(counts.closed, []);
  own.add(1);
  assert.deepEqual(counts.closed, ["Ada's first"]);
});

Deno.test("what waits on a connection counts for its client of the moment, and for nobody once it is closed", () => {
  using counts = openCounts();
  const proxy = counts.open("the proxy's", visitor);
  counts.open("Ada's", ada).add(7);
  proxy.add(7);
  proxy.belongsTo(ada);
  assert.deepEqual(counts.closed, []);
  proxy.belongsTo(grace);
  counts.open("Grace's", grace).add(5);
  assert.deepEqual(counts.closed, []);
  proxy.end();
  assert.equal(counts.backlog.bytes(), 12);
  counts.open("Grace's second", grace).add(7);
  assert.deepEqual(counts.closed, []);
});
