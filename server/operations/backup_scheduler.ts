import * as siteLimits from "../contract/site/limits.ts";
import { join } from "node:path";
import { ConfigError } from "../settings/settings.ts";
import type { Deps } from "../deps.ts";
import type { Backup } from "./backup.ts";
import { isUnfinished, notWritable, removeIfThere, removeWithChecksum, timestamp } from "./files.ts";
import { inThread } from "./thread.ts";

const hour = 3600_000;

type Parts = Pick<Deps, "clock" | "config" | "log" | "metrics">;

// When the next one is due follows from the file names of those that are there: a restart changes nothing.
// @throws ConfigError when none can be made in that folder
export async function scheduleBackups(parts: Parts, { retryAfter } = siteLimits.backup): Promise<{ stop(): void }> {
  const folder = parts.config.backupDir;
  if (folder === undefined) return { stop() {} };
  await refuseUnusable(folder);
  return new BackupScheduler(parts, folder, retryAfter);
}

async function refuseUnusable(folder: string): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: "trial-" }));
  } catch (error) {
    throw new ConfigError(`BACKUP_DIR: ${describeFolderError(error, folder)}`);
  }
}

function describeFolderError(error: unknown, folder: string): string {
  if (error instanceof Deno.errors.NotCapable) return "the service may only write below data, /data and /backups.";
  if (error instanceof Deno.errors.PermissionDenied) return notWritable(`the folder ${folder}`);
  return (error as Error).message;
}

class BackupScheduler {
  #parts: Parts;
  #folder: string;
  #retryAfter: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = new AbortController();

  constructor(parts: Parts, folder: string, retryAfter: number) {
    this.#parts = parts;
    this.#folder = folder;
    this.#retryAfter = retryAfter;
    void this.#run();
  }

  stop(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    const { clock, config: { backupEvery }, log } = this.#parts;
    const due = await this.#backUpIfDue().catch((err) => {
      if (!this.#stopped.signal.aborted) log.error({ err }, "the backup failed");
      return clock() + Math.min(backupEvery, this.#retryAfter);
    });
    if (this.#stopped.signal.aborted) return;
    // Checked once an hour at least: the clock may be set, and a timer cannot wait for more than 24 days.
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, Math.min(due - clock(), hour)));
    Deno.unrefTimer(this.#timer);
  }

  async #backUpIfDue(): Promise<number> {
    const { clock, config: { backupEvery, backupKeep }, metrics } = this.#parts;
    const [latest] = await this.#list();
    if (latest) metrics.backupMade(latest.at);
    if (latest && latest.at + backupEvery > clock()) return latest.at + backupEvery;
    await this.#removeUnfinished();
    const at = clock();
    await this.#backUp(at);
    for (const { file } of (await this.#list()).slice(backupKeep)) await removeWithChecksum(file);
    return at + backupEvery;
  }

  async #backUp(at: number): Promise<void> {
    const { config, log, metrics } = this.#parts;
    const file = join(this.#folder, `chapterhouse-${timestamp(new Date(at))}.db`);
    const started = performance.now();
    const job = { work: "backUp", url: config.databaseUrl, file } as const;
    const { size, damaged } = await inThread(job, this.#stopped.signal) as Backup;
    metrics.backupMade(at);
    if (damaged.length > 0) log.error({ damaged }, "the bytes of uploaded files have changed since");
    log.info({ file, size, ms: Math.round(performance.now() - started) }, "backup made");
  }

  /** Latest first. One with a time in the future was made while the clock was wrong, and does not count. */
  async #list(): Promise<{ file: string; at: number }[]> {
    const names = (await Array.fromAsync(Deno.readDir(this.#folder))).map(({ name }) => name);
    return names.map((name) => ({ file: join(this.#folder, name), at: timeOf(name) }))
      .filter(({ at }) => at <= this.#parts.clock()).sort((one, other) => other.at - one.at);
  }

  async #removeUnfinished(): Promise<void> {
    for await (const { name } of Deno.readDir(this.#folder)) {
      const isOurs = !Number.isNaN(timeOf(name.replace(/\.db\..*/, ".db")));
      if (isOurs && isUnfinished(name)) await removeIfThere(join(this.#folder, name));
    }
  }
}

function timeOf(name: string): number {
  const [, day, time] = /^chapterhouse-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d\.\d{3})Z\.db$/.exec(name) ?? [];
  return Date.parse(`${day}T${time?.replaceAll("-", ":")}Z`);
}
