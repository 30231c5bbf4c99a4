import type { Socket } from "socket.io-client";
import type { ConnectErrorData, SocketCode } from "../../../server/contract/chat/events.ts";
import { signOut } from "../../runtime/api.ts";
import { emit, on } from "../../runtime/events.ts";
import { onReturn } from "../../runtime/lifecycle.ts";
import { createSocket, type GroupView, joinOf, type PageSocket } from "../../runtime/socket.ts";
import { showToast } from "../../runtime/toast.ts";
import { chat as times } from "../../../server/contract/chat/limits.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import type { ChatState, Connection } from "./state.ts";
import type { ChatStore } from "./store.ts";

/**
 * The socket of a group's chat, which joins the group, and again after every break.
 *
 * The socket reconnects by itself after a break. When its attempts are used up, or the server refuses it, there are
 * three more rounds, after 1, 2 and 3 s; then it is for the reader, or for a network that comes back, to `reconnect`.
 */
export class Link {
  #socket: PageSocket | undefined;
  /** Failed rounds since the chat was last joined. */
  #rounds = 0;
  /** What is to be tried next: there is never more than one such thing. */
  #next: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds within which to return to an instance of the service that is stopping, or to another. */
  #returnWithin: number | undefined;
  #wasJoined = false;
  /** What a reader who is no longer in the group was shown, once. */
  #removal: string | undefined;
  /** Whether the reader was added, and a refusal may be older than that. */
  #wasAdded = false;

  /** @param onLost called when the socket has lost its connection */
  constructor(
    private readonly store: ChatStore,
    private readonly view: GroupView,
    private readonly onLost: () => void,
  ) {}

  get socket(): PageSocket | undefined {
    return this.#socket;
  }

  get isJoined(): boolean {
    return this.store.getState().connection === "joined";
  }

  start(): void {
    const socket = this.#socket = createSocket(this.view, () => positionIn(this.store.getState()));
    // Its handshake has asked to join.
    socket.on("connect", () => this.#awaitHistory());
    socket.on("disconnect", (reason) => this.#onDisconnect(reason));
    socket.on("connect_error", (error) => this.#onRefused(error));
    socket.io.on("reconnect_failed", () => this.#retry(chatTexts.reconnecting));
    on("groupChanged", ({ id }) => {
      if (id !== this.view.groupId || this.isJoined) return;
      this.#wasAdded = true;
      this.#begin();
    });
    on("stopping", ({ returnWithin }) => this.#returnWithin = returnWithin);
    // Failures of what we send come as its acknowledgement; any other is of the handshake's join, or means that we are
    // not in the group any more.
    on("error", ({ message, code }) => {
      if (!this.isJoined) return this.#onJoinRefused(message, code);
      this.#showRemoval(message);
      this.#setConnection("reconnecting", message);
      this.#join();
    });
    onReturn(() => this.reconnect());
    this.reconnect();
  }

  /** Tries again at once, with all attempts, unless the chat is joined or its group is gone. */
  reconnect(): void {
    if (!this.isJoined && this.store.getState().connection !== "closed") this.#begin();
  }

  /** The history has come. */
  joined(): void {
    clearTimeout(this.#next);
    this.#rounds = 0;
    this.#wasJoined = true;
    this.#removal = undefined;
    this.#wasAdded = false;
    this.#setConnection("joined");
  }

  #begin(): void {
    this.#rounds = 0;
    this.#setConnection("connecting", chatTexts.connecting);
    this.#open();
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
      this.#stop(chatTexts.initFailed);
      showToast("error", chatTexts.initFailed);
    }
  }

  #join(): void {
    this.#awaitHistory();
    this.#socket!.emit("joinGroup", joinOf(this.view.groupId, positionIn(this.store.getState())), (answer) => {
      if (!answer.success) this.#onJoinRefused(answer.error, answer.code);
    });
  }

  /** Joins again every five seconds until the history has come. */
  #awaitHistory(): void {
    this.#after(times.historyWait);
  }

  #onJoinRefused(line: string, code: SocketCode | undefined): void {
    if (code !== "not_found") {
      if (this.#rounds === 0) showToast("error", chatTexts.joinFailed);
      return this.#retry(line);
    }
    if (this.#wasAdded) {
      this.#wasAdded = false;
      return this.#join();
    }
    // Two attempts under way may both be refused.
    if (!this.#removal) this.#showRemoval(this.#wasJoined ? chatTexts.evicted : line);
    // A reader who is added again comes back by that.
    this.#stop(this.#removal!, "closed");
    emit("closed", undefined);
  }

  #showRemoval(line: string): void {
    this.#removal = line;
    showToast("error", line);
  }

  #onDisconnect(reason: Socket.DisconnectReason): void {
    this.onLost();
    clearTimeout(this.#next);
    this.#setConnection("reconnecting", chatTexts.disconnected);
    const returnWithin = this.#returnWithin;
    this.#returnWithin = undefined;
    // However the line broke: otherwise the socket might reconnect by itself before.
    if (returnWithin !== undefined) this.#socket!.disconnect();
    // The socket reconnects by itself, after a second, unless it was the server that disconnected it.
    else if (reason !== "io server disconnect") return;
    const { reconnectDelay } = times;
    this.#after(reconnectDelay + Math.random() * ((returnWithin ?? reconnectDelay) - reconnectDelay));
  }

  #onRefused({ message, data }: Error & { data?: ConnectErrorData }): void {
    if (data?.code === "unauthorized") return signOut();
    if (data?.code === "other_viewer") return this.#stop(message);
    this.#setConnection("reconnecting", chatTexts.retrying);
    const limited = data?.code === "rate_limited" ? message : undefined;
    // Refused by the server rather than out of reach: the socket does not try again by itself.
    if (!this.#socket!.active) this.#retry(limited ?? chatTexts.reconnecting, limited);
  }

  /** @param end the line once that was tried often enough */
  #retry(line: string, end = chatTexts.disconnected): void {
    const delay = times.errorRetryDelays[this.#rounds++];
    if (delay === undefined) return this.#stop(end);
    this.#setConnection("reconnecting", line);
    this.#after(delay);
  }

  /** Leaves it to the reader to try again, where that is of use. */
  #stop(line: string, connection: "disconnected" | "closed" = "disconnected"): void {
    clearTimeout(this.#next);
    this.#setConnection(connection, line);
  }

  #after(delay: number): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(() => this.#open(), delay);
  }

  #setConnection(connection: Connection, line?: string): void {
    this.store.dispatch({ type: "connection", connection, line });
  }
}

/** What a chat has, for the server to send what it has not. */
const positionIn = ({ latestSeq, lastRev }: ChatState) => ({ after: latestSeq, rev: lastRev });
