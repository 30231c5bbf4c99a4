/**
 * The service beside bare engines that do the same work, in one run: bare React and Next.js, a Socket.IO relay that
 * stores nothing, and the embedded file where the service has a libSQL server. The median of some rounds, in turns.
 *
 *     deno task bench peers [--rounds 3] [--seconds 5]
 */
import { parseArgs } from "node:util";
import { openDb } from "../../../db/engine/client.ts";
import { insertGroup } from "../../../db/groups/groups.ts";
import { insertMember } from "../../../db/groups/members.ts";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { migrate } from "../../../db/engine/migrate.ts";
import { sessions } from "../../../db/schema.ts";
import { hashToken } from "../../../server/auth/tokens.ts";
import { sessionCookie } from "../../../server/auth/sessions.ts";
import { buildIfStale } from "../../../islands/runtime/build.ts";
import { folder } from "../../support/operate.ts";
import { person, store } from "../../support/people.ts";
import { TestProcess } from "../../support/process.ts";
import { readMetrics } from "../../support/metrics.ts";
import { startSqld } from "../../support/sqld.ts";
import { type ChatTarget, type Heard, type Talk, talk } from "../chat_load.ts";
import { installPeers, peers, requestMany, requestRate, scripts, startPeer } from "../peers.ts";

const { values } = parseArgs({ args: Deno.args, options: { rounds: { type: "string" }, seconds: { type: "string" } } });
const rounds = Number(values.rounds ?? 3);
const seconds = Number(values.seconds ?? 5);

const names = ["Ada", "Grace", "Emmy", "Sofia", "Hypatia", "Katherine", "Dorothy", "Mary", "Rosalind", "Lise"];
const token = "token-of-ada";
const chatGroup = "group-0";
/** The largest share of a core that those who talk have taken. */
let talkers = 0;
const paths = { dashboard: "/dashboard", groups: "/api/groups", group: `/group/${chatGroup}` };

if (!await installPeers()) {
  console.error(`The peers are not here: their scripts are expected in ${scripts}.`);
  Deno.exit(1);
}
await buildIfStale();
await using home = await folder();
console.log(`${"work".padEnd(44)}      ours     limit  ratio`);
{
  await using service = await startService(`file:${home.path}/peers.db`);
  const rest = await memory(service);
  await comparePages(service);
  await compareChats(service);
  console.log(`those who talk took ${(talkers * 100).toFixed(0)} % of a core: near 100 % they are the limit`);
  console.log(`memory at rest ${rest} MB, after all this ${await memory(service)} MB`);
}
{
  await using service = await startService(`file:${home.path}/memory.db`);
  await requestMany(service.url + paths.dashboard, headersOf("br"), 5000);
  console.log(`memory after 5 000 dashboards ${await memory(service)} MB`);
}
await compareDatabases();

/** Starts the service, as a process, with ten people, fifty groups, and messages in the first of these. */
async function startService(url: string): Promise<TestProcess> {
  const db = await openDb({ url });
  await migrate(db);
  await store(db, ...names.map((name) => person(name)));
  const session = { hash: hashToken(token), userId: "ada", createdAt: 1, expiresAt: Date.now() + 3600_000 };
  await db.write([db.q.insert(sessions).values(session)]);
  for (let n = 0; n < 50; n++) {
    const id = `group-${n}`;
    const description = n % 4
      ? `We read chapter ${n % 9 + 1} and meet on Thursdays, ${names[n % 10]} brings tea.`
      : null;
    await insertGroup(db, "ada", { id, groupName: `Study group ${n} of ${names[n * 7 % 10]}`, description }, n + 1);
    const others = n < 10 ? names.slice(1) : [names[n % 9 + 1]];
    for (const name of others) await insertMember(db, "ada", { groupId: id, userId: name.toLowerCase() }, n + 2);
  }
  for (let n = 0; n < 50; n++) {
    const content = `Page ${n * 7 % 90}: ${"the cards move what the mill then turns ".repeat(n % 4 + 1)}`.trim();
    const userId = names[n * 3 % 10].toLowerCase();
    await insertMessage(db, { id: `m${n}`, groupId: chatGroup, userId, content, clientId: null }, Date.now());
  }
  await db.close();
  const service = new TestProcess({ DATABASE_URL: url, RATE_LIMITS: "off", BOOK_SOURCES: "shelf" });
  await service.start();
  return service;
}

