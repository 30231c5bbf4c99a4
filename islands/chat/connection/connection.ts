import type { Socket } from "socket.io-client";
import type { Anchor, Message, MessageFile, Quote } from "../../../server/contract/chat/shapes.ts";
import type { ConnectErrorData, MessageChange, SocketCode } from "../../../server/contract/chat/events.ts";
import { signOut } from "../../runtime/api.ts";
import { emit, on } from "../../runtime/events.ts";
import { late } from "../../runtime/late.ts";
import { onLeave, onReturn } from "../../runtime/lifecycle.ts";
import { randomId } from "../../runtime/random_id.ts";
import { createSocket, type GroupView, joinOf, type PageSocket } from "../../runtime/socket.ts";
import { showToast } from "../../runtime/toast.ts";
import { bodyOf, isTemporary, loadChanges, loadDirectory, loadMessages, sendRead } from "./calls.ts";
import { peopleIn } from "./member_directory.ts";
import { ReadSender } from "./read_sender.ts";
import {
  type Beginning,
  type ChatAction,
  chatReducer,
  type ChatState,
  draftsFor,
  excerptOf,
  hasGap,
  initialChat,
  isMissingOnly,
  isRepeated,
  lastSeqOf,
  type PartAction,
  type Pending,
  type Stored,
} from "./reducer.ts";
import { isPartial, whole } from "./whole_message.ts";
import { chat as times } from "../../../server/contract/chat/limits.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

/** What the server rendered a chat from, as far as its connection is concerned. */
export interface ChatStart extends GroupView, Omit<Beginning, "returned"> {
  /** Without script: the text that the form failed to send, and the id under which it sent it. */
  typed?: string;
  clientId?: string;
  /** The page that its form is tied to. */
  about?: Anchor;
}

/** What is written, to be sent. */
export interface Written {
  content: string;
  replyTo?: Quote;
  files?: MessageFile[];
  anchor?: Anchor;
}

let ofPage: ChatConnection | undefined;

/** The chat of this page, of which a browser has one, and a server renders many. */
export const pageChat = (start: ChatStart): ChatConnection =>
  "document" in globalThis ? ofPage ??= new ChatConnection(start) : new ChatConnection(start);

