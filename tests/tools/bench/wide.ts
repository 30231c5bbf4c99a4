/**
 * One, two and three instances side by side on this machine, on one libSQL server and one Redis: what they do at most,
 * what a calm talk costs each process, and what follows for more machines.
 *
 *     deno task bench wide [--seconds 8] [--receivers 200] [--groups 200]
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { insertGroup } from "../../../db/groups/groups.ts";
import { type Cluster, startCluster } from "../../support/cluster.ts";
import { readMetrics } from "../../support/metrics.ts";
import { person, store } from "../../support/people.ts";
import { cpuOf } from "../../support/process.ts";
import { chatOf, type Heard, openRoom, type Pace, talk } from "../chat_load.ts";

const string = { type: "string" } as const;
const { values } = parseArgs({ args: Deno.args, options: { seconds: string, receivers: string, groups: string } });
const seconds = Number(values.seconds ?? 8);
const receivers = Number(values.receivers ?? 200);
const groups = Number(values.groups ?? 200);
/** Messages a second of the calm talk: far below what saturates two cores. */
const rate = 25;
/** And of each group, where several talk. */
const groupRate = 1;

/** Processor time, in milliseconds a second. */
interface Cpu {
  instances: number;
  sqld: number;
  redis: number;
}

interface Measured extends Heard {
  /** Commits a second. */
  commits: number;
  cpu: Cpu;
}

const few = 20;
console.log(
  `instances  ${"work".padEnd(31)}messages/s  deliveries/s  p50 ms  p99 ms  commits/s  cores: instances sqld redis`,
);
const lanes: Lanes[] = [];
for (const count of [1, 2, 3]) {
  await using cluster = await startCluster({ nodes: count });
  const token = await cluster.session("ada");
  const chat = chatOf(cluster.nodes.map(({ url }) => url), token);
  const run = (work: string, { receivers, pace }: { receivers: number; pace: Pace["pace"] }) =>
    measure(cluster, work, () => talk(chat, { receivers, seconds, pace }));
  await run("warming up", { receivers: few, pace: { rate } });
  lanes.push({
    many: await run(`${receivers} sockets, all out`, { receivers, pace: { outstanding: 16 } }),
    few: await run(`${few} sockets, all out`, { receivers: few, pace: { outstanding: 16 } }),
    calm: await run(`${receivers} sockets, ${rate}/s`, { receivers, pace: { rate } }),
    ...count === 3 && await manyGroups(cluster),
  });
}
model(lanes);

interface Lanes {
  many: Measured;
  few: Measured;
  calm: Measured;
  /** Many groups, with members at every instance or each at one: only in the first case an instance receives events. */
  spread?: Measured;
  apart?: Measured;
}

async function manyGroups(cluster: Cluster) {
  const urls = cluster.nodes.map(({ url }) => url);
  const from = (n: number) => urls.map((_, i) => urls[(n + i) % urls.length]);
  // As the proxy puts them, and as one would that knew the groups.
  const spread = await inGroups(cluster, "at every instance", from);
  return { spread, apart: await inGroups(cluster, "each at one", (n) => from(n).slice(0, 1)) };
}

/** Groups that talk side by side, each with a person of its own, whose sockets are at the instances of `urlsOf`. */
async function inGroups(cluster: Cluster, where: string, urlsOf: (n: number) => string[]): Promise<Measured> {
  const { db } = cluster;
  const opened = await Promise.all(Array.from({ length: groups }, async (_, n) => {
    const user = crypto.randomUUID();
    const group = crypto.randomUUID();
    await store(db, person(user, { username: user.slice(0, 8) }));
    await insertGroup(db, user, { id: group, groupName: "Analytical Engine", description: null }, 1);
    return await openRoom(chatOf(urlsOf(n), await cluster.session(user), { group, user }), few, 1);
  }));
  const measured = await measure(cluster, `${groups} groups of ${few}, ${where}`, async () => {
    const pace: Pace = { until: { seconds }, pace: { rate: groupRate } };
    const heard = await Promise.all(opened.map(async (room, n) => {
      await delay(n / groups / groupRate * 1000);
      return await room.talk(pace);
    }));
    const all = (name: keyof Heard) => heard.map((one) => one[name]).sort((a, b) => a - b);
    const sum = (name: keyof Heard) => all(name).reduce((total, one) => total + one, 0);
    const middle = (name: keyof Heard) => all(name)[heard.length >> 1];
    const [count, sent, delivered] = [sum("count"), sum("sent"), sum("delivered")];
    return { count, sent, delivered, delay: middle("delay"), delay99: middle("delay99"), ownShare: middle("ownShare") };
  });
  for (const room of opened) room.close();
  return measured;
}

