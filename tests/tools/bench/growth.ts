/**
 * Whether anything grows slower with the database: every page and call that reads, and what is written most, on a small
 * one and on one of 100 000 users, 10 000 groups and 1 000 000 messages, side by side. Ada sees the same on both.
 *
 *     deno task bench growth [--rounds 30] [--keep FOLDER: leaves the databases there for the next time]
 */
import { parseArgs } from "node:util";
import { openDb } from "../../../db/engine/client.ts";
import { migrate } from "../../../db/engine/migrate.ts";
import { big, type Crowd, seedCrowd, small } from "../../../db/seed/crowd.ts";
import { groupId, personId, seedDemo } from "../../../db/seed/mod.ts";
import { startSession } from "../../../server/auth/sessions.ts";
import { type Asked, calls } from "../../security/asked.ts";
import { pages } from "../../security/pages.ts";
import { filled } from "../../security/scene.ts";
import { folder } from "../../support/operate.ts";
import { startProcess } from "../../support/process.ts";
import { cookieOf } from "../../support/requests.ts";

/** Anything that is so many times slower at the median, and more than a hair, is a fault. */
const allowed = 1.2;
const hair = 0.5;
const warmUp = 3;

const group = groupId("algebra");
const names = { group, book: `${group}-book-1`, question: "none", n: crypto.randomUUID().slice(0, 8) };
const written = [
  "POST /api/groups/:id/messages",
  "PUT /api/books/:bookId/progress",
  "POST /api/books/:bookId/notes/:page",
];
const asked = [...calls, ...pages].filter(({ route }) => route.startsWith("GET ") || written.includes(route));

const { values: { rounds, keep } } = parseArgs({
  options: { rounds: { type: "string", default: "30" }, keep: { type: "string" } },
});
await using home = await folder();
await using few = await side("small", small);
await using many = await side("big", big);
for (let round = 0; round < warmUp + Number(rounds); round++) {
  const inTurn = round % 2 ? [few, many] : [many, few];
  if (round === warmUp) inTurn.forEach(({ times }) => times.clear());
  // One request at a time, from one side and then from the other: what else the machine does meets both.
  for (const one of asked) for (const { ask } of inTurn) await ask(one);
}
Deno.exitCode = report() > 0 ? 1 : 0;

async function side(name: string, crowd: Crowd) {
  const file = `${keep ?? home.path}/growth-${name}.db`;
  const token = await fill(file, crowd);
  const service = await startProcess(file, { BOOK_SOURCES: "shelf", OPERATORS: "ada@example.org" });
  /** Milliseconds of each request that succeeds, by what it was. */
  const times = new Map<string, number[]>();
  const ask = async ({ route, path, json }: Asked) => {
    if (!path.startsWith("/")) return;
    const [method] = route.split(" ");
    const headers = { Cookie: cookieOf({ token }), Origin: service.url, "Content-Type": "application/json" };
    const body = json === undefined ? undefined : filled(JSON.stringify(json), names);
    const started = performance.now();
    const answer = await fetch(service.url + filled(path, names), { method, headers, body, redirect: "manual" });
    await answer.text();
    if (answer.status >= 500) throw new Error(`${route}: ${answer.status}`);
    if (answer.status >= 300) return;
    const what = `${route} ${path.split("?")[1] ?? ""}`;
    times.set(what, [...times.get(what) ?? [], performance.now() - started]);
  };
  return { times, ask, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** @returns the token of a session of Ada's */
async function fill(file: string, crowd: Crowd): Promise<string> {
  const isThere = await Deno.stat(file).catch(() => undefined);
  const db = await openDb({ url: `file:${file}` });
  if (!isThere) {
    await migrate(db);
    const now = Date.now();
    await seedDemo(db, { passwordHash: "", now });
    await seedCrowd(db, crowd, { passwordHash: "", now, onStep() {} });
  }
  const token = await startSession({ db, clock: Date.now }, personId("ada"));
  await db.close();
  return token;
}

/** Prints both medians of everything, the worst ratio last, and gives how many are slower than allowed. */
function report(): number {
  const rows = [...few.times.keys()].filter((what) => many.times.has(what)).map((what) => {
    const [before, after] = [few, many].map(({ times }) => times.get(what)!.sort((a, b) => a - b))
      .map((values) => values[values.length >> 1]);
    return { what, before, after, ratio: after / before };
  }).sort((one, other) => one.ratio - other.ratio);
  console.log(["".padEnd(60), ...["small, ms", "big, ms", "ratio"].map((head) => head.padStart(11))].join(""));
  for (const { what, before, after, ratio } of rows) {
    console.log([what.padEnd(60), ...[before, after, ratio].map((value) => value.toFixed(2).padStart(11))].join(""));
  }
  const slower = rows.filter(({ before, after, ratio }) => ratio > allowed && after - before > hair).length;
  console.log(`\n${rows.length} pages and calls, ${slower} more than ${allowed} times slower on the big database`);
  return slower;
}
