/** The service: app, sockets and listener over one set of dependencies. */
import * as siteLimits from "./contract/site/limits.ts";
import { createServer, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { atMost } from "../db/engine/with_timeout.ts";
import { createApp } from "./app.tsx";
import { shareAssets } from "./cluster/assets.ts";
import { openProvider } from "./auth/oidc.ts";
import { openPasswords } from "./auth/passwords.ts";
import { readCredential } from "./auth/sessions.ts";
import { type Config, ConfigError } from "./settings/settings.ts";
import type { Assets } from "./contract/site/assets.ts";
import type { Message } from "./contract/chat/shapes.ts";
import { openDatabase } from "./operations/database.ts";
import type { Deps } from "./deps.ts";
import { addressReader } from "./http/address.ts";
import { openBacklog } from "./http/backlog.ts";
import { openBodyMemory } from "./http/body_memory.ts";
import { capConnections, guardRequests, openListener } from "./http/connections.ts";
import { closePort } from "./http/close_port.ts";
import { countConnections } from "./http/counted_response.ts";
import { idleCloser } from "./http/idle.ts";
import { openMetrics } from "./http/metrics.ts";
import { inTurns } from "./http/turns.ts";
import { answerWhileUpdating } from "./http/updating.ts";
import { openLibrary } from "./library/library.ts";
import type { Log } from "./log/log.ts";
import { openMailer } from "./mail/mailer.ts";
import { openAnnouncements } from "./operations/announcement.ts";
import { openCounts } from "./operations/counts.ts";
import { openMessageIndex } from "./operations/message_index.ts";
import { openPusher } from "./push/pusher.ts";
import { openPurge } from "./operations/purge.ts";
import { scheduleBackups } from "./operations/backup_scheduler.ts";
import { instanceName } from "./cluster/instance.ts";
import { openLimiter } from "./rate_limits.ts";
import { openActivity } from "./realtime/activity.ts";
import { onPresence, openBroadcast } from "./realtime/broadcast.ts";
import { drainSockets } from "./cluster/drain.ts";
import { openPresence } from "./realtime/presence.ts";
import { openResyncer } from "./cluster/resync.ts";
import { acceptSockets, createSocketServer } from "./realtime/socket.ts";
import { scheduleSweeps } from "./operations/sweeps.ts";

export interface Service {
  deps: Deps;
  /** The port it listens on. */
  port: number;
  /** Disconnects sockets, finishes running requests and writes, then closes the database. */
  stop(): Promise<void>;
}

interface Parts {
  /** Milliseconds for which it still takes connections once it is asked to stop: proxies need some to notice. */
  acceptsFor?: number;
  config: Config;
  log: Log;
  assets: Assets;
  clock?: () => number;
  /** Called where another service has the database now: this one must end. */
  onTaken?: () => void;
}

/** Milliseconds that running requests have to finish when the service stops, once it takes no more connections. */
const grace = 2_500;

/**
 * Opens and migrates the database, and listens.
 *
 * @throws ConfigError when the database, the folder for backups or the port cannot be used
 */
export async function startService(
  { config, log, assets, clock = Date.now, acceptsFor = 0, onTaken = () => {} }: Parts,
): Promise<Service> {
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
  const stopping = new AbortController();
  const counts = openCounts({ db, clock, log });
  const deps: Deps = {
    announcement: openAnnouncements({ db, clock, log }),
    counts,
    config,
    log,
    assets,
    clock,
    db,
    bodies: openBodyMemory(),
    library: openLibrary({ db, clock, config, log }),
    limiter: openLimiter(config.rateLimits, redis?.link),
    mailer: openMailer({ db, clock, log, config, onSent: () => counts.add("mails") }),
    metrics: openMetrics({
      db,
      instance: instanceName(config),
      redis: redis?.link,
      onFailure: () => counts.add("errors"),
      onMessage: () => counts.add("messages"),
      sockets: () => io.sockets.sockets.size,
      droppedLines: log.droppedLines,
      backlog,
    }),
    passwords: openPasswords(),
    provider: openProvider({ config, clock, log }),
    purge: openPurge({ db, log, clock }),
    pusher: openPusher({ db, clock, log, config }),
    redis: redis?.link,
    messageIndex: openMessageIndex({ db, log }),
    stopping: stopping.signal,
    backlog,
    broadcast: openBroadcast(io, { sent: redis?.sent, onActivity: (groupId) => activity.happened(groupId) }),
  };
  const local = openBroadcast(io, { to: io.local, sent: redis?.sent });
  const activity = openActivity({ db, log, local });
  const presence = openPresence({ log, broadcast: deps.broadcast, local, redis: redis?.link });
  onPresence(io, presence.changed);
  deps.pusher.key().catch((err) => log.warn({ err }, "the keys for web push could not be made"));
  redis?.onMessage(({ groupId }) => activity.happened(groupId));
  const resyncer = redis && openResyncer({ db, clock, log, local, sent: redis.sent });
  if (resyncer) redis?.link.onMissed(resyncer.ask);
  const closer = idleCloser(server);
  if (config.rateLimits) {
    const { perAddress: max } = siteLimits.connections;
    capConnections(server, { max, trustedProxies: config.trustedProxies, onRefused: deps.metrics.connectionRefused });
  }
  endUpdating();
  // `guardRequests` drains unread bodies.
  const answer = getRequestListener(createApp(deps).fetch, { autoCleanupIncoming: false });
  const addressOf = addressReader(config.trustedProxies);
  server.on(
    "request",
    inTurns(answer, (request) => ({
      address: addressOf(request),
      token: readCredential(request.headers, config)?.token,
    })),
  );
  io.attach(server);
  guardRequests(server);
  acceptSockets(io, deps);
  const backups = await scheduleBackups(deps);
  const port = server.listening ? portOf(server) : await listen(server, config);
  const stopSweeps = scheduleSweeps(deps);
  // Of an earlier run, or an earlier version.
  deps.messageIndex.messagesWait();
  const opened = opening.move();
  return {
    deps,
    port,
    async stop() {
      stopping.abort();
      closer.announce();
      const swept = stopSweeps();
      backups.stop();
      resyncer?.close();
      activity.close();
      const background = Promise.all([
        atMost(grace, swept),
        deps.mailer.close().then(() => counts.close()),
        deps.purge.close(),
        deps.messageIndex.close(),
        presence.close(),
        deps.pusher.close(),
      ]);
      await Promise.all([drainSockets(io), delay(acceptsFor)]);
      const { closed } = await closePort(server);
      void io.close();
      closer.close();
      await atMost(grace, closed);
      server.closeAllConnections();
      await background.finally(() => opened.disposeAsync());
    },
  };
}

/** Loaded only where it is used: a service on a file has no use for it. */
async function connectRedis({ redisUrl: url }: Config, log: Log) {
  if (!url) return undefined;
  const { openRedis } = await import("./cluster/redis.ts");
  const { redisAdapter } = await import("./cluster/adapter.ts");
  const { SentMessages } = await import("./realtime/sent_messages.ts");
  const link = await openRedis({ url, log }).catch((cause) => {
    throw new ConfigError(`REDIS_URL: Redis cannot be reached. ${cause.message}`, { cause });
  });
  const sent = new SentMessages();
  const listeners: ((message: Message) => void)[] = [];
  const adapter = redisAdapter(link, (name, payload) => {
    if (name !== "message" && name !== "messageChanged") return;
    sent.add(payload as Message);
    for (const listener of listeners) listener(payload as Message);
  });
  /** Calls the listener with each message, new or changed, of another instance. */
  const onMessage = (listener: (message: Message) => void) => void listeners.push(listener);
  return { link, sent, adapter, onMessage };
}

async function tryPort(config: Config): Promise<void> {
  const server = createServer();
  await listen(server, config);
  await new Promise((resolve) => server.close(resolve));
}

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => reject(new ConfigError(whyNotListening(cause, config), { cause })));
    server.listen(config.port, config.host, () => resolve(portOf(server)));
  });
}

const portOf = (server: Server): number => (server.address() as { port: number }).port;

/** Which setting to change where listening failed, and why. */
function whyNotListening({ code, message }: Error & { code?: string }, { host, port }: Config): string {
  if (code === "EADDRINUSE") return `PORT: ${port} is in use on ${host}: choose another one, or stop what uses it.`;
  if (code === "EACCES") return `PORT: this user may not listen on ${port}: choose one from 1024 on.`;
  if (!/^(EADDRNOTAVAIL|EAFNOSUPPORT|EAI_\w+|EINVAL|ENOTFOUND)$/.test(code ?? "")) {
    return `PORT: cannot listen on ${host}:${port}, ${message}`;
  }
  return `HOST: this machine has no address ${host}: use 127.0.0.1, or 0.0.0.0 or :: for all that it has.`;
}
