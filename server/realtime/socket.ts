/** The handshake: a socket belongs to a session, as a request does. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { parse } from "hono/utils/cookie";
import { Server, type ServerOptions } from "socket.io";
import { findSession } from "../../db/account/links.ts";
import { type Credential, findLiveSession, logoutCookies, readCredential, type Session } from "../auth/sessions.ts";
import type { Config } from "../settings/settings.ts";
import type { ConnectErrorData } from "../contract/chat/events.ts";
import type { Deps } from "../deps.ts";
import { Conflict, TooMany, Unauthorized } from "../errors.ts";
import { limitCalls } from "../rate_limits.ts";
import { requestOrigin } from "../http/origin.ts";
import { addressReader } from "../http/address.ts";
import { answerEvents } from "./chat.ts";
import { countBacklog, dropFlooder, identify, limitUnidentified, receivePost } from "./connection_limits.ts";
import { socketFailure } from "./failure.ts";
import { type ChatServer, type ChatSocket, sessionRoom, userRoom } from "./broadcast.ts";
import { batchWrites } from "./write_batching.ts";
import { connections, socketPacket } from "../contract/site/limits.ts";
import { sitePaths } from "../contract/site/paths.ts";
import { transportServerTexts } from "../contract/site/texts.ts";
import { sessionServerTexts } from "../contract/account/texts.ts";

type Handshake = IncomingMessage & { _query: Record<string, string> };

/** The socket server, not yet listening. @param adapter reaches the sockets of other instances */
export const createSocketServer = (config: Config, adapter?: ServerOptions["adapter"]): ChatServer =>
  new Server({
    adapter,
    path: sitePaths.socket,
    serveClient: false,
    maxHttpBufferSize: socketPacket,
    // For the handshake's packet with the session.
    connectTimeout: 15_000,
    cors: config.corsOrigins.length > 0 ? { origin: config.corsOrigins, credentials: true } : undefined,
  });

/** Accepts sockets with a live session and answers their events. */
export function acceptSockets(io: ChatServer, deps: Deps): void {
  const addressOf = addressReader(deps.config.trustedProxies);
  io.engine.use((request: Handshake, response: ServerResponse, next: (error?: unknown) => void) => {
    const address = addressOf(request);
    const { sid } = request._query;
    if (request.method === "POST" && !receivePost(deps, { address, id: sid }, { request, response })) return;
    // Before anything is allocated for a connection; its session is known only later.
    if (sid) next();
    else deps.limiter.take("handshake", address).then(() => next(), next);
  });
  io.engine.on("connection", (conn: ChatSocket["conn"]) => {
    dropFlooder(deps, conn);
    limitUnidentified(deps, conn);
    batchWrites(conn);
    countBacklog(deps, conn, { address: addressOf(conn.request) });
  });
  io.use(async (socket, next) => {
    try {
      const session = await findCaller(deps, socket);
      const [address, userId] = [addressOf(socket.request), session?.user.id];
      await limitCalls(deps.limiter, { userId, address });
      if (!session) throw new Unauthorized(transportServerTexts.socketUnauthorized);
      // Another user may have signed in since the page was opened.
      const { viewer } = socket.handshake.auth;
      if ((viewer ?? session.user.id) !== session.user.id) {
        throw new Conflict(sessionServerTexts.other, "other_viewer");
      }
      socket.data.session = session;
      joinOwnRooms(deps, socket);
      identify(socket.conn, { address, user: userId });
      next();
    } catch (error) {
      next(connectError(deps, error));
    }
  });
  io.on("connection", (socket) => {
    answerEvents(deps, socket, recheckSession(deps, socket));
  });
}

/** Joins the rooms of its session and user. @throws TooMany when the user has too many sockets */
function joinOwnRooms({ config, broadcast }: Pick<Deps, "config" | "broadcast">, socket: ChatSocket): void {
  const { hash, user } = socket.data.session;
  if (config.rateLimits && broadcast.countSockets(user.id) >= connections.socketsPerPerson) {
    throw new TooMany(retryWhenFull, sessionServerTexts.tooManySockets);
  }
  void socket.join([sessionRoom(hash), userRoom(user.id)]);
}

/** In seconds. */
const retryWhenFull = 10;

/** Disconnects a socket whose session ended during the handshake. Never rejects. */
async function recheckSession(deps: Pick<Deps, "db" | "clock" | "log">, socket: ChatSocket): Promise<void> {
  try {
    const { hash } = socket.data.session;
    if (await findSession(deps.db, hash, deps.clock())) return;
  } catch (error) {
    connectError(deps, error);
  }
  socket.disconnect(true);
}

async function findCaller(
  deps: Pick<Deps, "config" | "db" | "clock">,
  { request, handshake }: ChatSocket,
): Promise<Session | undefined> {
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
  // The reader has logged out, and no request has applied it yet.
  if (logoutCookies(config).some((name) => cookies[name])) return undefined;
  return readCredential(headers, config);
}

/** CORS does not apply to WebSockets, but browsers send an `Origin` with each handshake. */
const isForeign = ({ headers: { origin, host } }: IncomingMessage, config: Config) =>
  origin !== undefined && requestOrigin({ origin, host }, config) === "foreign";

/** The error that the client gets as `connect_error`, with the code in `data`. */
function connectError({ log }: Pick<Deps, "log">, error: unknown): Error & { data: ConnectErrorData } {
  const { code, message } = socketFailure(log, error, { what: "handshake failed" });
  return Object.assign(new Error(message), { data: { code } });
}
