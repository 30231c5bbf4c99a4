import type { Db } from "../db/client.ts";
import type { Passwords } from "./auth/passwords.ts";
import type { Assets } from "./contract/assets.ts";
import type { Config } from "./config.ts";
import type { BodyMemory } from "./http/body_memory.ts";
import type { Library } from "./library/library.ts";
import type { Metrics } from "./http/metrics.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Purge } from "./operations/purge.ts";
import type { Limiter } from "./rate_limits.ts";
import type { Broadcast } from "./realtime/broadcast.ts";

/** Everything the service is made of. Each part is handed in, so that a test can hand in another. */
export interface Deps {
  assets: Assets;
  bodies: BodyMemory;
  /** Where books are looked for, and their covers. */
  books: Library;
  config: Config;
  db: Db;
  /** Milliseconds since the epoch. */
  clock: () => number;
  log: Log;
  limiter: Limiter;
  mailer: Mailer;
  metrics: Metrics;
  passwords: Passwords;
  purge: Purge;
  broadcast: Broadcast;
}
