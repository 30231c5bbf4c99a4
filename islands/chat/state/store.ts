import type { Anchor, MemberDirectory, Message } from "../../../server/contract/chat/shapes.ts";
import { addChanges, addPart, hideSpoilers, type LoadedPart, noteRevs } from "./changes.ts";
import { addPending, forgetReturnedWith, markStored, resume, returnPending } from "./pending.ts";
import {
  type Beginning,
  type ChatState,
  type Connection,
  firstNew,
  initialChat,
  lastSeqOf,
  type Pending,
  peopleIn,
} from "./state.ts";
import { Store } from "../../runtime/store.ts";

export type ChatAction =
  | { type: "connection"; connection: Connection; line?: string }
  /** New and changed messages. With a `rev` nothing up to it is missing with them, and with `revs` none of these. */
  | { type: "changes"; messages: Message[]; rev?: number; revs?: number[] }
  | { type: "veiled"; messages: Message[] }
  | LoadedPart
  | { type: "members"; members: MemberDirectory }
  | { type: "sending"; pending: Pending }
  | { type: "acknowledged"; clientId: string; message: Message }
  | { type: "failed"; clientId: string }
  /** What an earlier page was sending, from the outbox, or what was being written there. */
  | { type: "resumed" } & Partial<Pick<ChatState, "pending" | "returned" | "anchor">>
  | { type: "anchored"; anchor: Anchor | undefined }
  | { type: "fileRemoved"; id: string }
  | { type: "read"; seq: number }
  | { type: "left" }
  | { type: "back"; readerId: string };

export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case "connection":
      return { ...state, connection: action.connection, line: action.line };
    case "changes":
      return noteRevs(addChanges(state, action.messages), action.messages, action);
    case "veiled":
      return hideSpoilers(state, action.messages.filter(({ veiled }) => veiled));
    case "older":
    case "newer":
    case "part":
      return addPart(state, action);
    case "members":
      return { ...state, members: { ...state.members, ...action.members }, leavesOutMembers: false };
    case "sending":
      return addPending(state, action.pending);
    case "acknowledged": {
      const { clientId, message } = action;
      return noteRevs(addChanges(markStored(state, clientId, message), [message]), [message]);
    }
    case "failed":
      return returnPending(state, action.clientId);
    case "resumed":
      return resume(state, action);
    case "anchored":
      return { ...state, anchor: action.anchor };
    case "fileRemoved":
      return forgetReturnedWith(state, action.id);
    case "read":
      return { ...state, readSeq: Math.max(state.readSeq, action.seq) };
    case "left":
      return state.readSeq < lastSeqOf(state) ? state : { ...state, newAfter: lastSeqOf(state) };
    case "back":
      return firstNew(state, action.readerId) ? state : { ...state, newAfter: undefined };
  }
}

export class ChatStore extends Store<ChatState, ChatAction> {
  readonly #initial: ChatState;
  #loads = new Set<Message[]>();

  constructor(beginning: Beginning, private readonly onPeople: (ids: string[]) => void = () => {}) {
    const initial = initialChat(beginning);
    super(chatReducer, initial);
    this.#initial = initial;
  }

  getInitialState = (): ChatState => this.#initial;

  override dispatch(action: ChatAction): void {
    const came = action.type === "changes" ? action.messages : action.type === "acknowledged" ? [action.message] : [];
    this.#loads.forEach((later) => later.push(...came));
    super.dispatch(action);
    if ("messages" in action) this.onPeople(peopleIn(action.messages));
  }

  async withLater<T>(load: () => Promise<T>): Promise<T & { later: Message[] }> {
    const later: Message[] = [];
    this.#loads.add(later);
    try {
      return { ...await load(), later };
    } finally {
      this.#loads.delete(later);
    }
  }
}
