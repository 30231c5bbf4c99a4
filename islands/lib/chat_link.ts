/** The chat's connection: joins, catches up, sends, and comes back after every break. */
import { io, type Socket } from "socket.io-client";
import type { Message, MessagePage } from "../../server/contract/chat.ts";
import type { Ack, ClientEvents, JoinGroup, ServerEvents } from "../../server/contract/events.ts";
import { chat as times, storageKeys } from "../../server/contract/limits.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import type { ChatAction, ChatState, Pending } from "../state/chat.ts";
import { hasGap } from "../state/chat.ts";
import { call, signOut } from "./api.ts";
import { tellLive } from "./live.ts";
import { readStored } from "./storage.ts";

export interface ChatHooks {
  groupId: string;
  user: { id: string; username: string };
  state: () => ChatState;
  dispatch: (action: ChatAction) => void;
  /** One quiet line about the connection; undefined when all is well. */
  say: (text: string | undefined) => void;
  /** A failure the reader should be told of at once. */
  fail: (text: string) => void;
  /** A message that could not be sent: its text goes back to the input. */
  restore: (content: string) => void;
}

type ChatSocket = Socket<ServerEvents, ClientEvents>;

/**
 * Connects to a group's chat.
 *
 * The socket tries five times, a second apart. When it gives up there are three more rounds, after 1, 2 and 3 s;
 * then it is for the reader, or for a network that comes back, to say `reconnect`.
 */
export class ChatLink {
  #hooks: ChatHooks;
  #socket: ChatSocket;
  #rounds = 0;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #catchingUp = false;

  constructor(hooks: ChatHooks) {
    this.#hooks = hooks;
    this.#socket = openSocket(hooks);
    this.#listen();
  }

  /** Sends a message; it is acknowledged, or given back, some time later. */
  send(content: string): void {
    const pending = { clientId: newClientId(), content, timestamp: new Date().toISOString() };
    this.#hooks.dispatch({ type: "sending", pending });
    this.#emit(pending);
  }

