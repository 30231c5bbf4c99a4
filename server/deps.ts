import type { Db } from "../db/client.ts";
import type { Passwords } from "./auth/passwords.ts";
import type { Assets } from "./contract/assets.ts";
import type { Config } from "./config.ts";
import type { Limiter } from "./http/rate_limit.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Rooms } from "./realtime/rooms.ts";

/** Everything the service is made of. Each part is handed in, so that a test can hand in another. */
export interface Deps {
  assets: Assets;
  config: Config;
  db: Db;
  /** Milliseconds since the epoch. */
  clock: () => number;
  log: Log;
  limiter: Limiter;
  mailer: Mailer;
  passwords: Passwords;
  rooms: Rooms;
}
