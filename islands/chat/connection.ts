/** The chat's connection: joins, catches up, sends, and comes back after every break. */
import type { Socket } from "socket.io-client";
import type { Message } from "../../server/contract/chat.ts";
import type { ConnectErrorData, JoinGroup } from "../../server/contract/events.ts";
import { chat as times } from "../../server/contract/constants.ts";
import { texts } from "../../server/contract/texts.ts";
import { type Connection, draftsFor, hasGap, type Pending } from "./reducer.ts";
import { signOut } from "../runtime/api.ts";
import type { ChatHooks } from "./hooks.ts";
import { fetchMissing, isPassing } from "./catch_up.ts";
import { type ChatSocket, newClientId, openSocket } from "../runtime/socket.ts";
import { emit } from "../runtime/events.ts";
import { followPage } from "../runtime/lifecycle.ts";

/**
 * Connects to a group's chat.
 *
 * The socket comes back by itself after a break. When its attempts are used up, or the server does not let it in, there
 * are three more rounds, after 1, 2 and 3 s; then it is for the reader, or for a network that comes back, to say
 * `reconnect`.
 */
export class ChatLink {
  #hooks: ChatHooks;
  #socket: ChatSocket;
  /** Rounds in vain since the chat was last joined. */
  #rounds = 0;
  /** What is to be tried next: there is never more than one such thing. */
  #next: ReturnType<typeof setTimeout> | undefined;
  #catchingUp = false;
  #closed = new AbortController();

