import { join } from "node:path";
import * as siteLimits from "../contract/site/limits.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Log } from "../log.ts";
import { backupTimeOf, listBackups, whyUnusable } from "../settings/backup_folder.ts";
import { type Config, ConfigError } from "../settings/settings.ts";
import type { Backup } from "./backup.ts";
import { isUnfinished, removeIfThere, removeWithChecksum, timestamp } from "./files.ts";
import { inThread } from "./thread.ts";

const hour = 3600_000;

interface BackupDeps {
  clock: () => number;
  readonly config: Config;
  log: Log;
  metrics: Metrics;
}

export interface Backups {
  /** @throws ConfigError when none can be made in the folder that the environment names */
  start(): Promise<void>;
  /** Looks at once, as after a change of the settings. */
  look(): void;
  /** Makes one, whether it is due or not. @throws Error where that fails, or no folder is set */
  make(): Promise<void>;
  stop(): void;
}

/** When the next one is due follows from the file names of those that are there: a restart changes nothing. */
export function openBackups(deps: BackupDeps, { retryAfter } = siteLimits.backup): Backups {
  const { clock, log } = deps;
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isAsked = false;
  let waiting: PromiseWithResolvers<void> | undefined;

  async function run(): Promise<void> {
    const { backupDir: folder, backupEvery } = deps.config;
    const asking = waiting;
    waiting = undefined;
    if (folder === undefined) return asking?.reject(new Error("no folder is set"));
    const due = await backUpIfDue(deps, folder, { atOnce: asking !== undefined, stopped: stopped.signal })
      .catch((err) => {
        if (!stopped.signal.aborted) log.error({ err }, "the backup failed");
        asking?.reject(err);
        return clock() + Math.min(backupEvery, retryAfter);
      });
    asking?.resolve();
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

  return {
    async start() {
      const { backupDir: folder, fromEnvironment } = deps.config;
      const why = folder && await whyUnusable(folder);
      if (why && fromEnvironment.has("backupDir")) throw new ConfigError(`BACKUP_DIR: ${why}`);
      look();
    },
    look,
    async make() {
      stopped.signal.throwIfAborted();
      const { promise } = waiting ??= Promise.withResolvers<void>();
      look();
      await promise;
    },
    stop() {
      stopped.abort();
      waiting?.reject(stopped.signal.reason);
      clearTimeout(timer);
    },
  };
}

interface Attempt {
  /** Whether it is due or not. */
  atOnce: boolean;
  stopped: AbortSignal;
}

/** @returns when the next one is due */
async function backUpIfDue(deps: BackupDeps, folder: string, { atOnce, stopped }: Attempt): Promise<number> {
  const { clock, config: { backupEvery, backupKeep }, metrics } = deps;
  const [latest] = await listBackups(folder, clock());
  if (latest) metrics.backupMade(latest.at);
  if (!atOnce && latest && latest.at + backupEvery > clock()) return latest.at + backupEvery;
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