async function comparePages({ url }: TestProcess): Promise<void> {
  await using _servers = await startPeer("next");
  const works: [work: string, path: string, encoding: string, limit: string, as?: string][] = [
    ["dashboard, gzip; bare React", paths.dashboard, "gzip", `${peers.react}/`],
    ["dashboard, gzip; Next.js", paths.dashboard, "gzip", `${peers.next}/`],
    ["dashboard, br; bare React, gzip", paths.dashboard, "br", `${peers.react}/`, "gzip"],
    ["GET /api/groups; bare", paths.groups, "identity", `${peers.react}/api/groups`],
  ];
  for (const [work, path, encoding, limit, as = encoding] of works) {
    await compare(`${work}, a second`, {
      ours: () => requestRate(url + path, headersOf(encoding), seconds),
      limit: () => requestRate(limit, { cookie: "session=tok1", "accept-encoding": as }, seconds),
    });
  }
}

async function compareChats({ url }: TestProcess): Promise<void> {
  await using _relay = await startPeer("sio");
  const relay: ChatTarget = {
    url: peers.relay,
    event: "msg",
    say: (body) => JSON.stringify(["msg", { room: "r", user: 7, name: "Ada Lovelace", body }]),
  };
  for (const outstanding of [4, 16]) {
    const run = (target: ChatTarget) => measureTalk(target, { receivers: 200, pace: { outstanding } });
    await compare(`chat, 200 sockets, ${outstanding} outstanding; relay, delivered`, {
      ours: async () => (await run(chatOf(url))).delivered,
      limit: async () => (await run(relay)).delivered,
    });
  }
  const few = (target: ChatTarget) => measureTalk(target, { receivers: 20, pace: { outstanding: 4 } });
  await compare("chat, 20 sockets, 4 outstanding; relay, sent", {
    ours: async () => (await few(chatOf(url))).sent,
    limit: async () => (await few(relay)).sent,
  });
  const calm = (target: ChatTarget) => measureTalk(target, { receivers: 200, pace: { rate: 25 } });
  await compare("chat, 25 messages a second; relay, p50 in ms", {
    ours: async () => (await calm(chatOf(url))).delay,
    limit: async () => (await calm(relay)).delay,
  });
}

/** The service on a libSQL server beside itself on a file. */
async function compareDatabases(): Promise<void> {
  await using server = await startSqld();
  await using remote = await startService(server.url);
  await using embedded = await startService(`file:${home.path}/embedded.db`);
  for (const [name, path] of Object.entries({ dashboard: paths.dashboard, "group page": paths.group })) {
    const rate = ({ url }: TestProcess) => requestRate(url + path, headersOf("br"), seconds);
    await compare(`${name} on a libSQL server; file, a second`, {
      ours: () => rate(remote),
      limit: () => rate(embedded),
    });
  }
  const chat = ({ url }: TestProcess) => measureTalk(chatOf(url), { receivers: 200, pace: { outstanding: 4 } });
  await compare("chat on a libSQL server; file, delivered", {
    ours: async () => (await chat(remote)).delivered,
    limit: async () => (await chat(embedded)).delivered,
  });
}

function headersOf(encoding: string): Record<string, string> {
  return { cookie: `${sessionCookie}=${token}`, "accept-encoding": encoding };
}

async function measureTalk(target: ChatTarget, talking: Omit<Talk, "seconds">): Promise<Heard> {
  const heard = await talk(target, { ...talking, seconds });
  talkers = Math.max(talkers, heard.ownShare);
  return heard;
}

function chatOf(url: string): ChatTarget {
  let sent = 0;
  const sender = { groupId: chatGroup, userId: "ada", username: "ada" };
  return {
    url,
    auth: JSON.stringify({ token }),
    join: JSON.stringify(["joinGroup", chatGroup]),
    event: "message",
    say(content) {
      const clientId = `${performance.now()}-${sent++}`;
      return JSON.stringify(["message", { ...sender, content, clientId, timestamp: new Date().toISOString() }]);
    },
  };
}

/** Does both works in turns, and prints the medians. */
async function compare(work: string, { ours, limit }: Record<"ours" | "limit", () => Promise<number>>): Promise<void> {
  const [own, bare]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    own.push(await ours());
    bare.push(await limit());
  }
  const [mine, theirs] = [median(own), median(bare)];
  const figure = (value: number) => (value < 100 ? value.toFixed(2) : value.toFixed(0)).padStart(9);
  console.log(work.padEnd(44), figure(mine), figure(theirs), (mine / theirs).toFixed(2).padStart(6));
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

/** Of the service's process, in megabytes. */
async function memory({ url }: TestProcess): Promise<number> {
  return Math.round((await readMetrics({ url })).get("process_resident_memory_bytes")! / 1e6);
}