async function measure(cluster: Cluster, work: string, talking: () => Promise<Heard>): Promise<Measured> {
  const before = await counters(cluster);
  const heard = await talking();
  const after = await counters(cluster);
  const perSecond = (name: keyof typeof before) => (after[name] - before[name]) / seconds;
  const cpu = { instances: perSecond("instances"), sqld: perSecond("sqld"), redis: perSecond("redis") };
  const measured = { ...heard, commits: perSecond("commits"), cpu };
  const columns: [string | number, number][] = [
    [cluster.nodes.length, 9],
    [`  ${work}`.padEnd(33), 33],
    [heard.sent.toFixed(0), 10],
    [heard.delivered.toFixed(0), 14],
    [heard.delay.toFixed(1), 8],
    [heard.delay99.toFixed(1), 8],
    [measured.commits.toFixed(0), 11],
    [(cpu.instances / 1000).toFixed(2), 18],
    [(cpu.sqld / 1000).toFixed(2), 5],
    [(cpu.redis / 1000).toFixed(2), 6],
  ];
  if (work !== "warming up") console.log(columns.map(([value, width]) => String(value).padStart(width)).join(""));
  return measured;
}

async function counters({ nodes, sqld, redis }: Cluster) {
  const metrics = await Promise.all(nodes.map(readMetrics));
  const sum = (name: string) => metrics.reduce((total, one) => total + one.get(name)!, 0);
  return {
    commits: sum("chapterhouse_database_commits_total"),
    instances: sum("process_cpu_seconds_total") * 1000,
    sqld: cpuOf(sqld),
    redis: cpuOf(redis),
  };
}

/**
 * What more machines would do: arithmetic from the lanes above, as no such number of machines was tried. An instance
 * has one core, and so have the libSQL server's only writer and Redis. Redis sends an event to the instances that have
 * one of the few members who are online, whom the proxy has spread by chance.
 */
function model(lanes: Lanes[]): void {
  const [one, three] = [lanes.at(0)!, lanes.at(-1)!];
  const per = (measured: Measured, of: keyof Cpu) => measured.cpu[of] / measured.sent;
  const delivery = (per(one.many, "instances") - per(one.few, "instances")) / (receivers - few);
  const message = per(one.few, "instances") - delivery * few;
  const event = (per(three.spread!, "instances") - per(three.apart!, "instances")) / (lanes.length - 1);
  // Two lanes, with many and with few messages in a commit: two equations.
  const [[commits, stored, spent], [commits3, stored3, spent3]] = [one.few, three.few]
    .map(({ commits, sent, cpu }) => [commits, sent, cpu.sqld]);
  const row = (commits3 * spent - commits * spent3) / (commits3 * stored - commits * stored3);
  const commit = (spent - row * stored) / commits;
  const read = per(three.few, "redis") / lanes.length;
  const costs = { message, delivery, event, commit, row, read };
  const figures = Object.entries(costs).map(([name, ms]) => `${name} ${(ms * 1000).toFixed(0)}`).join(", ");
  console.log(`\nmicroseconds of a core: ${figures}`);
  console.log(
    `messages a second in groups with ${few} online that saturate each, and how long a commit waits its turn:`,
  );
  console.log("instances   instances' cores   Redis   writer, 20 messages a commit   ms between an instance's commits");
  for (const count of [1, 3, 10, 100]) {
    const others = (count - 1) * (1 - (1 - 1 / count) ** (few - 1));
    const ofInstances = 1000 * count / (message + few * delivery + event * others);
    const ofRedis = 1000 / (read * (1 + others));
    const ofWriter = 1000 / (commit / 20 + row);
    const columns: [number, number][] = [[count, 9], [ofInstances, 19], [ofRedis, 8], [ofWriter, 31]];
    const limits = columns.map(([value, width]) => value.toFixed(0).padStart(width)).join("");
    console.log(limits + (count * commit).toFixed(1).padStart(37));
  }
}
