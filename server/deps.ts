import type { Db } from "../db/engine/client.ts";
import type { IdentityProvider } from "./auth/identity_provider.ts";
import type { Passwords } from "./auth/passwords.ts";
import type { RedisLink } from "./cluster/redis.ts";
import type { Assets } from "./contract/site/assets.ts";
import type { Backlog } from "./http/backlog.ts";
import type { BodyMemory } from "./http/body_memory.ts";
import type { Metrics } from "./http/metrics.ts";
import type { Rate } from "./http/minimum_rate.ts";
import type { Library } from "./library/library.ts";
import type { LinkPreviews } from "./library/link_previews.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Announcements } from "./operations/announcement.ts";
import type { Backups } from "./operations/backup_scheduler.ts";
import type { Counts } from "./operations/counts.ts";
import type { MessageIndex } from "./operations/message_index.ts";
import type { LiveSettings } from "./operations/site_settings.ts";
import type { Purge } from "./operations/purge.ts";
import type { Pusher } from "./push/pusher.ts";
import type { Limiter } from "./rate_limits.ts";
import type { Broadcast } from "./realtime/broadcast.ts";
import type { Config } from "./settings/settings.ts";

export interface Deps {
  announcement: Announcements;
  assets: Assets;
  backups: Backups;
  bodies: BodyMemory;
  uploadRate: Rate;
  library: Library;
  /** Undefined where the operator does not allow them. */
  linkPreviews?: LinkPreviews;
  /** The settings as they are now; those that operators may set change while the service runs. */
  readonly config: Config;
  settings: LiveSettings;
  counts: Counts;
  db: Db;
  clock: () => number;
  log: Log;
  limiter: Limiter;
  mailer: Mailer;
  messageIndex: MessageIndex;
  metrics: Metrics;
  passwords: Passwords;
  identityProvider?: IdentityProvider;
  purge: Purge;
  pusher: Pusher;
  redis?: RedisLink;
  broadcast: Broadcast;
  /** Aborted once the service is to stop: it takes some more requests, but others should get them. */
  stopping: AbortSignal;
  backlog: Backlog;
}
