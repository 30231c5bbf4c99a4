import { findSession } from "../../db/account/sessions.ts";
import { listChanges, listMessages } from "../../db/chat/messages.ts";
import { findMayWrite } from "../../db/groups/conversations.ts";
import { markRead } from "../actions/chat/read_marks.ts";
import { postMessage } from "../actions/chat/send.ts";
import type { ClientEvents, HandshakeAuth, SocketCode } from "../contract/chat/events.ts";
import * as chatLimits from "../contract/chat/limits.ts";
import { DraftEvent, JoinGroupEvent, ReadEvent } from "../contract/chat/shapes.ts";
import { id } from "../contract/site/fields.ts";
import { transportServerTexts } from "../contract/site/texts.ts";
import type { Deps } from "../deps.ts";
import { asAppError, found, groupNotFound, NotFound, Unauthorized } from "../errors.ts";
import { parse } from "../http/validate.ts";
import { type Log, logError } from "../log.ts";
import { type ChatSocket, membersRoom } from "./rooms.ts";

type Acknowledge = (answer?: Record<string, unknown>) => void;

interface Received {
  payload: unknown;
  acknowledge: Acknowledge;
}

type Handler = (deps: Deps, socket: ChatSocket, received: Received) => Promise<void> | void;

const handlers: Record<keyof ClientEvents, Handler> = {
  async joinGroup(deps, socket, { payload, acknowledge }) {
    const { groupId, after, rev } = parse(JoinGroupEvent, payload);
    const { user } = socket.data.session;
    const admitted = await deps.broadcast.admit(socket, groupId, () => findMayWrite(deps.db, user.id, groupId));
    if (!admitted) throw groupNotFound();
    const limit = after === undefined ? chatLimits.chat.historyLength : chatLimits.chat.pageLength;
    const history = rev === undefined
      ? await listMessages(deps.db, user.id, groupId, { after, limit })
      : await listChanges(deps.db, user.id, { groupId, after: rev });
    const { messages } = found(history, groupNotFound);
    // What the client says that it has counts for nothing: the latest change is then sent once more.
    deps.broadcast.historySent(groupId, Math.max(0, ...messages.map(({ rev }) => rev)));
    acknowledge();
    socket.emit("messageHistory", messages);
  },
  async message(deps, socket, { payload, acknowledge }) {
    const draft = parse(DraftEvent, payload);
    await postMessage(deps, socket.data.session.user, draft, (message) => acknowledge({ message }));
  },
  typing(deps, socket, { payload, acknowledge }) {
    const groupId = parse(id, payload);
    if (!socket.rooms.has(membersRoom(groupId))) throw groupNotFound();
    const { id: userId, username } = socket.data.session.user;
    deps.broadcast.typing({ groupId, userId, username });
    acknowledge();
  },
  async watchGroup(deps, socket, { payload, acknowledge }) {
    const groupId = parse(id, payload);
    const { user } = socket.data.session;
    const admitted = await deps.broadcast.admitWatcher(socket, groupId, () => findMayWrite(deps.db, user.id, groupId));
    if (!admitted) throw groupNotFound();
    acknowledge();
  },
  async read(deps, socket, { payload, acknowledge }) {
    acknowledge({ ...await markRead(deps, socket.data.session.user, parse(ReadEvent, payload)) });
  },
};

export const events = Object.keys(handlers);

interface Call {
  event: string;
  payload: unknown;
  ack?: (answer: Record<string, unknown>) => void;
  check: Promise<void>;
}

// Never throws. A group in the handshake is joined as by an event: that saves a round trip.
// @param rechecked settles when a session that ended during the handshake has been found
export function answerEvents(deps: Deps, socket: ChatSocket, rechecked: Promise<void>): void {
  let before = rechecked;
  function receive(event: string, ...args: unknown[]): void {
    const ack = typeof args.at(-1) === "function" ? args.pop() as Call["ack"] : undefined;
    // One check at a time, so that one client's messages reach the database in their order.
    const check = before.then(() => checkSession(deps, socket));
    before = check.catch(() => {});
    void answer(deps, socket, { event, payload: args[0], ack, check });
  }
  socket.onAny(receive);
  const { join }: HandshakeAuth = socket.handshake.auth;
  if (join !== undefined) receive("joinGroup", join);
}

async function answer(deps: Deps, socket: ChatSocket, { event, payload, ack, check }: Call): Promise<void> {
  try {
    await check;
    if (!Object.hasOwn(handlers, event)) throw new NotFound();
    const acknowledge: Acknowledge = (answer) => ack?.({ success: true, ...answer });
    await handlers[event as keyof ClientEvents](deps, socket, { payload, acknowledge });
  } catch (err) {
    const { code, message } = socketFailure(deps.log, err, { event, what: "event failed" });
    if (ack) ack({ success: false, error: message, code });
    else socket.emit("error", { message, code });
  }
}

/** @throws TooMany; Unauthorized, and disconnects, when the session has ended */
async function checkSession(
  { db, clock, limiter, redis }: Pick<Deps, "db" | "clock" | "limiter" | "redis">,
  socket: ChatSocket,
): Promise<void> {
  const { hash, user, expiresAt } = socket.data.session;
  await limiter.take("any", user.id);
  // What ends a session disconnects its sockets, from other instances too while Redis is available. Time does not.
  const isNotified = socket.connected && (redis?.isAvailable ?? true);
  if (isNotified && clock() < expiresAt) return;
  const session = await findSession(db, hash, clock());
  if (session) {
    socket.data.session = session;
    return;
  }
  socket.disconnect(true);
  throw new Unauthorized(transportServerTexts.socketUnauthorized);
}

const codes: Record<number, SocketCode> = {
  401: "unauthorized",
  404: "not_found",
  409: "other_viewer",
  429: "rate_limited",
  500: "server_error",
  503: "unavailable",
};

export function socketFailure(log: Log, err: unknown, details: { event?: string; what: string }) {
  const { status, message } = asAppError(err);
  logError(log, err, details);
  return { code: codes[status] ?? "invalid_input" as const, message };
}
