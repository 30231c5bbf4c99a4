/** The handshake: a socket belongs to a session, as a request does. */
import type { IncomingMessage } from "node:http";
import { parse } from "hono/utils/cookie";
import { Server } from "socket.io";
import { findSession } from "../../db/auth.ts";
import { type Credential, findLiveSession, leavingCookies, readCredential, type Session } from "../auth/sessions.ts";
import type { Config } from "../config.ts";
import { body, socketBacklog, socketPackets } from "../contract/limits.ts";
import type { ConnectErrorData } from "../contract/events.ts";
import { paths } from "../contract/paths.ts";
import { texts } from "../contract/texts.ts";
import type { Deps } from "../deps.ts";
import { Conflict, Unauthorized } from "../errors.ts";
import { provenance } from "../http/origin.ts";
import { addressReader } from "../http/rate_limit.ts";
import { answerEvents } from "./chat.ts";
import { socketFailure } from "./failure.ts";
import { type ChatServer, type ChatSocket, sessionRoom, userRoom } from "./rooms.ts";

type Handshake = IncomingMessage & { _query: Record<string, string> };

/** The socket server, not yet listening. */
export const createSocketServer = (config: Config): ChatServer =>
  new Server({
    path: paths.socket,
    serveClient: false,
    maxHttpBufferSize: body.json,
    // Whoever says nothing of a session by then has none.
    connectTimeout: 15_000,
    cors: config.corsOrigins.length > 0 ? { origin: config.corsOrigins, credentials: true } : undefined,
  });

/** Lets sockets of live sessions in and answers their events. */
export function acceptSockets(io: ChatServer, deps: Deps): void {
  const addressOf = addressReader(deps.config.trustedProxies);
  io.engine.use((request: Handshake, _response: unknown, next: (error?: unknown) => void) => {
    // Before anything is kept for a connection; whose it is will only be known later.
    if (request._query.sid) next();
    else deps.limiter.take("handshake", addressOf(request)).then(() => next(), next);
  });
  io.engine.on("connection", (conn: ChatSocket["conn"]) => cutOffWhenLoud(deps, conn));
  io.use(async (socket, next) => {
    try {
      const session = await findCaller(deps, socket);
      await deps.limiter.take("any", session?.user.id ?? addressOf(socket.request));
      if (!session) throw new Unauthorized(texts.transport.socketUnauthorized);
      // A chat that was left open would go on in the name of whoever has signed in since.
      const { viewer } = socket.handshake.auth;
      if ((viewer ?? session.user.id) !== session.user.id) throw new Conflict(texts.session.other, "other_viewer");
      socket.data.session = session;
      next();
    } catch (error) {
      next(connectError(deps, error));
    }
  });
  io.on("connection", (socket) => {
    cutOffWhenDeaf(deps, socket);
    answerEvents(deps, socket);
    void welcome(deps, socket);
  });
}

/** Enters the rooms a session ends by, and looks once more whether it ended during the handshake. */
async function welcome(deps: Deps, socket: ChatSocket): Promise<void> {
  const { hash, user } = socket.data.session;
  try {
    await socket.join([sessionRoom(hash), userRoom(user.id)]);
    if (await findSession(deps.db, hash, deps.clock())) return;
  } catch (error) {
    connectError(deps, error);
  }
  socket.disconnect(true);
}

async function findCaller(deps: Deps, { request, handshake }: ChatSocket): Promise<Session | undefined> {
  const credential = socketCredential(request, handshake.auth, deps.config);
  if (!credential || credential.carriedBy === "cookie" && isForeign(request, deps.config)) return undefined;
  return await findLiveSession(deps, credential.token);
}

function socketCredential(
  { headers }: IncomingMessage,
  auth: Record<string, unknown>,
  config: Config,
): Credential | undefined {
  if (typeof auth.token === "string" && auth.token) return { token: auth.token, carriedBy: "bearer" };
  const cookies = parse(headers.cookie ?? "");
  // Its reader has logged out, which no request has told us of yet.
  if (leavingCookies(config).some((name) => cookies[name])) return undefined;
  return readCredential(headers, config);
}

/** Browsers send an `Origin` with every WebSocket handshake, which no other defence covers. */
const isForeign = ({ headers: { origin, host } }: IncomingMessage, config: Config) =>
  origin !== undefined && provenance({ origin, host }, config) === "foreign";

/** What the other side reads as `connect_error`: a text, and beside it the code. */
function connectError({ log }: Deps, error: unknown): Error & { data: ConnectErrorData } {
  const { code, message } = socketFailure(log, error, { text: "handshake failed" });
  return Object.assign(new Error(message), { data: { code } });
}

/**
 * A client that takes in nothing does not fill our memory: with so much waiting for it, it is cut off. One that is
 * merely slow comes back and asks for what it missed.
 */
function cutOffWhenDeaf({ log }: Deps, { conn, data: { session } }: ChatSocket): void {
  let waiting = 0;
  conn.on("packetCreate", ({ data }: { data?: string }) => {
    waiting += data?.length ?? 0;
    if (waiting <= socketBacklog || conn.readyState !== "open") return;
    log.warn({ user: session.user.id }, "a socket that takes in nothing was cut off");
    hangUp(conn);
  });
  conn.on("flush", () => waiting = 0);
}

/** A client that sends without end, with a session or without one, is cut off before the others wait for it. */
function cutOffWhenLoud({ log }: Deps, conn: ChatSocket["conn"]): void {
  let [since, count] = [performance.now(), 0];
  conn.on("packet", () => {
    const now = performance.now();
    if (now - since > socketPackets.every) [since, count] = [now, 0];
    if (++count <= socketPackets.max || conn.readyState !== "open") return;
    log.warn("a socket that sends without end was cut off");
    hangUp(conn);
  });
}

/** Closes a socket without waiting for the other side to agree, which may take half a minute. */
function hangUp(conn: ChatSocket["conn"]): void {
  conn.close(true);
  conn.request.socket.destroy();
}
