/** Bringing a database up to date, while somebody is answered that this goes on. */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { isCleaned } from "../../db/engine/cleaning.ts";
import { type Db, openDb } from "../../db/engine/client.ts";
import { isNewDatabase, migrate, pendingMigrations } from "../../db/engine/migrate.ts";
import type { Config } from "../settings/settings.ts";
import type { Log } from "../log/log.ts";
import { megabytes } from "./storage_errors.ts";
import { inThread } from "./thread.ts";

interface Parts {
  config: Config;
  log: Log;
  /** Called before work that takes a while. */
  onUpdating: () => Promise<void>;
}

export interface UpdateJob {
  url: string;
  file: string;
  work: "migrate" | "clean";
}

/** How much free disk is needed, in sizes of the database: for what is changed, beside what was there before. */
const needs = { migrating: 1.5, cleaning: 2.1 };

/**
 * Updates a database file; one with contents in a thread of its own. What was deleted from it by a version that did not
 * overwrite it is overwritten once.
 *
 * @throws Error where there is too little free disk for that; nothing has changed then
 */
export async function updateFile(db: Db, file: string, { config, log, onUpdating }: Parts): Promise<void> {
  if (await isNewDatabase(db)) return await migrate(db);
  const { databaseUrl: url } = config;
  const migrations = await pendingMigrations(db);
  if (migrations.length > 0) {
    const missing = await missingRoom(file, needs.migrating);
    if (missing) throw new Error(`Updating it (${migrations.join(", ")}) needs ${missing}: nothing was changed.`);
    await onUpdating();
    await timed(log, { migrations }, () => runThread({ url, file, work: "migrate" }));
  }
  if (await isCleaned(db)) return;
  const missing = await missingRoom(file, needs.cleaning);
  if (missing) {
    return log.warn(`What was once deleted can still be read in the database file: overwriting it needs ${missing}`);
  }
  await onUpdating();
  await timed(
    log,
    { cleaning: "it is written anew, without what was deleted" },
    () => runThread({ url, file, work: "clean" }),
  );
}

/** Milliseconds that a libSQL server may take for a migration. */
const timeout = 600_000;

/** Updates a database on a libSQL server. */
export async function updateServer(db: Db, { config, log, onUpdating }: Parts): Promise<void> {
  const migrations = await pendingMigrations(db);
  if (migrations.length === 0) return;
  await onUpdating();
  const own = await openDb({ url: config.databaseUrl, authToken: config.databaseAuthToken, timeout });
  await timed(log, { migrations }, () => migrate(own)).finally(() => own.close());
}

const runThread = (job: UpdateJob) => inThread<void>(import.meta.resolve("./update_thread.ts"), job);

/** Does some work, and logs what it is and how long it took. */
async function timed(log: Log, what: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  log.info(what, "updating the database");
  await work();
  log.info({ ...what, ms: Math.round(performance.now() - started) }, "the database was updated");
}

/** What is missing for work that needs several sizes of the database; undefined where there is room. */
async function missingRoom(file: string, sizes: number): Promise<string | undefined> {
  const folder = dirname(await Deno.realPath(file));
  const { bavail, bsize } = await statfs(folder);
  const [room, needed] = [bavail * bsize, (await Deno.stat(file)).size * sizes];
  if (room >= needed) return undefined;
  return `${megabytes(needed)} of free disk in ${folder}, where ${megabytes(room)} are free`;
}
