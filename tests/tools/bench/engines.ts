/**
 * The service on a file and on a libSQL server, side by side and in turns: how much of what it does on the file it does
 * on the server, in chat and in pages, and what that takes of the processor.
 *
 *     deno task bench engines [--rounds 3] [--seconds 2]
 */
import { parseArgs } from "node:util";
import { type Db, openDb } from "../../../db/engine/client.ts";
import { migrate } from "../../../db/engine/migrate.ts";
import { groupId, personId, seedDemo } from "../../../db/seed/mod.ts";
import { startSession } from "../../../server/auth/sessions.ts";
import { settingsOf } from "../../support/cluster.ts";
import { build, folder } from "../../support/operate.ts";
import { cpuOf, TestProcess } from "../../support/process.ts";
import { cookieOf } from "../../support/requests.ts";
import { startSqld } from "../../support/servers/sqld.ts";
import { chatOf, openRoom } from "../chat_load.ts";

const string = { type: "string" } as const;
const { values } = parseArgs({ options: { rounds: string, seconds: string } });
const [rounds, seconds] = [values.rounds ?? 3, values.seconds ?? 2].map(Number);
/** Requests for pages that wait for their answer at any time. */
const pagesAtOnce = 10;

const group = groupId("algebra");
const works: Record<string, Work> = {
  "chat, 20 sockets": chat(20),
  "chat, 200 sockets": chat(200),
  dashboard: pages("/dashboard"),
  group: pages(`/group/${group}`),
  book: pages(`/group/${group}/books/${group}-book-1`),
};

/** Opens what it needs. `run` works for some seconds. @returns how many messages or pages were done */
type Work = (side: Side) => Promise<{ run(): Promise<number>; close?(): void }>;

interface Side {
  url: string;
  token: string;
  /** Milliseconds of processor time so far. */
  cpu(): { service: number; sqld: number };
}

interface Measured {
  /** Messages or pages a second. */
  rate: number;
  /** Microseconds of the processor for each of them. */
  service: number;
  sqld: number;
}

await build();
await using home = await folder();
await using sqld = await startSqld();
const file = `file:${home.path}/bench.db`;
const tokens = { file: await fill(file), server: await fill(sqld.url) };
await using onFile = new TestProcess({ ...settingsOf({ sqld }), DATABASE_URL: file });
await using onServer = new TestProcess(settingsOf({ sqld }));
await onFile.start();
await onServer.start();
const sides: Side[] = [
  { url: onFile.url, token: tokens.file, cpu: () => ({ service: cpuOf(onFile), sqld: 0 }) },
  { url: onServer.url, token: tokens.server, cpu: () => ({ service: cpuOf(onServer), sqld: cpuOf(sqld) }) },
];

console.log("                         a second            of the     microseconds of the processor for each");
console.log("                      file    server           file       file: service   server: service, sqld");
for (const [name, work] of Object.entries(works)) {
  const [ofFile, ofServer] = await compare(work);
  const columns: [string, number][] = [
    [ofFile("rate").toFixed(0), 8],
    [ofServer("rate").toFixed(0), 10],
    [(ofServer("rate") / ofFile("rate")).toFixed(2), 15],
    [ofFile("service").toFixed(0), 20],
    [ofServer("service").toFixed(0), 18],
    [ofServer("sqld").toFixed(0), 6],
  ];
  console.log(name.padEnd(18) + columns.map(([text, width]) => text.padStart(width)).join(""));
}

async function fill(url: string): Promise<string> {
  const db: Db = await openDb({ url });
  await migrate(db);
  await seedDemo(db, { passwordHash: "", now: Date.now() });
  const token = await startSession({ db, clock: Date.now }, personId("ada"));
  await db.close();
  return token;
}

function chat(receivers: number): Work {
  return async ({ url, token }) => {
    const room = await openRoom(chatOf([url], token, { group, user: personId("ada") }), receivers);
    const run = () => room.talk({ until: { seconds }, pace: { outstanding: 16 } });
    return { run: async () => (await run()).count, close: room.close };
  };
}

function pages(path: string): Work {
  return ({ url, token }) => {
    const ask = async () => {
      const answer = await fetch(url + path, { headers: { Cookie: cookieOf({ token }) }, redirect: "manual" });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    };
    return Promise.resolve({ run: () => askOften(ask) });
  };
}

async function askOften(ask: () => Promise<void>): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const keepAsking = async () => {
    for (; performance.now() < end; done++) await ask();
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, keepAsking));
  return done;
}

/** The medians of each side. */
async function compare(work: Work) {
  const opened = await Promise.all(sides.map(work));
  const measured: Measured[][] = [[], []];
  for (const { run } of opened) await run();
  for (let round = 0; round < rounds; round++) {
    for (const n of round % 2 ? [1, 0] : [0, 1]) measured[n].push(await measure(sides[n], opened[n].run));
  }
  for (const { close } of opened) close?.();
  return measured.map((each) => (what: keyof Measured) => median(each.map((one) => one[what])));
}

async function measure(side: Side, run: () => Promise<number>): Promise<Measured> {
  const [before, start] = [side.cpu(), performance.now()];
  const done = await run();
  const [after, took] = [side.cpu(), (performance.now() - start) / 1000];
  const each = (what: "service" | "sqld") => (after[what] - before[what]) * 1000 / done;
  return { rate: done / took, service: each("service"), sqld: each("sqld") };
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}
