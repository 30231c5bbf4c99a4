/** Socket events, typed for both ends. */
import type { Book, Progress } from "./books.ts";
import type { Message, NewMessage } from "./chat.ts";

/** The code of a failure over a socket: the client branches on it and shows the text beside it. */
export type SocketCode =
  | "unauthorized"
  | "other_viewer"
  | "not_found"
  | "rate_limited"
  | "invalid_input"
  /** The database cannot be reached. Whether something was stored is not known. */
  | "unavailable"
  | "server_error";

/** A failed acknowledgement. A server of another version may leave out the code. */
export interface SocketRefusal {
  success: false;
  error: string;
  code?: SocketCode;
}

/** The data of a `connect_error`. */
export interface ConnectErrorData {
  code: SocketCode;
}

type Ack<T = unknown> = (answer: ({ success: true } & T) | SocketRefusal) => void;

/** What `joinGroup` takes: the group's id, or the id with the last `seq` the client has, if any. */
type JoinGroup = string | { groupId: string; after?: number };

/** What a client sends with its handshake. */
export interface HandshakeAuth {
  /** Of a session; without it the cookie decides. */
  token?: string;
  /** The user whom the page was made for. */
  viewer?: string;
  /** A group to be joined at once. A refusal comes as an `error`. */
  join?: JoinGroup;
}

export interface ClientEvents {
  joinGroup: (group: JoinGroup, ack?: Ack) => void;
  message: (message: NewMessage, ack?: Ack<{ message: Message }>) => void;
}

export interface ServerEvents {
  messageHistory: (messages: Message[]) => void;
  message: (message: Message) => void;
  /** A member added a book to a group the socket has joined. */
  bookAdded: (book: Book) => void;
  /** The receiver turned a page, maybe in another window. */
  progressUpdated: (progress: Progress) => void;
  /** This instance of the service stops and disconnects the socket, which returns within so many ms, at random. */
  stopping: (notice: { returnWithin: number }) => void;
  error: (error: { message: string; code: SocketCode }) => void;
}
