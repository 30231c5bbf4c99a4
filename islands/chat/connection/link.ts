import type { Socket } from "socket.io-client";
import type { ConnectErrorData, SocketCode } from "../../../server/contract/chat/events.ts";
import { signOut } from "../../runtime/api.ts";
import { emit, on } from "../../runtime/events.ts";
import { onReturn } from "../../runtime/lifecycle.ts";
import { createSocket, type GroupView, joinOf, type PageSocket } from "../../runtime/socket.ts";
import { showToast } from "../../runtime/toast.ts";
import { chat as times } from "../../../server/contract/chat/limits.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import type { ChatState, Connection } from "../state/state.ts";
import type { ChatStore } from "../state/store.ts";

/**
 * The socket reconnects by itself after a break. When its attempts are used up, or the server refuses it, there are
 * three more rounds, after 1, 2 and 3 s; then it is for the reader, or for a network that comes back, to `reconnect`.
 */
export class Link {
  #socket: PageSocket | undefined;
  #rounds = 0;
  #next: ReturnType<typeof setTimeout> | undefined;
  #returnWithin: number | undefined;
  #wasJoined = false;
  #removal: string | undefined;
  /** Whether the reader was added, and a refusal may be older than that. */
  #wasAdded = false;

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
    on("error", ({ message, code }) => {
      if (!this.isJoined) return this.#onJoinRefused(message, code);
      this.#showRemoval(message);
      this.#setConnection("reconnecting", message);
      this.#join();
    });
    onReturn(() => this.reconnect());
    this.reconnect();
  }

  reconnect(): void {
    if (!this.isJoined && this.store.getState().connection !== "closed") this.#begin();
  }

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

  #retry(line: string, end = chatTexts.disconnected): void {
    const delay = times.errorRetryDelays[this.#rounds++];
    if (delay === undefined) return this.#stop(end);
    this.#setConnection("reconnecting", line);
    this.#after(delay);
  }

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

const positionIn = ({ latestSeq, lastRev }: ChatState) => ({ after: latestSeq, rev: lastRev });
