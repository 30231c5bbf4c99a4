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
    await deps.limiter.take("any", user.id);
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

/** Answers every event a socket sends, known or not, with an acknowledgement or an `error`, and never by failing. */
export function answerEvents(deps: Deps, socket: ChatSocket): void {
  socket.onAny(async (event: string, ...args: unknown[]) => {
    const last = args.at(-1);
    const ack = typeof last === "function" ? last : undefined;
    try {
      const outcome = await handle(deps, socket, event, args[0]);
      ack?.({ success: true, ...outcome.ack });
      outcome.next?.();
    } catch (error) {
      const failure = asAppError(error);
      if (failure.status >= 500) deps.log.error({ event, error }, "event failed");
      if (ack) ack({ success: false, error: failure.message });
      else socket.emit("error", { message: failure.message });
    }
  });
}

async function handle(deps: Deps, socket: ChatSocket, event: string, payload: unknown): Promise<Outcome> {
  if (!Object.hasOwn(handlers, event)) throw new NotFound();
  if (!await findSession(deps.db, socket.data.session.hash, deps.clock())) {
    socket.disconnect(true);
    throw new Unauthorized(texts.transport.socketUnauthorized);
  }
  return await handlers[event as keyof ClientEvents](deps, socket, payload);
}
