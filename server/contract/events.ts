/** Socket events, typed for both ends. */
import type { Book, Progress } from "./books.ts";
import type { Message, NewMessage } from "./chat.ts";

export type Ack<T = unknown> = (answer: ({ success: true } & T) | { success: false; error: string }) => void;

/** What `joinGroup` takes: the group's id, or the id with the last `seq` the client has. */
export type JoinGroup = string | { groupId: string; after: number };

export interface ClientEvents {
  joinGroup: (group: JoinGroup, ack?: Ack) => void;
  message: (message: NewMessage, ack?: Ack<{ message: Message }>) => void;
}

export interface ServerEvents {
  messageHistory: (messages: Message[]) => void;
  message: (message: Message) => void;
  /** A member added a book to the group whose room this is. */
  bookAdded: (book: Book) => void;
  /** The receiver herself turned a page, maybe in another window. */
  progressUpdated: (progress: Progress) => void;
  error: (error: { message: string }) => void;
}
