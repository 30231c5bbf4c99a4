/**
 * Puts an operator's list of books into the catalogue:
 *
 *     deno task catalogue import FILE [--report FILE] [--again]
 */
import { SingleBar } from "cli-progress";
import { basename, dirname } from "node:path";
import { parseArgs } from "node:util";
import { openDb } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";
import { type Config, readConfig, WrongSetting } from "../config.ts";
import { importFile, NoBookList, type Summary } from "./import/run.ts";

const usage = "Usage: deno task catalogue import FILE [--report FILE] [--again]";

/** Does what the arguments ask for; gives the exit code. */
async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { report: { type: "string" }, again: { type: "boolean" } },
    });
    const [command, file, ...rest] = positionals;
    if (command !== "import" || !file || rest.length > 0) throw new TypeError(usage);
    return await run(file, readConfig(), values);
  } catch (error) {
    if (!isUsers(error)) throw error;
    console.error(error.message);
    return 2;
  }
}

/** Whether an error is the user's to mend: its message is for her. */
const isUsers = (error: unknown): error is Error =>
  error instanceof WrongSetting || error instanceof NoBookList || error instanceof TypeError ||
  error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied;

async function run(file: string, config: Config, options: { report?: string; again?: boolean }): Promise<number> {
  const started = performance.now();
  const folder = folderOf(config.databaseUrl);
  await Deno.mkdir(folder, { recursive: true });
  const report = options.report ?? `${folder}/${basename(file)}.refused.txt`;
  const db = await openDb({ url: config.databaseUrl, authToken: config.databaseAuthToken });
  const watch = await watched(file);
  try {
    await migrate(db);
    const summary = await importFile(file, { ...options, ...watch, report, db, clock: Date.now });
    watch.stop();
    tell(file, summary, { report, seconds: (performance.now() - started) / 1000, peak: watch.peak() });
    return summary.state === "damaged" ? 1 : summary.state === "interrupted" ? 130 : 0;
  } finally {
    watch.stop();
    await db.close();
  }
}

/** The database's folder; for a database elsewhere, `data`. */
const folderOf = (url: string): string => {
  const path = /^file:([^?]+)/.exec(url)?.[1];
  return path ? dirname(path) : "data";
};

/** The bar, the peak of memory, and a way to interrupt. Without a terminal there is no bar. */
async function watched(file: string) {
  const { size } = await Deno.stat(file);
  const bar = new SingleBar({
    format: "{bar} {percentage} %  {records} records  {eta_formatted} left",
    hideCursor: true,
  });
  const interruption = new AbortController();
  let peak = 0;
  let records = 0;
  bar.start(size, 0, { records });
  const interrupt = () => interruption.abort();
  for (const name of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(name, interrupt);
  return {
    signal: interruption.signal,
    onBytes: (count: number) => bar.increment(count),
    onRecords: (count: number) => {
      bar.update({ records: records += count });
      peak = Math.max(peak, Deno.memoryUsage().rss);
    },
    peak: () => peak,
    stop() {
      if (bar.isActive) bar.stop();
      for (const name of ["SIGINT", "SIGTERM"] as const) Deno.removeSignalListener(name, interrupt);
    },
  };
}

const words: Record<Summary["state"], string> = {
  finished: "finished",
  before: "was imported before; --again reads it once more",
  interrupted: "interrupted; the same command goes on from here",
  damaged: "the file breaks off; what was whole is stored, and the same command goes on once the file is whole",
};

interface Effort {
  report: string;
  seconds: number;
  peak: number;
}

function tell(file: string, { counts, state, from, lines }: Summary, { report, seconds, peak }: Effort): void {
  const { refused, mended, ...others } = counts;
  const said = Object.entries({ ...others, refused }).map(([name, count]) => `${name} ${count}`).join(", ");
  console.log(`${basename(file)}: ${words[state]}.`);
  console.log(`${from > 0 ? `Went on after line ${from}. ` : ""}${lines} lines: ${said}.`);
  if (mended > 0) console.log(`Of the books, ${mended} had an ISBN that is not valid, which was left out.`);
  if (refused + mended > 0) console.log(`They are listed in ${report}`);
  console.log(`${seconds.toFixed(1)} s, at most ${Math.round(peak / 1024 ** 2)} MiB of memory.`);
}

// Last, when all above is there.
if (import.meta.main) Deno.exit(await main(Deno.args));
