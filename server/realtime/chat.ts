/** Sockets are routes: parse with the schema, call the action, acknowledge. */
import { findSession } from "../../db/auth.ts";
import { isMember } from "../../db/groups.ts";
import { postMessage, readHistory } from "../actions/chat.ts";
import { JoinGroupEvent, NewMessageEvent } from "../contract/chat.ts";
import type { ClientEvents } from "../contract/events.ts";
import * as limits from "../contract/limits.ts";
import { texts } from "../contract/texts.ts";
import type { Deps } from "../deps.ts";
import { asAppError, NotFound, Unauthorized } from "../errors.ts";
import { logError } from "../failures.ts";
import { parse } from "../http/validate.ts";
import type { ChatSocket } from "./rooms.ts";

/** What an event's handler gives for the acknowledgement, and what is to follow it. */
interface Outcome {
  ack?: Record<string, unknown>;
  next?: () => void;
}

type Handler = (deps: Deps, socket: ChatSocket, payload: unknown) => Promise<Outcome>;

const handlers: Record<keyof ClientEvents, Handler> = {
  async joinGroup(deps, socket, payload) {
    const { groupId, after } = parse(JoinGroupEvent, payload);
    const { user } = socket.data.session;
    const admitted = await deps.rooms.admit(socket, groupId, () => isMember(deps.db, user.id, groupId));
    if (!admitted) throw new NotFound(texts.groups.notFound);
    const limit = after === undefined ? limits.chat.historyLength : limits.chat.pageLength;
    const { messages } = await readHistory(deps, user, groupId, { after, limit });
    return { next: () => void socket.emit("messageHistory", messages) };
  },
  async message(deps, socket, payload) {
    const draft = parse(NewMessageEvent, payload);
    return { ack: { message: await postMessage(deps, socket.data.session.user, draft) } };
  },
};

/** The events that are answered. */
export const events = Object.keys(handlers);

interface Call {
  event: string;
  payload: unknown;
  ack?: (answer: Record<string, unknown>) => void;
}

/** Answers every event a socket sends, known or not, with an acknowledgement or an `error`, and never by failing. */
export function answerEvents(deps: Deps, socket: ChatSocket): void {
  let before: Promise<unknown> = Promise.resolve();
  socket.onAny((event: string, ...args) => {
    const ack = typeof args.at(-1) === "function" ? args.pop() : undefined;
    // Checks go one after the other: whatever the database's pace, what one person says reaches it in order.
    const check = before.then(() => checkSession(deps, socket));
    before = check.catch(() => {});
    void answer(deps, socket, { event, payload: args[0], ack }, check);
  });
}

async function answer(deps: Deps, socket: ChatSocket, call: Call, check: Promise<void>): Promise<void> {
  const { event, payload, ack } = call;
  try {
    await check;
    if (!Object.hasOwn(handlers, event)) throw new NotFound();
    const outcome = await handlers[event as keyof ClientEvents](deps, socket, payload);
    ack?.({ success: true, ...outcome.ack });
    outcome.next?.();
  } catch (error) {
    const failure = asAppError(error);
    logError(deps.log, error, { what: "event failed", event });
    if (ack) ack({ success: false, error: failure.message });
    else socket.emit("error", { message: failure.message });
  }
}

/** Every event counts, and is answered only while the session lasts. */
async function checkSession({ db, clock, limiter }: Deps, socket: ChatSocket): Promise<void> {
  const { hash, user } = socket.data.session;
  await limiter.take("any", user.id);
  if (await findSession(db, hash, clock())) return;
  socket.disconnect(true);
  throw new Unauthorized(texts.transport.socketUnauthorized);
}
