import { basename, dirname } from "node:path";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import { fileOf } from "../../db/engine/database_file.ts";
import { CommandError, withDatabase } from "../operations/command.ts";
import { fromCaller, readConfig } from "../settings/settings.ts";
import { importFile, NoBookList, type Summary } from "./import/run.ts";
import { loadStarterShelf } from "./starter_shelf.ts";

const usage = "Usage: deno task catalogue import FILE [--report FILE] [--again]";

type ImportOptions = ReturnType<typeof optionsOf>;

function optionsOf(args: string[]) {
  const options = { report: { type: "string" }, again: { type: "boolean" } } as const;
  try {
    const { values, positionals: [command, file, ...rest] } = parseArgs({ args, allowPositionals: true, options });
    if (command === "import" && file && rest.length === 0) {
      const report = values.report === undefined ? undefined : fromCaller(values.report);
      return { file: fromCaller(file), report, fromStart: values.again };
    }
  } catch {
    // An unknown option.
  }
  throw new CommandError(usage);
}

async function run({ file, ...options }: ImportOptions, interrupted: AbortSignal): Promise<string[]> {
  const config = readConfig();
  const { size } = await Deno.stat(file).catch(() => {
    throw new CommandError(`There is no file ${file}.`);
  });
  const database = fileOf(config.databaseUrl);
  const folder = database ? dirname(database) : "data";
  await Deno.mkdir(folder, { recursive: true });
  const report = options.report ?? `${folder}/${basename(file)}.refused.txt`;
  const progress = openProgress(size);
  try {
    const summary = await withDatabase(config, async (db) => {
      // First, so that the shelf's books stand before all others.
      await loadStarterShelf(db, Date.now);
      return await importFile(file, { db, clock: Date.now, ...options, report, signal: interrupted, ...progress });
    });
    progress.stop();
    const lines = linesOf(file, summary, report).concat(progress.effort());
    if (summary.state === "finished" || summary.state === "before") return lines;
    throw new CommandError(lines.join("\n"));
  } catch (error) {
    throw error instanceof NoBookList ? new CommandError(error.message) : error;
  } finally {
    progress.stop();
  }
}

function openProgress(size: number) {
  const started = performance.now();
  const bar = new SingleBar({ format: "{bar} {percentage} %  {records} records  {eta_formatted} left" });
  let [peak, records] = [0, 0];
  bar.start(size, 0, { records });
  return {
    onBytes: (count: number) => bar.increment(count),
    onRecords(count: number) {
      bar.update({ records: records += count });
      peak = Math.max(peak, Deno.memoryUsage().rss);
    },
    stop: () => void (bar.isActive && bar.stop()),
    effort(): string {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      return `It took ${seconds} s and at most ${
        Math.round((peak || Deno.memoryUsage().rss) / 1024 ** 2)
      } MiB of memory.`;
    },
  };
}

const outcomes: Record<Summary["state"], string> = {
  finished: "finished",
  before: "was imported before; --again reads it once more",
  interrupted: "interrupted; the same command goes on from here",
  damaged: "the file breaks off; what was whole is stored, and the rest will be once the file is whole",
};

function linesOf(file: string, { counts, state, from, lines, unlisted }: Summary, report: string): string[] {
  const { added, changed, same, authors, skipped, refused, corrected } = counts;
  const listed = Object.entries({ added, changed, same, authors, skipped, refused });
  const results = listed.map(([name, count]) => `${name} ${count}`).join(", ");
  return [
    `${basename(file)}: ${outcomes[state]}.`,
    `${from > 0 && state !== "before" ? `It went on after line ${from}. ` : ""}${lines} lines: ${results}.`,
    ...corrected > 0 ? [`Of the books, ${corrected} had an ISBN that is not valid, which was left out.`] : [],
    ...unlisted
      ? [`They could not be listed: ${unlisted}`]
      : refused + corrected > 0
      ? [`They are listed in ${report}`]
      : [],
  ];
}

export const command = (args: string[], interrupted: AbortSignal): Promise<string[]> =>
  run(optionsOf(args), interrupted);
