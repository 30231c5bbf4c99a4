/** The handshake: a socket belongs to a session, as a request does. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { parse } from "hono/utils/cookie";
import { Server } from "socket.io";
import { findSession } from "../../db/auth.ts";
import { type Credential, findLiveSession, leavingCookies, readCredential, type Session } from "../auth/sessions.ts";
import type { Config } from "../config.ts";
import type { ConnectErrorData } from "../contract/events.ts";
import { body, connections, socketBacklog, socketPacket, socketPackets } from "../contract/limits.ts";
import { paths } from "../contract/paths.ts";
import { texts } from "../contract/texts.ts";
import type { Deps } from "../deps.ts";
import { Conflict, TooMany, Unauthorized } from "../errors.ts";
import { provenance } from "../http/origin.ts";
import { addressReader } from "../http/address.ts";
import { countBytes } from "../http/body.ts";
import { answerEvents } from "./chat.ts";
import { socketFailure } from "./failure.ts";
import { type ChatServer, type ChatSocket, sessionRoom, userRoom } from "./rooms.ts";

type Handshake = IncomingMessage & { _query: Record<string, string> };

/** The socket server, not yet listening. */
export const createSocketServer = (config: Config): ChatServer =>
  new Server({
    path: paths.socket,
    serveClient: false,
    maxHttpBufferSize: socketPacket,
    // Whoever says nothing of a session by then has none.
    connectTimeout: 15_000,
    cors: config.corsOrigins.length > 0 ? { origin: config.corsOrigins, credentials: true } : undefined,
  });

/** Lets sockets of live sessions in and answers their events. */
export function acceptSockets(io: ChatServer, deps: Deps): void {
  const addressOf = addressReader(deps.config.trustedProxies);
  io.engine.use((request: Handshake, response: ServerResponse, next: (error?: unknown) => void) => {
    countBody(deps, addressOf(request), request, response);
    // Before anything is kept for a connection; whose it is will only be known later.
    if (request._query.sid) next();
    else deps.limiter.take("handshake", addressOf(request)).then(() => next(), next);
  });
  io.engine.on("connection", (conn: ChatSocket["conn"]) => {
    cutOffWhenLoud(deps, conn);
    limitUnidentified(deps, conn);
  });
  io.use(async (socket, next) => {
    try {
      const session = await findCaller(deps, socket);
      await deps.limiter.take("any", session?.user.id ?? addressOf(socket.request));
      if (!session) throw new Unauthorized(texts.transport.socketUnauthorized);
      // A chat that was left open would go on in the name of whoever has signed in since.
      const { viewer } = socket.handshake.auth;
      if ((viewer ?? session.user.id) !== session.user.id) throw new Conflict(texts.session.other, "other_viewer");
      socket.data.session = session;
      enterOwnRooms(deps, socket);
      identified.add(socket.conn);
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

/**
 * Enters the rooms a session ends by.
 *
 * @throws TooMany when its user has too many sockets
 */
function enterOwnRooms({ config, rooms }: Deps, socket: ChatSocket): void {
  const { hash, user } = socket.data.session;
  if (config.rateLimits && rooms.countSockets(user.id) >= connections.socketsPerPerson) {
    throw new TooMany(retryWhenFull, texts.session.tooManySockets);
  }
  void socket.join([sessionRoom(hash), userRoom(user.id)]);
}

/** Seconds after which a window may have been closed. */
const retryWhenFull = 10;

/** Looks once more whether the session ended during the handshake. */
async function welcome(deps: Deps, socket: ChatSocket): Promise<void> {
  try {
    const { hash } = socket.data.session;
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
  const { code, message } = socketFailure(log, error, { what: "handshake failed" });
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

/** Of this process's connections, those of which it is known whose they are. */
const identified = new WeakSet<ChatSocket["conn"]>();

/** Until it is known whose a WebSocket is, no more of it is read than says that. */
function limitUnidentified({ log }: Deps, conn: ChatSocket["conn"]): void {
  // Polling has requests of its own, whose bodies are counted.
  if (conn.transport.name !== "websocket") return;
  const { socket } = conn.request;
  let received = 0;
  const onData = ({ length }: Uint8Array) => {
    if (identified.has(conn)) return void socket.off("data", onData);
    received += length;
    if (received <= body.open || conn.readyState !== "open") return;
    log.warn("a socket that did not say whose it is was cut off");
    hangUp(conn);
  };
  socket.on("data", onData);
  conn.once("close", () => socket.off("data", onData));
}

/** Counts what is posted in place of a WebSocket's packets among the bodies that are in memory. */
function countBody({ bodies }: Deps, address: string, request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "POST") return;
  const count = countBytes(bodies, address, response);
  request.on("data", ({ length }: Uint8Array) => count(length) || request.destroy());
}

/** Closes a socket without waiting for the other side to agree, which may take half a minute. */
function hangUp(conn: ChatSocket["conn"]): void {
  conn.close(true);
  conn.request.socket.destroy();
}
