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
import { folder } from "../../support/operate.ts";
import { startProcess } from "../../support/process.ts";
import { password, type Visit, visiting, walk } from "../../support/walk.ts";

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
await using few = await side("small", small);
await using many = await side("big", big);
for (let round = 0; round < warmUp + Number(rounds); round++) {
  const inTurn = round % 2 ? [few, many] : [many, few];
  if (round === warmUp) inTurn.forEach(({ times }) => times.clear());
  await Promise.all(inTurn.map(({ visit }) => walk(visit, first + round)));
}
Deno.exitCode = report() > 0 ? 1 : 0;

async function side(name: string, crowd: Crowd) {
  const file = `${keep ?? home.path}/growth-${name}.db`;
  await fill(file, crowd);
  const service = await startProcess(file, { BOOK_SOURCES: "shelf", OPERATORS: "ada@example.org" });
  /** Milliseconds of each request, by what it was. */
  const times = new Map<string, number[]>();
  const ask = visiting(service, (what, { status }, text) => {
    if (status >= 400) throw new Error(`${what}: ${status} ${text.slice(0, 200)}`);
  });
  const visit: Visit = (what, path, wish) =>
    line(async () => {
      const started = performance.now();
      const answer = await ask(what, path, wish);
      times.set(what, [...times.get(what) ?? [], performance.now() - started]);
      return answer;
    });
  return { times, visit, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
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

/** Prints both medians of everything, the worst ratio last, and gives how many are slower than allowed. */
function report(): number {
  const rows = [...few.times.keys()].map((what) => {
    const [before, after] = [median(few.times.get(what)!), median(many.times.get(what)!)];
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
