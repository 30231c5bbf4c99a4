import type { Socket } from "socket.io-client";
import type { Message } from "../../server/contract/chat.ts";
import type { ConnectErrorData, SocketCode } from "../../server/contract/events.ts";
import { chat as times } from "../../server/contract/constants.ts";
import { texts } from "../../server/contract/texts.ts";
import { signOut } from "../runtime/api.ts";
import { emit, on } from "../runtime/events.ts";
import { onReturn } from "../runtime/lifecycle.ts";
import { createSocket, type GroupView, joinOf, type PageSocket } from "../runtime/socket.ts";
import { showToast } from "../runtime/toast.ts";
import { isTemporary, loadMessages } from "./calls.ts";
import {
  type ChatAction,
  chatReducer,
  type ChatState,
  draftsFor,
  hasGap,
  initialChat,
  type Pending,
  type Stored,
} from "./reducer.ts";

/** What the server rendered a chat from, as far as its connection is concerned. */
export interface ChatStart extends GroupView {
  messages: Stored[];
  hasOlder: boolean;
  /** Without script: the text that the form failed to send, and the id under which it sent it. */
  typed?: string;
  clientId?: string;
  /** Of the page with the latest messages, if these are others. */
  latest?: string;
}

let ofPage: ChatConnection | undefined;

/** The chat of this page, of which a browser has one, and a server renders many. */
export const pageChat = (start: ChatStart): ChatConnection =>
  "document" in globalThis ? ofPage ??= new ChatConnection(start) : new ChatConnection(start);

/** Begins the chat of this page while React is on its way, unless the page is about to give way to the latest one. */
export function beginChat(start: ChatStart): void {
  if (!start.latest) pageChat(start).start();
}

/**
 * A group's chat as the page has it: joins, catches up, sends, and reconnects after every break. It lasts as long as
 * the page, and needs no React, which draws it later.
 *
 * The socket reconnects by itself after a break. When its attempts are used up, or the server refuses it, there are
 * three more rounds, after 1, 2 and 3 s; then it is for the reader, or for a network that comes back, to `reconnect`.
 */
export class ChatConnection {
  readonly view: GroupView;
  #initial: ChatState;
  #state: ChatState;
  #listeners = new Set<() => void>();
  #socket: PageSocket | undefined;
  /** Failed rounds since the chat was last joined. */
  #rounds = 0;
  /** What is to be tried next: there is never more than one such thing. */
  #next: ReturnType<typeof setTimeout> | undefined;
  #catchingUp = false;
  /** Waits for what is missing after a `seq`. */
  #gap: { after: number; timer: ReturnType<typeof setTimeout> } | undefined;
  /** Milliseconds within which to return to an instance of the service that is stopping, or to another. */
  #returnWithin: number | undefined;

  /** Does nothing yet, so that the server can render from it too. */
  constructor({ groupId, viewer, messages, hasOlder, typed, clientId }: ChatStart) {
    this.view = { groupId, viewer };
    const returned = typed && clientId ? [{ clientId, content: typed.trim(), timestamp: "" }] : [];
    this.#initial = this.#state = initialChat(messages, hasOlder, returned);
  }

  getState = (): ChatState => this.#state;

  /** What the server rendered. */
  getInitialState = (): ChatState => this.#initial;

