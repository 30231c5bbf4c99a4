import type { Input } from "../../../routes/api/calls.ts";
import type { Message, MessagePage } from "../../../server/contract/chat/shapes.ts";
import { chat as lengths } from "../../../server/contract/chat/limits.ts";
import type { PartAction } from "../state/changes.ts";
import { lastSeqOf } from "../state/state.ts";
import type { ChatStore } from "../state/store.ts";

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
