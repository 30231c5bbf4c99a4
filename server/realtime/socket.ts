import type { IncomingMessage, ServerResponse } from "node:http";
import { parse } from "hono/utils/cookie";
import { Server, type ServerOptions } from "socket.io";
import { findSession, listLiveSessions } from "../../db/account/sessions.ts";
import { listGroupIds } from "../../db/groups/members.ts";
import { findLiveSession, logoutCookies, readSessionToken, type Session, type SessionToken } from "../auth/sessions.ts";
import { sessionServerTexts } from "../contract/account/texts.ts";
import type { ConnectErrorData } from "../contract/chat/events.ts";
import { connections, socketPacket } from "../contract/site/limits.ts";
import { sitePaths } from "../contract/site/paths.ts";
import { transportServerTexts } from "../contract/site/texts.ts";
import type { Deps } from "../deps.ts";
import { otherViewer, TooMany, Unauthorized } from "../errors.ts";
import { addressReader } from "../http/address.ts";
import { requestOrigin } from "../http/guards.ts";
import { limitCalls } from "../rate_limits.ts";
import type { Config } from "../settings/settings.ts";
import type { Broadcast } from "./broadcast.ts";
import { answerEvents, socketFailure } from "./chat.ts";
import { dropFlooder, forgetHandshake, identify, limitUnidentified, receivePost, watchPackets } from "./connection.ts";
import { activityRoom, type ChatServer, type ChatSocket, sessionRoom, userRoom } from "./rooms.ts";

type Handshake = IncomingMessage & { _query: Record<string, string> };

export const createSocketServer = (config: Config, adapter?: ServerOptions["adapter"]): ChatServer =>
  new Server({
    adapter,
    path: sitePaths.socket,
    serveClient: false,
    maxHttpBufferSize: socketPacket,
    connectTimeout: 15_000,
    cors: config.corsOrigins.length > 0 ? { origin: config.corsOrigins, credentials: true } : undefined,
  });

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
    watchPackets(deps, conn, { address: addressOf(conn.request) });
  });
  io.use(async (socket, next) => {
    try {
      const session = await findCaller(deps, socket);
      const [address, userId] = [addressOf(socket.request), session?.user.id];
      await limitCalls(deps.limiter, { userId, address });
      if (!session) throw new Unauthorized(transportServerTexts.socketUnauthorized);
      const { viewer } = socket.handshake.auth;
      if ((viewer ?? session.user.id) !== session.user.id) throw otherViewer();
      socket.data.session = session;
      await joinOwnRooms(deps, socket);
      identify(socket.conn, { address, user: userId });
      next();
    } catch (error) {
      next(connectError(deps, error));
    }
  });
  io.on("connection", (socket) => {
    answerEvents(deps, socket, recheckSession(deps, socket));
    forgetHandshake(socket);
    if (deps.broadcast.isOneOfSeveral) followGroups(deps, socket).catch((error) => connectError(deps, error));
  });
}

async function joinOwnRooms(
  { config, broadcast }: Pick<Deps, "config" | "broadcast">,
  socket: ChatSocket,
): Promise<void> {
  const { hash, user } = socket.data.session;
  if (config.rateLimits && broadcast.countSockets(user.id) >= connections.socketsPerPerson) {
    throw new TooMany(10, sessionServerTexts.tooManySockets);
  }
  await socket.join([sessionRoom(hash), userRoom(user.id)]);
}

/** Once it is connected: groups that are added later are sent to the rooms that it is in by then. */
async function followGroups({ db }: Pick<Deps, "db">, socket: ChatSocket): Promise<void> {
  const groupIds = await listGroupIds(db, socket.data.session.user.id);
  if (socket.connected) await socket.join(groupIds.map(activityRoom));
}

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
  const sent = socketToken(request, handshake.auth, deps.config);
  if (!sent || sent.carriedBy === "cookie" && isForeign(request, deps.config)) return undefined;
  return await findLiveSession(deps, sent.token);
}

function socketToken(
  { headers }: IncomingMessage,
  auth: Record<string, unknown>,
  config: Config,
): SessionToken | undefined {
  if (typeof auth.token === "string" && auth.token) return { token: auth.token, carriedBy: "bearer" };
  const cookies = parse(headers.cookie ?? "");
  // The reader has logged out, and no request has applied it yet.
  if (logoutCookies(config).some((name) => cookies[name])) return undefined;
  return readSessionToken(headers, config);
}

/** CORS does not apply to WebSockets, but browsers send an `Origin` with each handshake. */
const isForeign = ({ headers: { origin, host } }: IncomingMessage, config: Config) =>
  origin !== undefined && requestOrigin({ origin, host }, config) === "foreign";

function connectError({ log }: Pick<Deps, "log">, error: unknown): Error & { data: ConnectErrorData } {
  const { code, message } = socketFailure(log, error, { what: "handshake failed" });
  return Object.assign(new Error(message), { data: { code } });
}

const batchSize = 500;

/** Sessions may end where this service does not learn of it: by a task, or by another instance. */
export async function closeEndedSessions(
  { db, clock, broadcast }: Pick<Deps, "db" | "clock"> & { broadcast: Pick<Broadcast, "connected" | "endSession"> },
): Promise<void> {
  const connected = [...new Set(broadcast.connected().map(({ session }) => session))];
  for (let from = 0; from < connected.length; from += batchSize) {
    const hashes = connected.slice(from, from + batchSize);
    const live = await listLiveSessions(db, hashes, clock());
    for (const hash of hashes) if (!live.has(hash)) broadcast.endSession(hash);
  }
}