  /** Calls the listener after each change, before anything is drawn from it. @returns a function that stops that */
  subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  dispatch(action: ChatAction): void {
    this.#state = chatReducer(this.#state, action);
    for (const listener of this.#listeners) listener();
  }

  /** Begins, in the browser, unless it has begun. */
  start(): void {
    if (this.#socket) return;
    const socket = this.#socket = createSocket(this.view, () => this.#state.lastSeq);
    // Its handshake has asked to join.
    socket.on("connect", () => this.#awaitHistory());
    socket.on("disconnect", (reason) => this.#onDisconnect(reason));
    socket.on("connect_error", (error) => this.#onRefused(error));
    socket.io.on("reconnect_failed", () => this.#retry(texts.chat.reconnecting));
    on("messageHistory", (messages) => this.#onJoined(messages));
    on("message", (message) => {
      this.dispatch({ type: "incoming", message });
      this.#awaitMissing();
    });
    on("stopping", ({ returnWithin }) => this.#returnWithin = returnWithin);
    // Failures of what we send come as its acknowledgement; any other is of the handshake's join, or means that we are
    // not in the group any more.
    on("error", ({ message, code }) => {
      if (!this.#isJoined) return this.#onJoinRefused(message, code);
      showToast("error", message);
      this.#setConnection("reconnecting", message);
      this.#join(message);
    });
    onReturn(() => this.reconnect());
    this.reconnect();
  }

  /** Tries again at once, with all attempts, unless the chat is joined. */
  reconnect(): void {
    if (this.#isJoined) return;
    this.#rounds = 0;
    this.#setConnection("connecting", texts.chat.connecting);
    this.#open();
  }

  /** Sends a text, which is acknowledged later, or is then among the `returned`. */
  send(content: string): void {
    for (const pending of draftsFor(this.#state, newDraft(content))) {
      this.dispatch({ type: "sending", pending });
      this.#emit(pending);
    }
  }

  /** Adds the messages before the first one. @throws ApiError */
  async loadOlder(): Promise<void> {
    const page = await loadMessages(this.view.groupId, `before=${this.#state.messages[0]?.seq}`);
    this.dispatch({ type: "history", messages: page.messages, hasOlder: page.hasMore });
  }

  #open(): void {
    clearTimeout(this.#next);
    const { connected, active, io } = this.#socket!;
    if (connected) return this.#join();
    // The server has been asked and is about to answer. To ask twice is an error, after which it hangs up.
    if (active && io.engine?.readyState === "open") return;
    try {
      this.#socket!.connect();
    } catch (error) {
      console.error(error);
      this.#stop(texts.chat.initFailed);
      showToast("error", texts.chat.initFailed);
    }
  }

  #join(removed?: string): void {
    this.#awaitHistory();
    this.#socket!.emit("joinGroup", joinOf(this.view.groupId, this.#state.lastSeq), (answer) => {
      if (answer.success) return;
      const { code, error } = answer;
      this.#onJoinRefused(code === "not_found" && removed || error, code);
    });
  }

  /** Joins again every five seconds until the history has come. */
  #awaitHistory(): void {
    this.#after(times.historyWait, () => this.#open());
  }

  #onJoinRefused(line: string, code: SocketCode | undefined): void {
    if (this.#rounds === 0) showToast("error", texts.chat.joinFailed);
    if (code === "not_found") this.#stop(line);
    else this.#retry(line);
  }

  /** The history has come: what was not acknowledged is sent again, and what is still missing is fetched. */
  #onJoined(messages: Message[]): void {
    const wasAway = !this.#isJoined;
    const { lastSeq } = this.#state;
    clearTimeout(this.#next);
    this.#rounds = 0;
    this.dispatch({ type: "history", messages });
    this.#setConnection("joined");
    if (wasAway) {
      emit("joined", undefined);
      this.#state.pending.forEach((pending) => this.#emit(pending));
    }
    const mayGoOn = messages.length === times.pageLength && this.#state.lastSeq > lastSeq;
    if (mayGoOn || hasGap(this.#state)) void this.#catchUp();
  }

  /**
   * What is missing may be on its way from another instance: it is fetched if nothing of it comes for a moment, a
   * random one, since others miss it too.
   */
  #awaitMissing(): void {
    const { lastSeq } = this.#state;
    const isMissing = hasGap(this.#state);
    if (isMissing && this.#gap?.after === lastSeq) return;
    clearTimeout(this.#gap?.timer);
    this.#gap = undefined;
    if (!isMissing) return;
    const timer = setTimeout(() => {
      this.#gap = undefined;
      if (this.#isJoined) void this.#catchUp();
    }, times.gapWait * (1 + Math.random()));
    this.#gap = { after: lastSeq, timer };
  }

  /** Fetches what comes after the last message without a gap until nothing is missing; if it fails, later again. */
  async #catchUp(): Promise<void> {
    if (this.#catchingUp) return;
    this.#catchingUp = true;
    try {
      for (let more = true; more;) {
        const { lastSeq } = this.#state;
        const query = `after=${lastSeq}&limit=${times.pageLength}`;
        const { messages, hasMore } = await loadMessages(this.view.groupId, query);
        this.dispatch({ type: "history", messages });
        more = hasMore && this.#state.lastSeq > lastSeq;
      }
      this.#awaitMissing();
    } catch (error) {
      // Who may not read any more is informed when joining.
      if (isTemporary(error) && this.#isJoined) this.#after(times.historyWait, () => void this.#catchUp());
    } finally {
      this.#catchingUp = false;
    }
  }

  #emit(pending: Pending): void {
    // Only while connected: the socket's own buffer would send again what is sent again after joining.
    if (!this.#socket!.connected) return;
    const { groupId, viewer } = this.view;
    const message = { ...pending, groupId, userId: viewer.id, username: viewer.username };
    this.#socket!.emit("message", message, (answer) => {
      if (answer.success) {
        this.dispatch({ type: "acknowledged", message: answer.message });
        return this.#awaitMissing();
      }
      const before = this.#state;
      this.dispatch({ type: "failed", clientId: pending.clientId });
      // What was sent twice may be refused twice, or once.
      if (this.#state !== before) showToast("error", answer.error || texts.chat.sendFailed);
    });
  }

  #onDisconnect(reason: Socket.DisconnectReason): void {
    // A call that is not answered yet may depend on the network that failed.
    this.#catchingUp = false;
    clearTimeout(this.#next);
    this.#setConnection("reconnecting", texts.chat.disconnected);
    const returnWithin = this.#returnWithin;
    this.#returnWithin = undefined;
    // However the line broke: otherwise the socket might reconnect by itself before.
    if (returnWithin !== undefined) this.#socket!.disconnect();
    // The socket reconnects by itself, after a second, unless it was the server that disconnected it.
    else if (reason !== "io server disconnect") return;
    const { reconnectDelay } = times;
    const spread = (returnWithin ?? reconnectDelay) - reconnectDelay;
    this.#after(reconnectDelay + Math.random() * spread, () => this.#open());
  }

  #onRefused({ message, data }: Error & { data?: ConnectErrorData }): void {
    if (data?.code === "unauthorized") return signOut();
    if (data?.code === "other_viewer") return this.#stop(message);
    this.#setConnection("reconnecting", texts.chat.retrying);
    const limited = data?.code === "rate_limited" ? message : undefined;
    // Refused by the server rather than out of reach: the socket does not try again by itself.
    if (!this.#socket!.active) this.#retry(limited ?? texts.chat.reconnecting, limited);
  }

  /** @param end the line once that was tried often enough */
  #retry(line: string, end = texts.chat.disconnected): void {
    const delay = times.errorRetryDelays[this.#rounds++];
    if (delay === undefined) return this.#stop(end);
    this.#setConnection("reconnecting", line);
    this.#after(delay, () => this.#open());
  }

  /** Leaves it to the reader to try again. */
  #stop(line: string): void {
    clearTimeout(this.#next);
    this.#setConnection("disconnected", line);
  }

  #after(delay: number, action: () => void): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(action, delay);
  }

  get #isJoined(): boolean {
    return this.#state.connection === "joined";
  }

  #setConnection(connection: ChatState["connection"], line?: string): void {
    this.dispatch({ type: "connection", connection, line });
  }
}

/** A text as a new message. */
const newDraft = (content: string): Pending => ({
  clientId: newClientId(),
  content,
  timestamp: new Date().toISOString(),
});

/** Random: no other message has it. `crypto.randomUUID` is missing on plain http. */
const newClientId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
