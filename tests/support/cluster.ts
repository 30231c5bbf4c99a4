/** Several instances of the service on one libSQL server and one Redis, behind a proxy. */
import { type Db, openDb } from "../../db/engine/client.ts";
import { startSession } from "../../server/auth/sessions.ts";
import type { Engine } from "./engine.ts";
import { cast } from "./people.ts";
import { reservePort } from "./ports.ts";
import { TestProcess } from "./process.ts";
import { startProxy } from "./servers/proxy.ts";
import { type RedisServer, startRedis } from "./servers/redis.ts";
import { startSqld } from "./servers/sqld.ts";
import { build } from "./operate.ts";

export interface Cluster {
  sqld: Engine;
  redis: RedisServer;
  nodes: TestProcess[];
  /** The address of the proxy before them. */
  url: string;
  /** The database, in which Ada's group is: see `people.ts`. */
  db: Db;
  /** Starts a session. @param userId as of `people.ts` */
  session(userId: string): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Options {
  /** How many. */
  nodes?: number;
  /** Settings beside those of the tests. */
  env?: Record<string, string>;
}

/** Starts everything, with Ada's group in the database. `await using` stops it all. */
export async function startCluster({ nodes: count = 3, env = {} }: Options = {}): Promise<Cluster> {
  await build();
  await using starting = new AsyncDisposableStack();
  const sqld = starting.use(await startSqld());
  const redis = starting.use(await startRedis());
  const ports = Array.from({ length: count }, reservePort);
  const proxy = starting.use(await startProxy(ports));
  const shared = { ...settingsOf({ sqld, redis }), PUBLIC_URL: proxy.url, ...env };
  const nodes = ports.map((port) => starting.use(new TestProcess({ ...shared, PORT: String(port) })));
  await Promise.all(nodes.map((node) => node.start()));
  const db = await openDb({ url: sqld.url });
  starting.defer(() => db.close());
  await cast(db);
  const stack = starting.move();
  return {
    sqld,
    redis,
    nodes,
    url: proxy.url,
    db,
    session: (userId) => startSession({ db, clock: Date.now }, userId),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The settings of an instance on these engines. The proxy is trusted, and so are clients of an instance itself. */
export const settingsOf = ({ sqld, redis }: { sqld: Engine; redis?: Engine }): Record<string, string> => ({
  RATE_LIMITS: "off",
  BOOK_SOURCES: "shelf",
  TRUSTED_PROXIES: "127.0.0.1",
  DATABASE_URL: sqld.url,
  ...redis && { REDIS_URL: redis.url },
});
