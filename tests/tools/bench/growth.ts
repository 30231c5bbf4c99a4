/**
 * Whether anything grows slower with the database: every page and call on a small one and on one of 100 000 users,
 * 10 000 groups and 1 000 000 messages, side by side. Ada sees the same on both.
 *
 *     deno task bench growth [--rounds 30] [--keep FOLDER: leaves the databases there for the next time]
 */
import pLimit from "p-limit";
import { parseArgs } from "node:util";
import { openDb } from "../../../db/engine/client.ts";
import { migrate } from "../../../db/engine/migrate.ts";
import { big, type Crowd, seedCrowd, small } from "../../../db/seed/crowd.ts";
import { seedDemo } from "../../../db/seed/mod.ts";
import { openPasswords } from "../../../server/auth/passwords.ts";
import { sessionCookie } from "../../../server/auth/sessions.ts";
import { folder } from "../../support/operate.ts";
import { startProcess, type TestProcess } from "../../support/process.ts";
import { bodyOf, password, type Visit, walk, type Wish } from "../../support/walk.ts";

/** Anything that is so many times slower at the median, and more than a hair, is a fault. */
const allowed = 1.5;
const hair = 0.5;
const warmUp = 3;
/** Rounds of an earlier run on stored databases had other numbers. */
const first = Math.floor(Date.now() / 1000);
/** One request at a time, from one side and then from the other: what else the machine does meets both. */
const line = pLimit(1);

const { values: { rounds, keep } } = parseArgs({
  options: { rounds: { type: "string", default: "30" }, keep: { type: "string" } },
});
await using home = await folder();
const passwordHash = await openPasswords().hash(password);
const sides = [await side("small", small), await side("big", big)];
for (let round = 0; round < warmUp + Number(rounds); round++) {
  const inTurn = round % 2 ? sides : sides.toReversed();
  await Promise.all(inTurn.map(({ visit }) => walk(visit(round >= warmUp), first + round)));
}
Deno.exitCode = report() > 0 ? 1 : 0;
for (const { service } of sides) await service[Symbol.asyncDispose]();

interface Side {
  service: TestProcess;
  /** Milliseconds of each request, by what it was. */
  times: Map<string, number[]>;
  visit(counts: boolean): Visit;
}

async function side(name: string, crowd: Crowd): Promise<Side> {
  const file = `${keep ?? home.path}/growth-${name}.db`;
  await fill(file, crowd);
  const service = await startProcess(file, { BOOK_SOURCES: "shelf" });
  const times = new Map<string, number[]>();
  return { service, times, visit: (counts) => visitor(service.url, counts ? times : new Map()) };
}

async function fill(file: string, crowd: Crowd): Promise<void> {
  if (await Deno.stat(file).catch(() => undefined)) return;
  const db = await openDb({ url: `file:${file}` });
  await migrate(db);
  const now = Date.now();
  await seedDemo(db, { passwordHash, now });
  await seedCrowd(db, crowd, { passwordHash, now, onStep() {} });
  await db.close();
}

/** Makes requests of one side, and notes how long each took. */
function visitor(url: string, times: Map<string, number[]>): Visit {
  return async (what, path, wish = {}) => {
    const { response, text, elapsed } = await line(() => timed(url + path, request(url, what, path, wish)));
    if (response.status >= 400) throw new Error(`${what}: ${response.status} ${text.slice(0, 200)}`);
    times.set(what, [...times.get(what) ?? [], elapsed]);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  };
}

async function timed(url: string, init: RequestInit) {
  const started = performance.now();
  const response = await fetch(url, init);
  const text = await response.text();
  return { response, text, elapsed: performance.now() - started };
}

function request(url: string, what: string, path: string, wish: Wish): RequestInit {
  const { as, json } = wish;
  const isCall = path.startsWith("/api/");
  const headers = new Headers({ Origin: url });
  if (as && isCall) headers.set("Authorization", `Bearer ${as.token}`);
  if (as && !isCall) headers.set("Cookie", `${sessionCookie}=${as.token}`);
  if (json) headers.set("Content-Type", "application/json");
  const body = bodyOf(wish);
  return { method: what.split(" ")[0], headers, body, redirect: "manual" };
}

/** Prints both medians of everything, the worst ratio last, and gives how many are slower than allowed. */
function report(): number {
  const [few, many] = sides.map(({ times }) => times);
  const rows = [...few.keys()].map((what) => {
    const [before, after] = [median(few.get(what)!), median(many.get(what)!)];
    return { what, before, after, ratio: after / before };
  }).sort((one, other) => one.ratio - other.ratio);
  console.log(["".padEnd(48), ...["small, ms", "big, ms", "ratio"].map((head) => head.padStart(11))].join(""));
  for (const { what, before, after, ratio } of rows) {
    console.log([what.padEnd(48), ...[before, after, ratio].map((value) => value.toFixed(2).padStart(11))].join(""));
  }
  const slower = rows.filter(({ before, after, ratio }) => ratio > allowed && after - before > hair);
  console.log(
    `\n${rows.length} pages and calls, ${slower.length} more than ${allowed} times slower on the big database`,
  );
  return slower.length;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}