  /** Tries again at once, with all its attempts. */
  reconnect(): void {
    this.#rounds = 0;
    if (!this.#socket.connected) this.#socket.connect();
  }

  close(): void {
    this.#timers.forEach(clearTimeout);
    this.#socket.removeAllListeners();
    this.#socket.io.removeAllListeners();
    this.#socket.disconnect();
  }

  #listen(): void {
    const { dispatch, fail } = this.#hooks;
    this.#socket.on("connect", () => {
      this.#rounds = 0;
      this.#join();
    });
    this.#socket.on("disconnect", (reason) => this.#lost(reason));
    this.#socket.on("connect_error", (error) => this.#refused(error));
    this.#socket.io.on("reconnect_failed", () => this.#nextRound());
    this.#socket.on("messageHistory", (messages) => void this.#joined(messages));
    this.#socket.on("message", (message) => {
      dispatch({ type: "incoming", message });
      void this.#catchUp();
    });
    this.#socket.on("bookAdded", (book) => tellLive("bookAdded", book));
    this.#socket.on("progressUpdated", (progress) => tellLive("progressUpdated", progress));
    this.#socket.on("error", ({ message }) => fail(message));
  }

  /** Joins, and again every five seconds until the history has come. */
  #join(): void {
    const { groupId, state, fail, say } = this.#hooks;
    const { lastSeq } = state();
    const group: JoinGroup = lastSeq > 0 ? { groupId, after: lastSeq } : groupId;
    const again = this.#later(times.historyWait, () => this.#socket.connected && this.#join());
    this.#socket.once("messageHistory", () => this.#forget(again));
    this.#socket.emit("joinGroup", group, (answer) => {
      if (answer.success) return;
      this.#forget(again);
      say(answer.error);
      fail(texts.chat.joinFailed);
    });
  }

  /** The history is here: what is still missing is fetched, and what was not acknowledged is sent again. */
  async #joined(messages: Message[]): Promise<void> {
    const { dispatch, say, state } = this.#hooks;
    dispatch({ type: "history", messages });
    await this.#catchUp(messages.length === times.pageLength);
    dispatch({ type: "connection", connection: "joined" });
    say(undefined);
    for (const pending of state().pending) this.#emit(pending);
  }

  /** Asks for what comes after the last message without a gap, until nothing is missing. */
  async #catchUp(more = hasGap(this.#hooks.state())): Promise<void> {
    if (this.#catchingUp) return;
    this.#catchingUp = true;
    const { groupId, state, dispatch } = this.#hooks;
    try {
      while (more) {
        const query = `after=${state().lastSeq}&limit=${times.pageLength}`;
        const page = await call<MessagePage>("GET", `/groups/${encodeURIComponent(groupId)}/messages?${query}`);
        dispatch({ type: "history", messages: page.messages });
        more = page.hasMore;
      }
    } catch {
      // The next message, or the next time the chat is joined, asks again.
    } finally {
      this.#catchingUp = false;
    }
  }

  #emit(pending: Pending): void {
    const { groupId, user } = this.#hooks;
    const { clientId, content, timestamp } = pending;
    const message = { groupId, userId: user.id, username: user.username, content, timestamp, clientId };
    const ack: Ack<{ message: Message }> = (answer) => {
      if (answer.success) this.#hooks.dispatch({ type: "acknowledged", message: answer.message });
      else this.#giveBack(pending, answer.error);
    };
    // Only while connected: the client's own buffer would send again what is sent again after joining.
    if (this.#socket.connected) this.#socket.emit("message", message, ack);
  }

  #giveBack({ clientId, content }: Pending, error: string): void {
    const { dispatch, restore, fail } = this.#hooks;
    dispatch({ type: "failed", clientId });
    restore(content);
    fail(error || texts.chat.sendFailed);
  }

  #lost(reason: Socket.DisconnectReason): void {
    this.#hooks.dispatch({ type: "connection", connection: "reconnecting" });
    this.#hooks.say(texts.chat.disconnected);
    // The socket comes back by itself, after a second, from everything but the server's own farewell.
    if (reason === "io server disconnect") this.#later(times.reconnectDelay, () => this.#socket.connect());
  }

  #refused(error: Error): void {
    if (error.message === texts.transport.socketUnauthorized) return signOut();
    this.#hooks.dispatch({ type: "connection", connection: "reconnecting" });
    this.#hooks.say(texts.chat.retrying);
    // Refused by the server rather than out of reach: the socket does not try again by itself.
    if (!this.#socket.active) this.#nextRound();
  }

  #nextRound(): void {
    const delay = times.errorRetryDelays[this.#rounds++];
    this.#hooks.say(delay === undefined ? texts.chat.disconnected : texts.chat.reconnecting);
    if (delay === undefined) this.#hooks.dispatch({ type: "connection", connection: "disconnected" });
    else this.#later(delay, () => this.#socket.connect());
  }

  #later(delay: number, action: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, delay);
    this.#timers.add(timer);
    return timer;
  }

  #forget(timer: ReturnType<typeof setTimeout>): void {
    clearTimeout(timer);
    this.#timers.delete(timer);
  }
}

function openSocket({ groupId, user }: ChatHooks): ChatSocket {
  return io({
    path: paths.socket,
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionAttempts: times.connectionAttempts,
    reconnectionDelay: times.connectionAttemptDelay,
    reconnectionDelayMax: times.connectionAttemptDelay,
    randomizationFactor: 0,
    timeout: times.connectionTimeout,
    query: { groupId, userId: user.id, username: user.username },
    // Asked for at each attempt: the token may have changed in another tab.
    auth: (give) => give({ token: readStored(storageKeys.token) ?? undefined }),
  });
}

/** A name for a message that no other message of ours has; `randomUUID` is missing on plain http. */
const newClientId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
