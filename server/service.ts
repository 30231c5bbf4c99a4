/** The service put together: app, sockets and listener over one set of parts. */
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { deleteExpired } from "../db/auth.ts";
import { fileOf } from "../db/backup.ts";
import { type Db, openDb } from "../db/client.ts";
import { DatabaseInUse, lockFile } from "../db/file_lock.ts";
import { migrate } from "../db/migrate.ts";
import { createApp } from "./app.tsx";
import { openPasswords } from "./auth/passwords.ts";
import { type Config, WrongSetting } from "./config.ts";
import type { Assets } from "./contract/assets.ts";
import type { Deps } from "./deps.ts";
import { guardRequests, openListener } from "./http/connections.ts";
import { idleCloser } from "./http/idle.ts";
import { openMetrics } from "./http/metrics.ts";
import { openLimiter } from "./http/rate_limit.ts";
import { openLibrary } from "./library/library.ts";
import { stockShelf } from "./library/shelf.ts";
import type { Log } from "./log.ts";
import { openMailer } from "./mail/mailer.ts";
import { openPurge } from "./operations/purge.ts";
import { scheduleBackups } from "./operations/schedule.ts";
import { openRooms } from "./realtime/rooms.ts";
import { acceptSockets, createSocketServer } from "./realtime/socket.ts";

export interface Service {
  deps: Deps;
  /** The port it listens on. */
  port: number;
  /** Finishes what runs and what is being written, lets go of sockets and the database. */
  stop(): Promise<void>;
}

interface Parts {
  config: Config;
  log: Log;
  assets: Assets;
  clock?: () => number;
}

const sweepEvery = 3600_000;
/** How long running requests may take to finish once the service stops. */
const grace = 8_000;

/**
 * Opens the database, brings it up to date and listens.
 *
 * @throws WrongSetting when the database, the folder for backups or the port cannot be used
 */
export async function startService({ config, log, assets, clock = Date.now }: Parts): Promise<Service> {
  // Before anything is changed: where another one runs, its database is left as it is.
  await tryPort(config);
  const unlock = await lock(config);
  const db = await openUpToDate(config).catch((error) => unlock().then(() => Promise.reject(error)));
  await keepPrivate(config);
  await stockShelf(db, clock).catch((err) => log.error({ err }, "the starter shelf could not be stored"));
  const io = createSocketServer(config);
  const deps: Deps = {
    ...{ config, log, assets, clock, db },
    books: openLibrary({ db, clock, config, log }),
    limiter: openLimiter(config.rateLimits),
    mailer: openMailer({ db, clock, log, config }),
    metrics: openMetrics({ db, sockets: () => io.sockets.sockets.size, droppedLines: log.droppedLines }),
    passwords: openPasswords(),
    purge: openPurge({ db, log }),
    rooms: openRooms(io),
  };
  const server = openListener();
  const closeIdle = idleCloser(server);
  server.on("request", getRequestListener(createApp(deps).fetch));
  io.attach(server);
  guardRequests(server);
  acceptSockets(io, deps);
  const sweeper = sweep(deps);
  const backups = await scheduleBackups(deps);
  const port = await listen(server, config);
  deps.purge.sweep();
  return {
    deps,
    port,
    async stop() {
      clearInterval(sweeper);
      backups.stop();
      const closed = new Promise((resolve) => io.close(resolve));
      closeIdle();
      await Promise.race([closed, new Promise((resolve) => Deno.unrefTimer(setTimeout(resolve, grace)))]);
      server.closeAllConnections();
      await Promise.all([deps.mailer.close(), deps.purge.close()]);
      await db.close();
      await unlock();
    },
  };
}

/** Two services on one database file would each know of one half of what is said. */
async function lock({ databaseUrl }: Config): Promise<() => Promise<void>> {
  const file = fileOf(databaseUrl);
  if (!file) return async () => {};
  return await lockFile(file).catch((cause) => {
    const why = cause instanceof DatabaseInUse ? "another service has it open." : reason(cause);
    throw new WrongSetting(`DATABASE_URL: the database cannot be used. ${file}: ${why}`, { cause });
  });
}

/** A database of ours that came from elsewhere is for its owner alone as well, as far as we may say so. */
async function keepPrivate({ databaseUrl }: Config): Promise<void> {
  const file = fileOf(databaseUrl);
  if (!file || Deno.build.os === "windows") return;
  // By name: a file that is opened here and closed again would lose the locks the engine has on it.
  await Promise.allSettled(["", "-wal", "-shm", ".lock"].map((ending) => Deno.chmod(file + ending, 0o600)));
}

async function openUpToDate({ databaseUrl: url, databaseAuthToken: authToken }: Config): Promise<Db> {
  try {
    const db = await openDb({ url, authToken });
    await migrate(db);
    return db;
  } catch (cause) {
    throw new WrongSetting(`DATABASE_URL: the database cannot be used. ${reason(cause)}`, { cause });
  }
}

/** The first line of what was at the bottom of an error. */
const reason = (error: unknown): string =>
  error instanceof Error ? error.cause ? reason(error.cause) : error.message.split("\n")[0] : String(error);

async function tryPort(config: Config): Promise<void> {
  const server = createServer();
  await listen(server, config);
  await new Promise((resolve) => server.close(resolve));
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: Error & { code?: string }) => {
      const why = cause.code === "EADDRINUSE" ? "it is in use." : cause.message;
      reject(new WrongSetting(`PORT: cannot listen on ${host}:${port}, ${why}`, { cause }));
    });
    server.listen(port, host, () => resolve((server.address() as { port: number }).port));
  });
}

/** Removes what has outlived its use; the sockets of a session end with it. */
function sweep({ books, db, clock, log, purge, rooms }: Deps) {
  const timer = setInterval(() => {
    purge.sweep();
    books.sweep().catch((err) => log.error({ err }, "sweep failed"));
    deleteExpired(db, clock()).then(
      (ended) => ended.forEach(rooms.endSession),
      (err) => log.error({ err }, "sweep failed"),
    );
  }, sweepEvery);
  Deno.unrefTimer(timer);
  return timer;
}
