import type { ChatAction, ChatState, Pending } from "./reducer.ts";

/** What a chat's connection needs of those who show the chat. */
export interface ChatHooks {
  groupId: string;
  user: { id: string; username: string };
  state: () => ChatState;
  dispatch: (action: ChatAction) => void;
  /** One quiet line about the connection; undefined when all is well. */
  say: (text: string | undefined) => void;
  /** A failure the reader should be told of at once. */
  fail: (text: string) => void;
  /** Gives a message that could not be sent back to the input. */
  giveBack: (pending: Pending) => void;
}
