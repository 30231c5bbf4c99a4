import type { Author } from "../../../server/contract/chat/shapes.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import type { Draft, Pending } from "../state/state.ts";
import { randomId } from "../../runtime/random_id.ts";
import { showToast } from "../../runtime/toast.ts";
import type { History, Sync } from "./sync.ts";
import type { Link } from "./link.ts";
import type { ChatStore } from "../state/store.ts";
import type { GroupView } from "../../runtime/socket.ts";
import { request } from "../../runtime/api.ts";
import { isRepeated, sentAs } from "../state/pending.ts";

interface Connected {
  view: GroupView;
  store: ChatStore;
  link: Link;
  sync: Sync;
  history: History;
  read(seq: number): void;
}

export class Sender {
  #last: Pending | undefined;

  constructor(private readonly chat: Connected) {}

  /** Below what is shown there is room for it only at the end of the history. */
  send(draft: Draft): void {
    const { store, history, view } = this.chat;
    const pending = newPending(view.viewer, draft);
    if (isRepeated(store.getState(), pending, this.#last)) return;
    this.#last = pending;
    if (store.getState().hasNewer) history.showLatest().catch(console.error);
    for (const one of sentAs(store.getState(), pending)) {
      store.dispatch({ type: "sending", pending: one });
      this.#emit(one);
    }
  }

  resend(): void {
    this.chat.store.getState().pending.forEach((pending) => this.#emit(pending));
  }

  #emit(pending: Pending): void {
    const { store, sync, link, view: { groupId } } = this.chat;
    // Only while connected: the socket's own buffer would send again what is sent again after joining.
    if (!link.socket!.connected) return;
    const { clientId, timestamp, userId, username } = pending;
    link.socket!.emit("message", { ...bodyOf(pending), timestamp, groupId, userId, username }, (answer) => {
      if (answer.success) {
        sync.acknowledge(clientId, answer.message);
        return this.chat.read(answer.message.seq);
      }
      const before = store.getState();
      store.dispatch({ type: "failed", clientId });
      if (store.getState() !== before) showToast("error", answer.error || chatTexts.sendFailed);
    });
  }
}

export const newPending = (author: Author, draft: Draft): Pending => ({
  ...draft,
  clientId: randomId(),
  timestamp: new Date().toISOString(),
  userId: author.id,
  username: author.username,
});

export const messageKey = (groupId: string): string => `group:${groupId}`;

export const messageItem = (groupId: string, message: Pending) => ({
  kind: "message" as const,
  key: messageKey(groupId),
  text: message.content,
  call: request("POST /groups/:id/messages", { id: groupId }, bodyOf(message)),
});

/** What is sent of a message, whichever way: without the page that it is about everybody would be shown its text. */
export const bodyOf = ({ clientId, content, replyTo, files, anchor }: Pending) => ({
  clientId,
  content,
  replyTo: replyTo?.id,
  files: files.map(({ id }) => id),
  anchor,
});
