import type { Server } from "node:http";
import { hostname } from "node:os";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { withTimeout } from "../db/engine/timing.ts";
import { findOrganizersOfHidden } from "../db/groups/members.ts";
import { createApp } from "./app.tsx";
import { openIdentityProvider } from "./auth/identity_provider.ts";
import { openPasswords } from "./auth/passwords.ts";
import { readSessionToken } from "./auth/sessions.ts";
import { shareAssets } from "./cluster/assets.ts";
import { drainSockets } from "./cluster/drain.ts";
import { openResyncer } from "./cluster/resync.ts";
import type { Message } from "./contract/chat/shapes.ts";
import type { Assets } from "./contract/site/assets.ts";
import { connections, uploadRate } from "./contract/site/limits.ts";
import type { Deps } from "./deps.ts";
import { addressReader } from "./http/address.ts";
import { type Backlog, openBacklog } from "./http/backlog.ts";
import { openBodyMemory } from "./http/body_memory.ts";
import { capConnections, countConnections, guardRequests, openListener } from "./http/connections.ts";
import { answerWhileUpdating, closePort, idleCloser, listen, portOf, tryPort } from "./http/listener.ts";
import { openMetrics } from "./http/metrics.ts";
import { inTurns } from "./http/turns.ts";
import { openLibrary } from "./library/library.ts";
import { openLinkPreviews } from "./library/link_previews.ts";
import { openPublicFetch } from "./library/public_fetch.ts";
import type { Log } from "./log.ts";
import { openMailer } from "./mail/mailer.ts";
import { openAnnouncements } from "./operations/announcement.ts";
import { openBackups } from "./operations/backup_scheduler.ts";
import { openCounts } from "./operations/counts.ts";
import { openDatabase } from "./operations/database.ts";
import { openMessageIndex } from "./operations/message_index.ts";
import { openPurge } from "./operations/purge.ts";
import { openSetup } from "./operations/setup.ts";
import { type LiveSettings, openSiteSettings } from "./operations/site_settings.ts";
import { scheduleSweeps } from "./operations/sweeps.ts";
import { openPusher } from "./push/pusher.ts";
import { openLimiter } from "./rate_limits.ts";
import { openActivity } from "./realtime/activity.ts";
import { openBroadcast } from "./realtime/broadcast.ts";
import { openPresence } from "./realtime/presence.ts";
import { type ChatServer, onPresence } from "./realtime/rooms.ts";
import { acceptSockets, createSocketServer } from "./realtime/socket.ts";
import { type Config, ConfigError } from "./settings/settings.ts";

export interface Service {
  deps: Deps;
  port: number;
  /**
   * Of the link by which a site without people is set up; undefined where there are some, or another instance has it.
   */
  setupToken: Promise<string | undefined>;
  stop(): Promise<void>;
}

interface Options {
  /** Milliseconds for which it still takes connections once it stops: proxies need some to notice. */
  acceptsFor?: number;
  config: Config;
  log: Log;
  assets: Assets;
  clock?: () => number;
  onTaken?: () => void;
}

/** Milliseconds that running requests have to finish when the service stops, once it takes no more connections. */
const grace = 2_500;

/** @throws ConfigError when the database, the folder for backups or the port cannot be used */
export async function startService(options: Options): Promise<Service> {
  const { config, log, assets, clock = Date.now, acceptsFor = 0, onTaken = () => {} } = options;
  // Before anything is changed: if another service runs, its database must not be touched.
  await tryPort(config);
  await using opening = new AsyncDisposableStack();
  const redis = await connectRedis(config, log);
  opening.defer(() => redis?.link.close());
  const server = openListener();
  opening.defer(() => void (server.listening && server.close()));
  const backlog = openBacklog({
    onHangUp: ({ user }) => log.warn({ user }, "a client that does not read was disconnected"),
  });
  opening.defer(backlog.close);
  countConnections(server, backlog);
  let endUpdating = () => {};
  const onUpdating = async () => {
    if (server.listening) return;
    endUpdating = answerWhileUpdating(server, config.apiBase);
    await listen(server, config);
  };
  const { db, close } = await openDatabase({ config, log, clock, redis: redis?.link, onUpdating, onTaken });
  opening.defer(close);
  await shareAssets({ db, clock, log });
  const io = createSocketServer(config, redis?.adapter);
  const realtime = openRealtime({ db, clock, log, io, redis });
  const stopping = new AbortController();
  const settings = await openSiteSettings({ db, log, config });
  opening.defer(settings.close);
  const deps = openDeps({ settings, log, assets, clock, db, backlog, io, redis, realtime, stopping: stopping.signal });
  const closer = idleCloser(server);
  endUpdating();
  answerRequests(server, io, deps);
  await deps.backups.start();
  const port = server.listening ? portOf(server) : await listen(server, config);
  const stopSweeps = scheduleSweeps(deps);
  const setup = openSetup({ db, log, settings, instance: instanceName({ port }) });
  opening.defer(setup.close);
  settings.onChange(() => {
    deps.mailer.reopen();
    deps.backups.look();
    if (settings.config.firstOperatorId) void setup.close();
  });
  deps.messageIndex.messagesWait();
  deps.pusher.key().catch((err) => log.warn({ err }, "the keys for web push could not be made"));
  const opened = opening.move();

  async function stop(): Promise<void> {
    stopping.abort();
    closer.announce();
    const swept = withTimeout(grace, stopSweeps());
    deps.backups.stop();
    const background = Promise.all([swept, realtime.close(), closeDeps(deps)]);
    await Promise.all([drainSockets(io), delay(acceptsFor)]);
    const { closed } = await closePort(server);
    void io.close();
    closer.close();
    await withTimeout(grace, closed);
    server.closeAllConnections();
    await background.finally(() => opened.disposeAsync());
  }
  return { deps, port, setupToken: setup.token, stop };
}

