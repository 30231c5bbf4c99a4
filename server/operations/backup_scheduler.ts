import { join } from "node:path";
import * as siteLimits from "../contract/site/limits.ts";
import type { Deps } from "../deps.ts";
import { backupTimeOf, listBackups, whyUnusable } from "../settings/backup_folder.ts";
import { ConfigError } from "../settings/settings.ts";
import type { Backup } from "./backup.ts";
import { isUnfinished, removeIfThere, removeWithChecksum, timestamp } from "./files.ts";
import { inThread } from "./thread.ts";

const hour = 3600_000;

type BackupDeps = Pick<Deps, "clock" | "config" | "log" | "metrics">;

export interface Backups {
  /** Looks at once, as after a change of the settings. */
  look(): void;
  stop(): void;
}

// When the next one is due follows from the file names of those that are there: a restart changes nothing.
// @throws ConfigError when none can be made in the folder that the environment names
export async function scheduleBackups(deps: BackupDeps, { retryAfter } = siteLimits.backup): Promise<Backups> {
  const { clock, log } = deps;
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isAsked = false;

  async function run(): Promise<void> {
    const { backupDir: folder, backupEvery } = deps.config;
    if (folder === undefined) return;
    const due = await backUpIfDue(deps, folder, stopped.signal).catch((err) => {
      if (!stopped.signal.aborted) log.error({ err }, "the backup failed");
      return clock() + Math.min(backupEvery, retryAfter);
    });
    if (stopped.signal.aborted) return;
    // Checked once an hour at least: the clock may be set, and a timer cannot wait for more than 24 days.
    timer = setTimeout(look, Math.max(0, Math.min(due - clock(), hour)));
    Deno.unrefTimer(timer);
  }

  function look(): void {
    clearTimeout(timer);
    isAsked = true;
    if (!isRunning) void runWhileAsked();
  }

  async function runWhileAsked(): Promise<void> {
    isRunning = true;
    while (isAsked && !stopped.signal.aborted) {
      isAsked = false;
      await run();
    }
    isRunning = false;
  }

  const { backupDir: folder, fromEnvironment } = deps.config;
  const why = folder && await whyUnusable(folder);
  if (why && fromEnvironment.has("backupDir")) throw new ConfigError(`BACKUP_DIR: ${why}`);
  look();
  return {
    look,
    stop() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}

async function backUpIfDue(deps: BackupDeps, folder: string, stopped: AbortSignal): Promise<number> {
  const { clock, config: { backupEvery, backupKeep }, metrics } = deps;
  const [latest] = await listBackups(folder, clock());
  if (latest) metrics.backupMade(latest.at);
  if (latest && latest.at + backupEvery > clock()) return latest.at + backupEvery;
  await removeUnfinished(folder);
  const at = clock();
  await backUp(deps, { at, file: join(folder, `chapterhouse-${timestamp(new Date(at))}.db`), stopped });
  for (const { file } of (await listBackups(folder, clock())).slice(backupKeep)) await removeWithChecksum(file);
  return at + backupEvery;
}

interface NewBackup {
  at: number;
  file: string;
  stopped: AbortSignal;
}

async function backUp({ config, log, metrics }: BackupDeps, { at, file, stopped }: NewBackup): Promise<void> {
  const started = performance.now();
  const { size, damaged } = await inThread({ work: "backUp", url: config.databaseUrl, file }, stopped) as Backup;
  metrics.backupMade(at);
  if (damaged.length > 0) log.error({ damaged }, "the bytes of uploaded files have changed since");
  log.info({ file, size, ms: Math.round(performance.now() - started) }, "backup made");
}

async function removeUnfinished(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const isOurs = !Number.isNaN(backupTimeOf(name.replace(/\.db\..*/, ".db")));
    if (isOurs && isUnfinished(name)) await removeIfThere(join(folder, name));
  }
}
