import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { giveUpReading } from "../../db/books/text_storage.ts";
import { type Db, openDb } from "../../db/engine/client.ts";
import { DatabaseInUse, fileOf, isCleaned, lockFile } from "../../db/engine/database_file.ts";
import { holdLease, leaseLifetime, LeaseTaken, withLease } from "../../db/engine/leases.ts";
import { isNewDatabase, migrate, pendingMigrations } from "../../db/engine/migrate.ts";
import type { RedisLink } from "../cluster/redis.ts";
import { loadStarterShelf } from "../library/starter_shelf.ts";
import type { Log } from "../log.ts";
import { type Config, ConfigError } from "../settings/settings.ts";
import { describeOpenError, megabytes } from "./files.ts";
import { inThread } from "./thread.ts";

interface Database {
  db: Db;
  close(): Promise<void>;
}

interface DatabaseDeps {
  config: Config;
  log: Log;
  clock: () => number;
  redis?: RedisLink;
  onUpdating: () => Promise<void>;
  /** Called where another service has the database, after this one had hung: this one must end. */
  onTaken: () => void;
}

export async function openDatabase(deps: DatabaseDeps): Promise<Database> {
  const file = fileOf(deps.config.databaseUrl);
  return await (file ? openOnFile(file, deps) : openOnServer(deps)).catch(async (cause) => {
    const { databaseUrl: url } = deps.config;
    const why = cause instanceof DatabaseInUse || cause instanceof LeaseTaken
      ? `${file ?? url.split("?")[0]}: another service has it open.`
      : await describeOpenError(cause, url);
    throw new ConfigError(`DATABASE_URL: the database cannot be used. ${why}`, { cause });
  });
}

/** Of two services on one file each would broadcast only its own messages. */
async function openOnFile(file: string, deps: DatabaseDeps): Promise<Database> {
  await using opening = new AsyncDisposableStack();
  opening.defer(await lockFile(file));
  const db = opening.adopt(await openDb({ url: deps.config.databaseUrl }), close);
  await updateFile(db, file, deps);
  await restrictAccess(file, deps.log);
  await giveUpTexts(db, deps);
  await stock(db, deps);
  return asDatabase(db, opening);
}

/** Milliseconds to wait for a service that has crashed: its lease ends, and some attempts to get it. */
const leaseTimeout = leaseLifetime + 1500;

/** Without it they are given up once the time for reading them is over. */
const giveUpTexts = (db: Db, { log }: DatabaseDeps) =>
  giveUpReading(db).catch((err) => log.warn({ err }, "texts that were being read in could not be given up"));

async function openOnServer(deps: DatabaseDeps): Promise<Database> {
  const { databaseUrl: url, databaseAuthToken: authToken } = deps.config;
  await using opening = new AsyncDisposableStack();
  const db = opening.adopt(await openDb({ url, authToken }), close);
  const { log, redis } = deps;
  const lease = await holdLease(db, "service", {
    sharedBy: redis && (() => `instances with the Redis ${redis.id}`),
    timeout: leaseTimeout,
  });
  redis?.confirmId();
  opening.defer(lease.release);
  lease.lost.addEventListener("abort", () => {
    log.error("another service has the database now: this one ends");
    deps.onTaken();
  });
  const update = async () => {
    await updateServer(db, deps);
    if (!redis) await giveUpTexts(db, deps);
    await stock(db, deps);
  };
  const onWait = () => {
    log.info("Waiting for another instance, which is updating the database");
    void deps.onUpdating().catch(() => {});
  };
  await withLease(db, "migration", update, { onWait });
  return asDatabase(db, opening);
}

const close = (db: Db) => db.close();

function asDatabase(db: Db, opening: AsyncDisposableStack): Database {
  const opened = opening.move();
  return { db, close: () => opened.disposeAsync() };
}

const stock = (db: Db, { clock, log }: DatabaseDeps) =>
  loadStarterShelf(db, clock).catch((err) => log.error({ err }, "the starter shelf could not be stored"));

/** Where their mode may not be changed, as outside the folders the service may write to, a warning is logged. */
async function restrictAccess(file: string, log: Log): Promise<void> {
  if (Deno.build.os === "windows") return;
  const real = await Deno.realPath(file);
  // By name: opening and closing a file here would release the locks the engine has on it.
  const files = [real, `${real}-wal`, `${real}-shm`, `${real}.lock`];
  await Promise.allSettled(files.map((file) => Deno.chmod(file, 0o600)));
  const { mode } = await Deno.stat(real);
  if (mode! & 0o077) log.warn(`${real} can be read by other users of this machine: restrict it with chmod 600`);
}

/** Free disk in sizes of the database: for what is changed, beside what was there before. */
const needs = { migrating: 1.5, cleaning: 2.1 };

// With contents in a thread of its own. What a version deleted without overwriting it is overwritten once.
// @throws Error where there is too little free disk; nothing has changed then
async function updateFile(db: Db, file: string, { config, log, onUpdating }: DatabaseDeps): Promise<void> {
  if (await isNewDatabase(db)) return await migrate(db);
  const { databaseUrl: url } = config;
  const migrations = await pendingMigrations(db);
  if (migrations.length > 0) {
    const missing = await missingRoom(file, needs.migrating);
    if (missing) throw new Error(`Updating it (${migrations.join(", ")}) needs ${missing}: nothing was changed.`);
    await onUpdating();
    await timed(log, { migrations }, () => inThread({ work: "migrate", url, file }));
  }
  if (await isCleaned(db)) return;
  const missing = await missingRoom(file, needs.cleaning);
  if (missing) {
    return log.warn(`What was once deleted can still be read in the database file: overwriting it needs ${missing}`);
  }
  await onUpdating();
  const cleaning = "it is written anew, without what was deleted";
  await timed(log, { cleaning }, () => inThread({ work: "clean", url, file }));
}

const migrationTimeout = 600_000;

async function updateServer(db: Db, { config, log, onUpdating }: DatabaseDeps): Promise<void> {
  const migrations = await pendingMigrations(db);
  if (migrations.length === 0) return;
  await onUpdating();
  const own = await openDb({ url: config.databaseUrl, authToken: config.databaseAuthToken, timeout: migrationTimeout });
  await timed(log, { migrations }, () => migrate(own)).finally(() => own.close());
}

async function timed(log: Log, what: Record<string, unknown>, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  log.info(what, "updating the database");
  await work();
  log.info({ ...what, ms: Math.round(performance.now() - started) }, "the database was updated");
}

async function missingRoom(file: string, sizes: number): Promise<string | undefined> {
  const folder = dirname(await Deno.realPath(file));
  const { bavail, bsize } = await statfs(folder);
  const [room, needed] = [bavail * bsize, (await Deno.stat(file)).size * sizes];
  if (room >= needed) return undefined;
  return `${megabytes(needed)} of free disk in ${folder}, where ${megabytes(room)} are free`;
}
