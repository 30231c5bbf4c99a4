/** The handshake: a socket belongs to a session, as a request does. */
import type { IncomingMessage } from "node:http";
import { Server } from "socket.io";
import { findSession } from "../../db/auth.ts";
import { type Credential, findLiveSession, readCredential, type Session } from "../auth/sessions.ts";
import type { Config } from "../config.ts";
import { paths } from "../contract/paths.ts";
import { texts } from "../contract/texts.ts";
import type { Deps } from "../deps.ts";
import { asAppError, Unauthorized } from "../errors.ts";
import { provenance } from "../http/origin.ts";
import { answerEvents } from "./chat.ts";
import { type ChatServer, type ChatSocket, sessionRoom, userRoom } from "./rooms.ts";

/** The socket server, not yet listening. */
export const createSocketServer = (config: Config): ChatServer =>
  new Server({
    path: paths.socket,
    serveClient: false,
    cors: config.corsOrigins.length > 0 ? { origin: config.corsOrigins, credentials: true } : undefined,
  });

/** Lets sockets of live sessions in and answers their events. */
export function acceptSockets(io: ChatServer, deps: Deps): void {
  io.use(async (socket, next) => {
    try {
      socket.data.session = await authenticate(deps, socket);
      next();
    } catch (error) {
      next(new Error(asAppError(error).message));
    }
  });
  io.on("connection", (socket) => void welcome(deps, socket));
}

/** Answers events from the first moment, and looks once more whether the session ended during the handshake. */
async function welcome({ db, clock, ...rest }: Deps, socket: ChatSocket): Promise<void> {
  const { hash, user } = socket.data.session;
  const joined = socket.join([sessionRoom(hash), userRoom(user.id)]);
  answerEvents({ db, clock, ...rest }, socket);
  await joined;
  if (!await findSession(db, hash, clock())) socket.disconnect(true);
}

async function authenticate(deps: Deps, { request, handshake }: ChatSocket): Promise<Session> {
  const credential = socketCredential(request, handshake.auth);
  if (!credential) throw new Unauthorized(texts.transport.socketUnauthorized);
  if (credential.carriedBy === "cookie" && isForeign(request, deps.config)) {
    throw new Unauthorized(texts.transport.socketUnauthorized);
  }
  const session = await findLiveSession(deps, credential.token);
  if (!session) throw new Unauthorized(texts.transport.socketUnauthorized);
  return session;
}

function socketCredential({ headers }: IncomingMessage, auth: Record<string, unknown>): Credential | undefined {
  if (typeof auth.token === "string" && auth.token) return { token: auth.token, carriedBy: "bearer" };
  return readCredential(headers);
}

/** Browsers send an `Origin` with every WebSocket handshake, which no other defence covers. */
const isForeign = ({ headers: { origin, host } }: IncomingMessage, config: Config) =>
  origin !== undefined && provenance({ origin, host }, config) === "foreign";