type Redis = Awaited<ReturnType<typeof connectRedis>>;

async function connectRedis({ redisUrl: url }: Config, log: Log) {
  if (!url) return undefined;
  const { openRedis } = await import("./cluster/redis.ts");
  const { redisAdapter } = await import("./cluster/adapter.ts");
  const { SentMessages } = await import("./realtime/changes.ts");
  const link = await openRedis({ url, log }).catch((cause) => {
    throw new ConfigError(`REDIS_URL: Redis cannot be reached. ${cause.message}`, { cause });
  });
  const sent = new SentMessages();
  const adapter = redisAdapter(link, (name, payload) => {
    if (name === "message" || name === "messageChanged") sent.add(payload as Message);
  });
  return { link, sent, adapter };
}

interface RealtimeDeps extends Pick<Deps, "db" | "clock" | "log"> {
  io: ChatServer;
  redis: Redis;
}

function openRealtime({ db, clock, log, io, redis }: RealtimeDeps) {
  const local = openBroadcast(io, { to: io.local, sent: redis?.sent });
  const announce = (groupId: string) => void io.serverSideEmit("activity", groupId);
  const activity = openActivity({ db, log, local, announce: redis && announce });
  const broadcast = openBroadcast(io, { sent: redis?.sent, onActivity: activity.happened });
  const presence = openPresence({
    log,
    broadcast,
    local,
    redis: redis?.link,
    organizersOf: (groupId) => findOrganizersOfHidden(db, groupId),
  });
  onPresence(io, presence.changed);
  io.on("activity", activity.happenedAtAnother);
  const resyncer = redis && openResyncer({ db, clock, log, local, sent: redis.sent });
  if (resyncer) redis?.link.onMissed(resyncer.ask);
  return {
    broadcast,
    close(): Promise<void> {
      resyncer?.close();
      activity.close();
      return presence.close();
    },
  };
}

interface ServiceDeps extends RealtimeDeps {
  settings: LiveSettings;
  assets: Assets;
  backlog: Backlog;
  realtime: ReturnType<typeof openRealtime>;
  stopping: AbortSignal;
}

function openDeps({ settings, log, assets, clock, db, backlog, io, redis, realtime, stopping }: ServiceDeps): Deps {
  const counts = openCounts({ db, clock, log });
  const { config } = settings;
  const metrics = openMetrics({
    db,
    instance: instanceName(config),
    redis: redis?.link,
    onFailure: () => counts.add("errors"),
    onMessage: () => counts.add("messages"),
    sockets: () => io.sockets.sockets.size,
    droppedLines: log.droppedLines,
    backlog,
  });
  return {
    announcement: openAnnouncements({ db, clock, log }),
    counts,
    get config() {
      return settings.config;
    },
    settings,
    log,
    assets,
    clock,
    db,
    bodies: openBodyMemory(),
    uploadRate,
    library: openLibrary({ db, clock, config, log }),
    linkPreviews: config.linkPreviews === "on"
      ? openLinkPreviews({ db, clock, log, fetch: openPublicFetch(config) })
      : undefined,
    limiter: openLimiter(config.rateLimits, redis?.link),
    mailer: openMailer({
      db,
      clock,
      log,
      get config() {
        return settings.config;
      },
      onSent: () => counts.add("mails"),
    }),
    metrics,
    backups: openBackups({
      clock,
      log,
      metrics,
      get config() {
        return settings.config;
      },
    }),
    passwords: openPasswords(),
    identityProvider: openIdentityProvider({ config, clock, log }),
    purge: openPurge({ db, log, clock }),
    pusher: openPusher({
      db,
      clock,
      log,
      get config() {
        return settings.config;
      },
    }),
    redis: redis?.link,
    messageIndex: openMessageIndex({ db, log }),
    stopping,
    backlog,
    broadcast: realtime.broadcast,
  };
}

const closeDeps = ({ mailer, counts, purge, messageIndex, pusher, linkPreviews }: Deps) =>
  Promise.all([
    linkPreviews?.close(),
    mailer.close().then(() => counts.close()),
    purge.close(),
    messageIndex.close(),
    pusher.close(),
  ]);

function answerRequests(server: Server, io: ChatServer, deps: Deps): void {
  const { config, metrics } = deps;
  const { trustedProxies } = config;
  if (config.rateLimits) {
    capConnections(server, { max: connections.perAddress, trustedProxies, onRefused: metrics.connectionRefused });
  }
  // `guardRequests` drains unread bodies.
  const answer = getRequestListener(createApp(deps).fetch, { autoCleanupIncoming: false });
  const addressOf = addressReader(trustedProxies);
  server.on(
    "request",
    inTurns(answer, (request) => ({
      address: addressOf(request),
      token: readSessionToken(request.headers, config)?.token,
    })),
  );
  io.attach(server);
  guardRequests(server);
  acceptSockets(io, deps);
}

export const instanceName = ({ port }: { port: number }): string => `${hostname()}:${port || process.pid}`;
