import type { Db } from "../db/engine/client.ts";
import type { Provider } from "./auth/oidc.ts";
import type { Passwords } from "./auth/passwords.ts";
import type { Announcements } from "./operations/announcement.ts";
import type { Assets } from "./contract/site/assets.ts";
import type { Counts } from "./operations/counts.ts";
import type { Config } from "./settings/settings.ts";
import type { BodyMemory } from "./http/body_memory.ts";
import type { Library } from "./library/library.ts";
import type { Metrics } from "./http/metrics.ts";
import type { Backlog } from "./http/backlog.ts";
import type { Log } from "./log/log.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { MessageIndex } from "./operations/message_index.ts";
import type { Pusher } from "./push/pusher.ts";
import type { Purge } from "./operations/purge.ts";
import type { Limiter } from "./rate_limits.ts";
import type { RedisLink } from "./cluster/redis.ts";
import type { Broadcast } from "./realtime/broadcast.ts";

/** The parts of the service, passed in so that tests can replace them. */
export interface Deps {
  announcement: Announcements;
  assets: Assets;
  bodies: BodyMemory;
  /** Book search and covers. */
  library: Library;
  config: Config;
  /** For the operators' charts. */
  counts: Counts;
  db: Db;
  /** Milliseconds since the epoch. */
  clock: () => number;
  log: Log;
  limiter: Limiter;
  mailer: Mailer;
  messageIndex: MessageIndex;
  metrics: Metrics;
  passwords: Passwords;
  /** Where people may sign in too. */
  provider?: Provider;
  purge: Purge;
  pusher: Pusher;
  /** With several instances. */
  redis?: RedisLink;
  broadcast: Broadcast;
  /** Aborted once the service has been asked to stop: it takes some more requests, but others should get them. */
  stopping: AbortSignal;
  backlog: Backlog;
}
