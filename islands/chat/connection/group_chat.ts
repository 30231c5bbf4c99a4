import type { Anchor, Message } from "../../../server/contract/chat/shapes.ts";
import { call } from "../../runtime/api.ts";
import { emit, on } from "../../runtime/events.ts";
import { late } from "../../runtime/late.ts";
import { onLeave } from "../../runtime/lifecycle.ts";
import type { GroupView } from "../../runtime/socket.ts";
import { chat as times } from "../../../server/contract/chat/limits.ts";
import { History, Sync } from "./sync.ts";
import { Link } from "./link.ts";
import { type Beginning, directoryOf } from "../state/state.ts";
import { Sender } from "./sender.ts";
import { ChatStore } from "../state/store.ts";

export interface ChatStart extends GroupView, Omit<Beginning, "anchor"> {
  about?: Anchor;
}

let ofPage: GroupChat | undefined;

export const pageChat = (start: ChatStart): GroupChat =>
  "document" in globalThis ? ofPage ??= new GroupChat(start) : new GroupChat(start);

export const beginChat = (start: ChatStart): void => pageChat(start).start();

export class GroupChat {
  readonly view: GroupView;
  readonly store: ChatStore;
  readonly link: Link;
  readonly sync: Sync;
  readonly history: History;
  readonly sender: Sender;
  #reading: ReadSender;
  #typedAt = 0;
  #loadingMembers = false;

  constructor(start: ChatStart) {
    const { groupId } = this.view = { groupId: start.groupId, viewer: start.viewer };
    this.store = new ChatStore({ ...start, anchor: start.about }, (ids) => void this.loadMembers(ids));
    this.sync = new Sync(this.store, (after) => call("GET /groups/:id/changes", { id: groupId }, { after }));
    this.history = new History(this.store, (query) => call("GET /groups/:id/messages", { id: groupId }, query));
    this.link = new Link(this.store, this.view, () => this.sync.pause());
    this.sender = new Sender(this);
    this.#reading = new ReadSender(this.store.getState().readSeq, (seq) => this.#sendRead(seq));
  }

  start(): void {
    if (this.link.socket) return;
    const { store, sync, view } = this;
    const isOurs = ({ groupId }: { groupId: string }) => groupId === view.groupId;
    // Before the socket ends, which does so when the page is left.
    onLeave(() => this.#sendReadAtLast());
    on("messageHistory", (messages) => this.#onHistory(messages));
    for (const name of ["message", "messageChanged"] as const) on(name, (message) => sync.receive(message));
    on("messagesUnveiled", (opened) => isOurs(opened) && store.dispatch({ ...opened, type: "changes" }));
    on("messagesVeiled", (veiled) => isOurs(veiled) && store.dispatch({ ...veiled, type: "veiled" }));
    on("changesDelayed", (delayed) => isOurs(delayed) && sync.expect(delayed.revs));
    on("readUpdated", (state) => {
      if (!isOurs(state)) return;
      this.#reading.confirm(state.lastReadSeq);
      store.dispatch({ type: "read", seq: state.lastReadSeq });
    });
    on("timer", (timer) => void loadTimer().then(({ announce }) => announce(timer, view)).catch(console.error));
    this.link.start();
  }

  typing(): void {
    if (!this.link.isJoined || Date.now() - this.#typedAt < times.typingEvery) return;
    this.#typedAt = Date.now();
    // That it failed is of no interest, and would otherwise come as an error.
    this.link.socket!.emit("typing", this.view.groupId, () => {});
  }

  read(seq: number): void {
    if (seq > this.store.getState().readSeq) this.store.dispatch({ type: "read", seq });
    this.#reading.note(this.store.getState().readSeq);
  }

  async loadMembers(ids?: string[]): Promise<void> {
    const { members, leavesOutMembers } = this.store.getState();
    if (!leavesOutMembers || this.#loadingMembers || ids?.every((id) => id in members)) return;
    this.#loadingMembers = true;
    try {
      const { group } = await call("GET /groups/:id", { id: this.view.groupId }, {});
      this.store.dispatch({ type: "members", members: directoryOf(group.members.map(({ user }) => user)) });
    } catch (error) {
      console.error(error);
    } finally {
      this.#loadingMembers = false;
    }
  }

  #onHistory(messages: Message[]): void {
    const wasAway = !this.link.isJoined;
    const isMissing = this.sync.receiveHistory(messages, { isAsked: wasAway });
    this.link.joined();
    if (wasAway) {
      void this.history.loadRevealed();
      emit("joined", undefined);
      this.sender.resend();
      this.#reading.flush();
    }
    if (isMissing) void this.sync.catchUp();
  }

  #sendRead(seq: number): void {
    if (!this.link.isJoined) return;
    this.link.socket!.emit("read", { groupId: this.view.groupId, seq }, (answer) => {
      if (answer.success) this.#reading.confirm(seq);
    });
  }

  /** By a call that outlives the page, which its socket does not. */
  #sendReadAtLast(): void {
    const seq = this.#reading.unconfirmed;
    if (!this.link.isJoined || seq === undefined) return;
    call("PUT /groups/:id/read", { id: this.view.groupId }, { seq }, { keepalive: true })
      .then(() => this.#reading.confirm(seq), console.error);
  }
}

const loadTimer = late(() => import("../presence/announce_timer.ts"));

/** At once for the first time, which may be all that there is time for; then at random, since others read along. */
export class ReadSender {
  #isFirst = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #read: number;

  constructor(private confirmed: number, private readonly send: (seq: number) => void) {
    this.#read = confirmed;
  }

  note(seq: number): void {
    this.#read = Math.max(this.#read, seq);
    if (this.unconfirmed === undefined) return;
    if (this.#isFirst) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), times.readEvery * (0.5 + Math.random()));
  }

  confirm(seq: number): void {
    this.confirmed = Math.max(this.confirmed, seq);
  }

  get unconfirmed(): number | undefined {
    return this.#read > this.confirmed ? this.#read : undefined;
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isFirst = false;
    if (this.unconfirmed !== undefined) this.send(this.unconfirmed);
  }
}
