/** The service put together: app, sockets and listener over one set of parts. */
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { deleteExpired } from "../db/auth.ts";
import { openDb } from "../db/client.ts";
import { migrate } from "../db/migrate.ts";
import { createApp } from "./app.tsx";
import { openPasswords } from "./auth/passwords.ts";
import type { Config } from "./config.ts";
import type { Assets } from "./contract/assets.ts";
import type { Deps } from "./deps.ts";
import { openLimiter } from "./http/rate_limit.ts";
import type { Log } from "./log.ts";
import { openMailer } from "./mail/mailer.ts";
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
 * @throws LibsqlError when the database cannot be opened, or an Error of the listener
 */
export async function startService({ config, log, assets, clock = Date.now }: Parts): Promise<Service> {
  const db = await openDb({ url: config.databaseUrl, authToken: config.databaseAuthToken });
  await migrate(db);
  const io = createSocketServer(config);
  const deps: Deps = {
    ...{ config, log, assets, clock, db },
    limiter: openLimiter(config.rateLimits),
    mailer: openMailer({ db, clock, log, config }),
    passwords: openPasswords(),
    rooms: openRooms(io),
  };
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000 });
  server.on("request", getRequestListener(createApp(deps).fetch, { overrideGlobalObjects: false }));
  io.attach(server);
  acceptSockets(io, deps);
  const sweeper = sweep(deps);
  const port = await listen(server, config);
  return {
    deps,
    port,
    async stop() {
      clearInterval(sweeper);
      const closed = new Promise((resolve) => io.close(resolve));
      server.closeIdleConnections();
      await Promise.race([closed, new Promise((resolve) => Deno.unrefTimer(setTimeout(resolve, grace)))]);
      server.closeAllConnections();
      await deps.mailer.close();
      await db.close();
    },
  };
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as { port: number }).port));
  });
}

function sweep({ db, clock, log }: Deps) {
  const timer = setInterval(
    () => deleteExpired(db, clock()).catch((err) => log.error({ err }, "sweep failed")),
    sweepEvery,
  );
  Deno.unrefTimer(timer);
  return timer;
}