  constructor(hooks: ChatHooks) {
    this.#hooks = hooks;
    this.#socket = openSocket(hooks);
    this.#listen();
    const hangUp = () => void this.#socket.disconnect();
    followPage({ hangUp, callBack: () => this.reconnect() }, this.#closed.signal);
  }

  /** Sends a text; it is acknowledged, or given back, some time later. */
  send(content: string): void {
    const { dispatch, state } = this.#hooks;
    const draft = { clientId: newClientId(), content, timestamp: new Date().toISOString() };
    for (const pending of draftsFor(state(), draft)) {
      dispatch({ type: "sending", pending });
      this.#emit(pending);
    }
  }

  /** Tries again at once, with all its attempts, unless all is well. */
  reconnect(): void {
    if (this.#isJoined()) return;
    this.#rounds = 0;
    this.#away("connecting", texts.chat.connecting);
    this.#open();
  }

  close(): void {
    this.#closed.abort();
    clearTimeout(this.#next);
    this.#socket.removeAllListeners();
    this.#socket.disconnect();
  }

  #listen(): void {
    const { dispatch, fail, state } = this.#hooks;
    const socket = this.#socket;
    socket.on("connect", () => this.#join());
    socket.on("disconnect", (reason) => this.#lost(reason));
    socket.on("connect_error", (error) => this.#refused(error));
    socket.io.on("reconnect_failed", () => this.#retry(texts.chat.reconnecting));
    socket.on("messageHistory", (messages) => this.#joined(messages));
    socket.on("message", (message) => {
      dispatch({ type: "incoming", message });
      if (this.#isJoined() && hasGap(state())) void this.#catchUp();
    });
    socket.on("bookAdded", (book) => emit("bookAdded", book));
    socket.on("progressUpdated", (progress) => emit("progressUpdated", progress));
    // All we ask is answered where we ask it. What comes beside that is about our being in the group at all.
    socket.on("error", ({ message }) => {
      fail(message);
      this.#away("reconnecting", message);
      this.#join(message);
    });
  }

  #open(): void {
    clearTimeout(this.#next);
    if (this.#socket.connected) this.#join();
    else this.#socket.connect();
  }

  /** Joins, and again every five seconds until the history has come. */
  #join(putOut?: string): void {
    const { groupId, state, fail } = this.#hooks;
    const { lastSeq } = state();
    const group: JoinGroup = lastSeq > 0 ? { groupId, after: lastSeq } : groupId;
    this.#after(times.historyWait, () => this.#open());
    this.#socket.emit("joinGroup", group, (answer) => {
      if (answer.success) return;
      if (this.#rounds === 0) fail(texts.chat.joinFailed);
      if (answer.code === "not_found") this.#stop(putOut ?? answer.error);
      else this.#retry(answer.error);
    });
  }

  /** The history is here: what was not acknowledged is sent again, and what is still missing is fetched. */
  #joined(messages: Message[]): void {
    const { dispatch, say, state } = this.#hooks;
    const wasAway = !this.#isJoined();
    clearTimeout(this.#next);
    this.#rounds = 0;
    dispatch({ type: "history", messages });
    dispatch({ type: "connection", connection: "joined" });
    say(undefined);
    if (wasAway) emit("joined", undefined);
    if (wasAway) state().pending.forEach((pending) => this.#emit(pending));
    if (messages.length === times.pageLength || hasGap(state())) void this.#catchUp();
  }

  /** Fetches what is missing, and once more after a while when that could not be. */
  async #catchUp(): Promise<void> {
    if (this.#catchingUp) return;
    this.#catchingUp = true;
    try {
      await fetchMissing(this.#hooks, this.#closed.signal);
    } catch (error) {
      // Whoever may not read any more is told when she joins.
      if (isPassing(error) && this.#isJoined()) this.#after(times.historyWait, () => void this.#catchUp());
    } finally {
      this.#catchingUp = false;
    }
  }

  #emit(pending: Pending): void {
    // Only while connected: the client's own buffer would send again what is sent again after joining.
    if (!this.#socket.connected) return;
    const { groupId, user, dispatch } = this.#hooks;
    const message = { ...pending, groupId, userId: user.id, username: user.username };
    this.#socket.emit("message", message, (answer) => {
      if (answer.success) dispatch({ type: "acknowledged", message: answer.message });
      else this.#giveBack(pending, answer.error);
    });
  }

  #giveBack(pending: Pending, error: string): void {
    const { giveBack, fail, state } = this.#hooks;
    // What was sent again may be refused again.
    if (!state().pending.some(({ clientId }) => clientId === pending.clientId)) return;
    giveBack(pending);
    fail(error || texts.chat.sendFailed);
  }

  #lost(reason: Socket.DisconnectReason): void {
    // Whatever is still being fetched may hang on the line that broke.
    this.#catchingUp = false;
    clearTimeout(this.#next);
    this.#away("reconnecting", texts.chat.disconnected);
    // The socket comes back by itself, after a second, from everything but the server's own farewell.
    if (reason === "io server disconnect") this.#after(times.reconnectDelay, () => this.#open());
  }

  #refused({ message, data }: Error & { data?: ConnectErrorData }): void {
    if (data?.code === "unauthorized") return signOut();
    if (data?.code === "other_viewer") return this.#stop(message);
    this.#away("reconnecting", texts.chat.retrying);
    const limited = data?.code === "rate_limited" ? message : undefined;
    // Refused by the server rather than out of reach: the socket does not try again by itself.
    if (!this.#socket.active) this.#retry(limited ?? texts.chat.reconnecting, limited);
  }

  /** @param end what there is to say once that was tried often enough */
  #retry(why: string, end = texts.chat.disconnected): void {
    const delay = times.errorRetryDelays[this.#rounds++];
    clearTimeout(this.#next);
    if (delay === undefined) return this.#stop(end);
    this.#away("reconnecting", why);
    this.#after(delay, () => this.#open());
  }

  /** Leaves it to the reader to try again. */
  #stop(why: string): void {
    clearTimeout(this.#next);
    this.#away("disconnected", why);
  }

  #isJoined(): boolean {
    return this.#hooks.state().connection === "joined";
  }

  #away(connection: Connection, why: string): void {
    this.#hooks.dispatch({ type: "connection", connection });
    this.#hooks.say(why);
  }

  #after(delay: number, action: () => void): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(action, delay);
  }
}
