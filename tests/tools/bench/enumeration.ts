/**
 * Whether the time of an answer tells who has an account: each question is asked for addresses of two kinds by turns,
 * over loopback, of a service of its own without rate limits.
 *
 *     deno task bench enumeration [ROUNDS]
 */
import { openPasswords } from "../../../server/auth/passwords.ts";
import { startApp } from "../../support/app.ts";
import { folder } from "../../support/operate.ts";
import { person, store } from "../../support/people.ts";
import { startProcess } from "../../support/process.ts";

const rounds = Number(Deno.args[0] ?? 300);
if (!Number.isInteger(rounds) || rounds < 20) stop("ROUNDS is a whole number, 20 or more");
/** So many accounts of each kind: none of them collects all that is asked. */
const accounts = 20;
const password = "Correct-horse-1";

type Kind = "verified" | "waiting" | "unknown";

/** The call, what is sent beside the address, and the kinds whose times should be alike. */
const questions: [path: string, body: object, kinds: [Kind, Kind]][] = [
  ["login", { password: "a guess" }, ["verified", "unknown"]],
  ["login", { password: "a guess" }, ["waiting", "unknown"]],
  ["forgot-password", {}, ["verified", "unknown"]],
  ["forgot-password", {}, ["waiting", "unknown"]],
  ["resend-verification", {}, ["waiting", "unknown"]],
  ["resend-verification", {}, ["verified", "unknown"]],
];

await using home = await folder();
await populate(home.path);
await using service = await startProcess(`${home.path}/test.db`);
console.log(
  `${rounds} rounds; the last column is how often the first kind took longer than the second: 50 % tells nothing`,
);
console.log(["call", "address", "p5", "p50", "p95 ms", "longer", "chance alone"].map(column).join(""));
for (const question of questions) await measure(...question);

/** Alone among many people: what is not there takes as long to look for as what is. */
async function populate(path: string): Promise<void> {
  await using app = await startApp({ folder: path });
  const passwordHash = await openPasswords().hash(password);
  const people = (["verified", "waiting"] as const).flatMap((kind) =>
    Array.from(
      { length: accounts },
      (_, n) => person(`${kind}${n}`, { passwordHash, verifiedAt: kind === "verified" ? 1 : null }),
    )
  );
  await store(app.deps.db, ...people);
}

async function measure(path: string, body: object, kinds: [Kind, Kind]): Promise<void> {
  const taken: [number[], number[]] = [[], []];
  for (let n = -10; n < rounds; n++) {
    // Which comes first changes, so that neither is always the one after the other.
    for (const which of n % 2 ? [0, 1] as const : [1, 0] as const) {
      const ms = await time(path, { ...body, email: `${kinds[which]}${n % accounts}@example.org` });
      if (n >= 0) taken[which].push(ms);
    }
  }
  const [first, second] = taken.map((times) => times.sort((a, b) => a - b));
  const { longer, chance } = compare(first, second);
  const shown = [`${(longer * 100).toFixed(0)} %`, chance < 0.001 ? "< 0.1 %" : `${(chance * 100).toFixed(1)} %`];
  console.log([path, kinds[0], ...spread(first), ...shown].map(column).join(""));
  console.log(["", kinds[1], ...spread(second)].map(column).join(""));
}

async function time(path: string, body: object): Promise<number> {
  const headers = { "Content-Type": "application/json" };
  const started = performance.now();
  const response = await fetch(`${service.url}/api/auth/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  const took = performance.now() - started;
  if (response.status === 429 || response.status >= 500) stop(`${path} answered ${response.status}`);
  return took;
}

function spread(sorted: number[]): string[] {
  return [0.05, 0.5, 0.95].map((part) => sorted[Math.floor(part * sorted.length)].toFixed(2));
}

/**
 * The test of Mann and Whitney: how often one of the first is longer than one of the second, and how likely a
 * difference as large is where both are the same, by the normal approximation.
 */
function compare(first: number[], second: number[]): { longer: number; chance: number } {
  const pairs = first.length * second.length;
  let wins = 0;
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0;
  const deviation = Math.sqrt(pairs * (first.length + second.length + 1) / 12);
  return { longer: wins / pairs, chance: 2 * upperTail(Math.abs(wins - pairs / 2) / deviation) };
}

/** How likely a standard normal variable is above `z`: Abramowitz and Stegun, 26.2.17. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduceRight((sum, factor) => t * (factor + sum), 0);
  return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * sum;
}

function column(text: string, place: number): string {
  return place < 2 ? text.padEnd(place ? 10 : 20) : text.padStart(place < 6 ? 10 : 14);
}

function stop(reason: string): never {
  console.error(reason);
  Deno.exit(1);
}