/** Begins the chat of this page while React is on its way. */
export const beginChat = (start: ChatStart): void => pageChat(start).start();

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
  /** Waits for what is missing after a `rev`, for longer if all of it is delayed. */
  #gap: { after: number; isDelayed: boolean; timer: ReturnType<typeof setTimeout> } | undefined;
  /** The revs of changes of which the server has sent that they come later. */
  #delayed: number[] = [];
  /** Milliseconds within which to return to an instance of the service that is stopping, or to another. */
  #returnWithin: number | undefined;
  #lastSent: Pending | undefined;
  #wasJoined = false;
  /** What a reader who is no longer in the group was shown, once. */
  #removal: string | undefined;
  /** Whether the reader was added, and a refusal may be older than that. */
  #wasAdded = false;
  /** When it was last sent that the reader types. */
  #typedAt = 0;
  #reading: ReadSender;
  /** Of each part of the history that is on its way, what has come meanwhile. */
  #loads = new Set<Stored[]>();
  #loadingMembers = false;

  /** Does nothing yet, so that the server can render from it too. */
  constructor({ typed, clientId, about, ...start }: ChatStart) {
    this.view = { groupId: start.groupId, viewer: start.viewer };
    const returned = typed && clientId ? [{ clientId, content: typed.trim(), timestamp: "", anchor: about }] : [];
    this.#initial = this.#state = initialChat({ ...start, returned });
    this.#reading = new ReadSender(this.#state.readSeq, (seq) => this.#sendRead(seq));
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
    const came = action.type === "changes" ? action.messages : action.type === "acknowledged" ? [action.message] : [];
    this.#loads.forEach((meanwhile) => meanwhile.push(...came));
    this.#state = chatReducer(this.#state, action);
    for (const listener of this.#listeners) listener();
    if ("messages" in action) void this.loadMembers(peopleIn(action.messages));
  }

  /** Begins, in the browser, unless it has begun. */
  start(): void {
    if (this.#socket) return;
    // Before the socket ends, which does so when the page is left.
    onLeave(() => this.#sendReadAtLast());
    const socket = this.#socket = createSocket(this.view, () => placeOf(this.#state));
    // Its handshake has asked to join.
    socket.on("connect", () => this.#awaitHistory());
    socket.on("disconnect", (reason) => this.#onDisconnect(reason));
    socket.on("connect_error", (error) => this.#onRefused(error));
    socket.io.on("reconnect_failed", () => this.#retry(chatTexts.reconnecting));
    on("messageHistory", (messages) => this.#onJoined(messages));
    for (const name of ["message", "messageChanged"] as const) on(name, (message) => this.receive(message));
    on("messagesUnveiled", ({ groupId, messages }) => {
      if (groupId === this.view.groupId) this.dispatch({ type: "changes", messages: messages.map(whole) });
    });
    on("messagesVeiled", ({ groupId, messages }) => {
      if (groupId === this.view.groupId) this.dispatch({ type: "veiled", messages });
    });
    on("changesDelayed", ({ groupId, revs }) => {
      if (groupId !== this.view.groupId) return;
      this.#delayed.push(...revs);
      this.#awaitMissing();
    });
    on("readUpdated", ({ groupId, lastReadSeq }) => {
      if (groupId !== this.view.groupId) return;
      this.#reading.confirm(lastReadSeq);
      this.dispatch({ type: "read", seq: lastReadSeq });
    });
    on(
      "timer",
      (timer) => void loadTimer().then(({ announce }) => announce(timer, this.view)).catch(console.error),
    );
    on("groupChanged", ({ id }) => {
      if (id !== this.view.groupId || this.#isJoined) return;
      this.#wasAdded = true;
      this.#begin();
    });
    on("stopping", ({ returnWithin }) => this.#returnWithin = returnWithin);
    // Failures of what we send come as its acknowledgement; any other is of the handshake's join, or means that we are
    // not in the group any more.
    on("error", ({ message, code }) => {
      if (!this.#isJoined) return this.#onJoinRefused(message, code);
      this.#showRemoval(message);
      this.#setConnection("reconnecting", message);
      this.#join();
    });
    onReturn(() => this.reconnect());
    this.reconnect();
  }

  /** Tries again at once, with all attempts, unless the chat is joined or its group is gone. */
  reconnect(): void {
    if (!this.#isJoined && this.#state.connection !== "closed") this.#begin();
  }

  #begin(): void {
    this.#rounds = 0;
    this.#setConnection("connecting", chatTexts.connecting);
    this.#open();
  }

  /**
   * Sends a text, which is acknowledged later, or is then among the `returned`. Below what is shown there is room for
   * it only at the end of the history.
   */
  send(written: Written): void {
    const draft = newDraft(written);
    if (isRepeated(this.#state, draft, this.#lastSent)) return;
    this.#lastSent = draft;
    if (this.#state.hasNewer) this.showLatest().catch(console.error);
    for (const pending of draftsFor(this.#state, draft)) {
      this.dispatch({ type: "sending", pending });
      this.#emit(pending);
    }
  }

  /** Lets the others know that the reader is writing. */
  typing(): void {
    if (!this.#isJoined || Date.now() - this.#typedAt < times.typingEvery) return;
    this.#typedAt = Date.now();
    // That it failed is of no interest, and would otherwise come as an error.
    this.#socket!.emit("typing", this.view.groupId, () => {});
  }

  /** Notes that the reader has seen the messages up to this `seq`. */
  read(seq: number): void {
    if (seq > this.#state.readSeq) this.dispatch({ type: "read", seq });
    this.#reading.note(this.#state.readSeq);
  }

  /** What fails is sent again after joining, or with what is read next. */
  #sendRead(seq: number): void {
    if (!this.#isJoined) return;
    this.#socket!.emit("read", { groupId: this.view.groupId, seq }, (answer) => {
      if (answer.success) this.#reading.confirm(seq);
    });
  }

  /** By a call that outlives the page, which its socket does not. */
  #sendReadAtLast(): void {
    const seq = this.#reading.unconfirmed;
    if (!this.#isJoined || seq === undefined) return;
    sendRead(this.view.groupId, seq).then(() => this.#reading.confirm(seq), console.error);
  }

  /** Fetches how all members are shown, where the page leaves some out, maybe one of these. */
  async loadMembers(ids?: string[]): Promise<void> {
    const { members, leavesOutMembers } = this.#state;
    if (!leavesOutMembers || this.#loadingMembers || ids?.every((id) => id in members)) return;
    this.#loadingMembers = true;
    try {
      this.dispatch({ type: "members", members: await loadDirectory(this.view.groupId) });
    } catch (error) {
      // They are shown by their usernames, until it is tried with the next one.
      console.error(error);
    } finally {
      this.#loadingMembers = false;
    }
  }

  /** Adds the messages before the first one. @throws ApiError */
  async loadOlder(): Promise<void> {
    await this.#add(async () => ({
      type: "older",
      ...await this.#load(`before=${this.#state.messages[0]?.seq}`),
    }));
  }

  /** Adds messages after the last one that is shown. @throws ApiError */
  async loadNewer(): Promise<void> {
    await this.#add(async () => ({
      type: "newer",
      ...await this.#load(`after=${lastSeqOf(this.#state)}&limit=${times.historyLength}`),
    }));
  }

  /** Shows the part of the history around a message, unless it is there. @throws ApiError */
  async showAround(seq: number): Promise<void> {
    if (this.find(seq)) return;
    const limit = times.historyLength / 2;
    await this.#add(async () => {
      const [before, after] = await Promise.all([
        this.#load(`before=${seq + 1}&limit=${limit}`),
        this.#load(`after=${seq}&limit=${limit}`),
      ]);
      const messages = [...before.messages, ...after.messages];
      return { type: "part", messages, hasOlder: before.hasMore, hasNewer: after.hasMore };
    });
  }

  /** Shows the end of the history. @throws ApiError */
  async showLatest(): Promise<void> {
    if (!this.#state.hasNewer) return;
    await this.#add(async () => {
      const { messages, hasMore } = await this.#load(`limit=${times.historyLength}`);
      return { type: "part", messages, hasOlder: hasMore, hasNewer: false };
    });
  }

  /** Shows a part of the history, whose messages are older than what has come meanwhile. @throws ApiError */
  async #add(load: () => Promise<PartAction>): Promise<void> {
    const meanwhile: Stored[] = [];
    this.#loads.add(meanwhile);
    try {
      const part = await load();
      this.dispatch({ ...part, meanwhile });
    } finally {
      this.#loads.delete(meanwhile);
    }
  }

  /** The message with this `seq`, if it is shown. */
  find = (seq: number): Stored | undefined => this.#state.messages.find((message) => message.seq === seq);

  /** The id of a shown message. One that came with the page is fetched for it, with others. @throws ApiError */
  async idOf({ id, seq }: Stored): Promise<string> {
    if (id) return id;
    const { messages } = await this.#load(`before=${seq + 1}&limit=${times.historyLength}`);
    this.dispatch({ type: "changes", messages });
    return messages.at(-1)!.id;
  }

  /** What a reply to a message shows of it. @throws ApiError */
  async quoteOf(message: Stored): Promise<Quote> {
    const { seq, username } = message;
    return { id: await this.idOf(message), seq, username, excerpt: excerptOf(message) };
  }

  #load = (query: string) => loadMessages(this.view.groupId, query);

  /** Takes in a message as it is now, new or changed. */
  receive({ revs, ...message }: MessageChange): void {
    this.dispatch({ type: "changes", messages: [whole(message)], revs });
    this.#awaitMissing(isPartial(message) || hasGap(this.#state));
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
    this.#socket!.emit("joinGroup", joinOf(this.view.groupId, placeOf(this.#state)), (answer) => {
      if (!answer.success) this.#onJoinRefused(answer.error, answer.code);
    });
  }

  /** Joins again every five seconds until the history has come. */
  #awaitHistory(): void {
    this.#after(times.historyWait, () => this.#open());
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
    // Who is added again comes back by that.
    this.#stop(this.#removal!, "closed");
    emit("closed", undefined);
  }

  #showRemoval(line: string): void {
    this.#removal = line;
    showToast("error", line);
  }

  /** The history has come: what was not acknowledged is sent again, and what is still missing is fetched. */
  #onJoined(messages: Message[]): void {
    const wasAway = !this.#isJoined;
    const { lastRev } = this.#state;
    clearTimeout(this.#next);
    this.#rounds = 0;
    this.#wasJoined = true;
    this.#removal = undefined;
    this.#wasAdded = false;
    // What was asked for is complete up to its last change; what comes unasked may begin anywhere.
    this.dispatch({
      type: "changes",
      messages: messages.map(whole),
      rev: wasAway ? messages.at(-1)?.rev : undefined,
    });
    this.#setConnection("joined");
    if (wasAway) {
      void this.#openVeiled();
      emit("joined", undefined);
      this.#state.pending.forEach((pending) => this.#emit(pending));
      this.#reading.flush();
    }
    const mayGoOn = messages.length === times.pageLength && this.#state.lastRev > lastRev;
    if (mayGoOn || hasGap(this.#state) || messages.some(isPartial)) void this.#catchUp();
  }

  /** Fetches the veiled messages again: the reader may have got there elsewhere while this page was away. */
  async #openVeiled(): Promise<void> {
    const first = this.#state.messages.find(({ veiled }) => veiled);
    if (!first) return;
    try {
      const { messages } = await this.#load(`after=${first.seq - 1}&limit=${times.pageLength}`);
      this.dispatch({ type: "changes", messages: messages.filter(({ veiled }) => !veiled) });
    } catch (error) {
      // They open with the page's next visit.
      console.error(error);
    }
  }

  /**
   * What is missing may be on its way from another instance: it is fetched if nothing of it comes for a moment, a
   * random one, since others miss it too.
   */
  #awaitMissing(isMissing = hasGap(this.#state)): void {
    const { lastRev: after } = this.#state;
    this.#delayed = this.#delayed.filter((rev) => rev > after);
    const isAwaited = isMissing || this.#delayed.length > 0;
    const isDelayed = isAwaited && isMissingOnly(this.#state, this.#delayed);
    if (isAwaited && this.#gap?.after === after && this.#gap.isDelayed === isDelayed) return;
    clearTimeout(this.#gap?.timer);
    this.#gap = undefined;
    if (!isAwaited) return;
    const timer = setTimeout(() => {
      this.#gap = undefined;
      if (this.#isJoined) void this.#catchUp();
    }, (isDelayed ? times.changesWithin : 0) + times.gapWait * (1 + Math.random()));
    this.#gap = { after, isDelayed, timer };
  }

  /** Fetches what is new or has changed until nothing is missing; if it fails, later again. */
  async #catchUp(): Promise<void> {
    if (this.#catchingUp) return;
    this.#catchingUp = true;
    try {
      for (let more = true; more;) {
        const { lastRev } = this.#state;
        const { messages, rev, hasMore } = await loadChanges(this.view.groupId, lastRev);
        this.dispatch({ type: "changes", messages, rev });
        more = hasMore && this.#state.lastRev > lastRev;
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
    const { clientId, timestamp } = pending;
    const message = { ...bodyOf(pending), timestamp, groupId, userId: viewer.id, username: viewer.username };
    this.#socket!.emit("message", message, (answer) => {
      if (answer.success) {
        this.dispatch({ type: "acknowledged", clientId, message: whole(answer.message) });
        this.read(answer.message.seq);
        return this.#awaitMissing(isPartial(answer.message) || hasGap(this.#state));
      }
      const before = this.#state;
      this.dispatch({ type: "failed", clientId });
      // What was sent twice may be refused twice, or once.
      if (this.#state !== before) showToast("error", answer.error || chatTexts.sendFailed);
    });
  }

  #onDisconnect(reason: Socket.DisconnectReason): void {
    // A call that is not answered yet may depend on the network that failed.
    this.#catchingUp = false;
    clearTimeout(this.#next);
    this.#setConnection("reconnecting", chatTexts.disconnected);
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
    this.#after(delay, () => this.#open());
  }

  /** Leaves it to the reader to try again, where that is of use. */
  #stop(line: string, connection: "disconnected" | "closed" = "disconnected"): void {
    clearTimeout(this.#next);
    this.#setConnection(connection, line);
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

const loadTimer = late(() => import("../presence/announce_timer.ts"));

/** What a chat has, for the server to send what it has not. */
const placeOf = ({ latestSeq, lastRev }: ChatState) => ({ after: latestSeq, rev: lastRev });

/** A text as a new message. */
const newDraft = (written: Written): Pending => ({
  clientId: randomId(),
  timestamp: new Date().toISOString(),
  files: [],
  ...written,
});
