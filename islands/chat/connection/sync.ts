import type { Changes, Message, MessagePage } from "../../../server/contract/chat/shapes.ts";
import type { MessageChange } from "../../../server/contract/chat/events.ts";
import { chat as lengths, chat as times } from "../../../server/contract/chat/limits.ts";
import { ApiError } from "../../runtime/api.ts";
import { hasGap, isMissingOnly, lastSeqOf } from "../state/state.ts";
import type { ChatStore } from "../state/store.ts";
import type { Input } from "../../../routes/api/calls.ts";
import type { PartAction } from "../state/changes.ts";

/** What is missing may be on its way from another instance, or delayed: it is fetched if nothing of it comes soon. */
export class Sync {
  #catchingUp = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #gap: { after: number; isDelayed: boolean; timer: ReturnType<typeof setTimeout> } | undefined;
  #delayed: number[] = [];

  constructor(private readonly store: ChatStore, private readonly load: (after: number) => Promise<Changes>) {}

  receive({ revs, ...message }: MessageChange): void {
    this.store.dispatch({ type: "changes", messages: [message], revs });
    this.#awaitMissing();
  }

  acknowledge(clientId: string, message: Message): void {
    this.store.dispatch({ type: "acknowledged", clientId, message });
    this.#awaitMissing();
  }

  expect(revs: number[]): void {
    this.#delayed.push(...revs);
    this.#awaitMissing();
  }

  /** @param isAsked what was asked for is complete up to its last change. @returns whether more is missing */
  receiveHistory(messages: Message[], { isAsked }: { isAsked: boolean }): boolean {
    clearTimeout(this.#retry);
    const { lastRev } = this.store.getState();
    this.store.dispatch({ type: "changes", messages, rev: isAsked ? messages.at(-1)?.rev : undefined });
    const state = this.store.getState();
    return messages.length === times.pageLength && state.lastRev > lastRev || hasGap(state);
  }

  async catchUp(): Promise<void> {
    if (this.#catchingUp) return;
    this.#catchingUp = true;
    try {
      for (let more = true; more;) {
        const { lastRev } = this.store.getState();
        const { messages, rev, hasMore } = await this.load(lastRev);
        this.store.dispatch({ type: "changes", messages, rev });
        more = hasMore && this.store.getState().lastRev > lastRev;
      }
      this.#awaitMissing();
    } catch (error) {
      if (isTemporary(error) && this.#isJoined) this.#catchUpLater();
    } finally {
      this.#catchingUp = false;
    }
  }

  /** Stops while there is no connection: a call that is not answered yet may depend on the network that failed. */
  pause(): void {
    this.#catchingUp = false;
    clearTimeout(this.#retry);
  }

  #catchUpLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#isJoined && void this.catchUp(), times.historyWait);
  }

  /** Waits a random moment, since others miss it too. */
  #awaitMissing(): void {
    const state = this.store.getState();
    const { lastRev: after } = state;
    this.#delayed = this.#delayed.filter((rev) => rev > after);
    const isAwaited = hasGap(state) || this.#delayed.length > 0;
    const isDelayed = isAwaited && isMissingOnly(state, this.#delayed);
    if (isAwaited && this.#gap?.after === after && this.#gap.isDelayed === isDelayed) return;
    clearTimeout(this.#gap?.timer);
    this.#gap = undefined;
    if (!isAwaited) return;
    const timer = setTimeout(() => {
      this.#gap = undefined;
      if (this.#isJoined) void this.catchUp();
    }, (isDelayed ? times.changesWithin : 0) + times.gapWait * (1 + Math.random()));
    this.#gap = { after, isDelayed, timer };
  }

  get #isJoined(): boolean {
    return this.store.getState().connection === "joined";
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 429);

/** The older and newer messages, in pages, as the reader scrolls or goes to one. */
export class History {
  constructor(
    private readonly store: ChatStore,
    private readonly load: (query: Input<"GET /groups/:id/messages">) => Promise<MessagePage>,
  ) {}

  find = (seq: number): Message | undefined => this.store.getState().messages.find((message) => message.seq === seq);

  loadOlder = (): Promise<void> =>
    this.#show(async () => ({
      type: "older",
      ...await this.load({ before: this.store.getState().messages[0]?.seq }),
    }));

  loadNewer = (): Promise<void> =>
    this.#show(async () => ({
      type: "newer",
      ...await this.load({ after: lastSeqOf(this.store.getState()), limit: lengths.historyLength }),
    }));

  async showAround(seq: number): Promise<void> {
    if (this.find(seq)) return;
    const limit = lengths.historyLength / 2;
    await this.#show(async () => {
      const [before, after] = await Promise.all([
        this.load({ before: seq + 1, limit }),
        this.load({ after: seq, limit }),
      ]);
      const messages = [...before.messages, ...after.messages];
      return { type: "part", messages, hasOlder: before.hasMore, hasNewer: after.hasMore };
    });
  }

  async showLatest(): Promise<void> {
    if (!this.store.getState().hasNewer) return;
    await this.#show(async () => {
      const { messages, hasMore } = await this.load({ limit: lengths.historyLength });
      return { type: "part", messages, hasOlder: hasMore, hasNewer: false };
    });
  }

  /** Fetches the veiled messages again: the reader may have got there elsewhere while this page was away. */
  async loadRevealed(): Promise<void> {
    const first = this.store.getState().messages.find(({ veiled }) => veiled);
    if (!first) return;
    try {
      const { messages } = await this.load({ after: first.seq - 1, limit: lengths.pageLength });
      this.store.dispatch({ type: "changes", messages: messages.filter(({ veiled }) => !veiled) });
    } catch (error) {
      console.error(error);
    }
  }

  /** Messages of a part are older than what has come since they were asked for. */
  async #show(load: () => Promise<PartAction>): Promise<void> {
    this.store.dispatch(await this.store.withLater(load));
  }
}
