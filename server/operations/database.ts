/**
 * The database of a service: opened by one service at a time, or by several instances that share Redis, and brought up
 * to date.
 */
import { type Db, openDb } from "../../db/engine/client.ts";
import { DatabaseInUse, lockFile } from "../../db/engine/file_lock.ts";
import { fileOf } from "../../db/engine/file_url.ts";
import { holdLease, leaseLifetime, LeaseTaken, withLease } from "../../db/engine/leases.ts";
import { type Config, ConfigError } from "../settings/settings.ts";
import { stockShelf } from "../library/shelf.ts";
import type { Log } from "../log/log.ts";
import type { RedisLink } from "../cluster/redis.ts";
import { describeOpenError } from "./storage_errors.ts";
import { updateFile, updateServer } from "./update.ts";

export interface Database {
  db: Db;
  /** Finishes the current write, and lets another service open it. */
  close(): Promise<void>;
}

interface Parts {
  config: Config;
  log: Log;
  clock: () => number;
  /** With several instances: all of them must use the same. */
  redis?: RedisLink;
  /** Called before it is updated, or waits for another instance to do so, which may take a while. */
  onUpdating: () => Promise<void>;
  /** Called where another service has the database now, after this one had hung: this one must end. */
  onTaken: () => void;
}

/**
 * Opens the database and brings its tables and the starter shelf up to date.
 *
 * @throws ConfigError when it cannot be used, or another service has it
 */
export async function openDatabase(parts: Parts): Promise<Database> {
  const file = fileOf(parts.config.databaseUrl);
  return await (file ? openOnFile(file, parts) : openOnServer(parts)).catch(async (cause) => {
    const { databaseUrl: url } = parts.config;
    const why = cause instanceof DatabaseInUse || cause instanceof LeaseTaken
      ? `${file ?? url.split("?")[0]}: another service has it open.`
      : await describeOpenError(cause, url);
    throw new ConfigError(`DATABASE_URL: the database cannot be used. ${why}`, { cause });
  });
}

/** Of two services on one file each would broadcast only its own messages. */
async function openOnFile(file: string, parts: Parts): Promise<Database> {
  await using opening = new AsyncDisposableStack();
  opening.defer(await lockFile(file));
  const db = opening.adopt(await openDb({ url: parts.config.databaseUrl }), close);
  await updateFile(db, file, parts);
  await restrictAccess(file, parts.log);
  await stock(db, parts);
  return asDatabase(db, opening);
}

/** Milliseconds to wait for a service that has crashed: its lease ends, and some attempts to get it. */
const timeout = leaseLifetime + 1500;

async function openOnServer(parts: Parts): Promise<Database> {
  const { databaseUrl: url, databaseAuthToken: authToken } = parts.config;
  await using opening = new AsyncDisposableStack();
  const db = opening.adopt(await openDb({ url, authToken }), close);
  const { log, redis } = parts;
  const lease = await holdLease(db, "service", {
    sharedBy: redis && (() => `instances with the Redis ${redis.id}`),
    timeout,
  });
  redis?.confirmId();
  opening.defer(lease.release);
  lease.lost.addEventListener("abort", () => {
    log.error("another service has the database now: this one ends");
    parts.onTaken();
  });
  const update = async () => {
    await updateServer(db, parts);
    await stock(db, parts);
  };
  const onWait = () => {
    log.info("Waiting for another instance, which is updating the database");
    void parts.onUpdating().catch(() => {});
  };
  await withLease(db, "migration", update, { onWait });
  return asDatabase(db, opening);
}

const close = (db: Db) => db.close();

/** Closing it undoes what opening it has done, in reverse. */
function asDatabase(db: Db, opening: AsyncDisposableStack): Database {
  const opened = opening.move();
  return { db, close: () => opened.disposeAsync() };
}

const stock = (db: Db, { clock, log }: Parts) =>
  stockShelf(db, clock).catch((err) => log.error({ err }, "the starter shelf could not be stored"));

/**
 * Makes the database and the files beside it readable by their owner alone. Where their mode may not be changed, as
 * outside the folders the service may write to, a warning is logged.
 */
async function restrictAccess(file: string, log: Log): Promise<void> {
  if (Deno.build.os === "windows") return;
  const real = await Deno.realPath(file);
  // By name: opening and closing a file here would release the locks the engine has on it.
  const files = [real, `${real}-wal`, `${real}-shm`, `${real}.lock`];
  await Promise.allSettled(files.map((file) => Deno.chmod(file, 0o600)));
  const { mode } = await Deno.stat(real);
  if (mode! & 0o077) log.warn(`${real} can be read by other users of this machine: restrict it with chmod 600`);
}
