import type { Message } from "../../../server/contract/chat/shapes.ts";
import { Store } from "../../runtime/store.ts";
import { peopleIn } from "./member_directory.ts";
import { type ChatAction, chatReducer } from "./reducer.ts";
import { type Beginning, type ChatState, initialChat } from "./state.ts";

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
