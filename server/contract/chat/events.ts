import type { z } from "zod";
import type { Book } from "../books/shapes.ts";
import type { DraftEvent, LastMessage, Message, ReadState } from "./shapes.ts";
import type { Group } from "../groups/shapes.ts";
import type { Notice } from "../notices/shapes.ts";
import type { Progress, TimerChange } from "../reading/shapes.ts";

export type SocketCode =
  | "unauthorized"
  | "other_viewer"
  | "not_found"
  | "rate_limited"
  | "invalid_input"
  /** The database cannot be reached. Whether something was stored is not known. */
  | "unavailable"
  | "server_error";

/** A server of another version may leave out the code. */
export interface SocketRefusal {
  success: false;
  error: string;
  code?: SocketCode;
}

export type BlockChange =
  | { userId: string; blocked: true; username: string }
  | { userId: string; blocked: false; username?: undefined };

export interface ConnectErrorData {
  code: SocketCode;
}

/** What a client sends: the server reads neither author, name nor time. */
type NewMessage = z.input<typeof DraftEvent> & Pick<Message, "userId" | "username" | "timestamp">;

type Ack<T = unknown> = (answer: ({ success: true } & T) | SocketRefusal) => void;

/** With a `rev` the history is everything new or changed after it, in the order of `rev`. */
type JoinGroup = string | { groupId: string; after?: number; rev?: number };

export interface HandshakeAuth {
  /** Of a session; without it the cookie decides. */
  token?: string;
  viewer?: string;
  join?: JoinGroup;
}

export interface ClientEvents {
  joinGroup: (group: JoinGroup, ack?: Ack) => void;
  message: (message: NewMessage, ack?: Ack<{ message: Message }>) => void;
  typing: (groupId: string, ack?: Ack) => void;
  /** The socket is sent `partChanged`, without anything else of the group. */
  watchGroup: (groupId: string, ack?: Ack) => void;
  read: (place: { groupId: string; seq: number }, ack?: Ack<ReadState>) => void;
}

/** In a group whose page the socket is not of. */
export interface GroupActivity {
  groupId: string;
  unread: number;
  mentions: number;
  lastMessage: LastMessage | null;
}

/** `ids` of those that are not any more, where they are known; `gone`: lists of them are out of date. */
export interface NoticesState {
  unread: number;
  ids: string[];
  gone?: true;
}

export type MessageChange = Message & {
  /** Of changes of it before, which were not sent: nothing of them is missing. */
  revs?: number[];
};

/** Not sent yet. Most follow soon: clients fetch only what has not come within `changesWithin`. */
export interface ChangesDelayed {
  groupId: string;
  revs: number[];
}

/** Of a group: where readers of a book, or of all, are (`pace`), or what members plan and write together. */
export type PartChange =
  | { groupId: string; part: "pace"; bookId?: string }
  | { groupId: string; part: "polls" | "meetings" | "shelf" | "threads" | "requests"; bookId?: undefined };

export interface ServerEvents {
  messageHistory: (messages: Message[]) => void;
  message: (message: Message) => void;
  messageChanged: (message: MessageChange) => void;
  /** The receiver has read so far, or asked to see them: these are not veiled any more. */
  messagesUnveiled: (unveiled: { groupId: string; messages: Message[] }) => void;
  /** The receiver has turned back a page that was mistyped: some of these are veiled again. */
  messagesVeiled: (veiled: { groupId: string; messages: Message[] }) => void;
  changesDelayed: (delayed: ChangesDelayed) => void;
  typing: (typist: { groupId: string; userId: string; username: string }) => void;
  presence: (present: { groupId: string; userIds: string[] }) => void;
  /** A group's reading session has begun, other members read along, or with `endsAt` null it has ended. */
  timer: (timer: TimerChange) => void;
  groupActivity: (activity: GroupActivity) => void;
  readUpdated: (state: ReadState & { groupId: string }) => void;
  notice: (notice: Notice) => void;
  noticesRead: (state: NoticesState) => void;
  /** Without members where they are more than a page of them. */
  groupChanged: (group: Group) => void;
  blockChanged: (block: BlockChange) => void;
  memberAdded: (membership: { groupId: string; userId: string }) => void;
  memberRemoved: (membership: { groupId: string; userId: string; isDeleted?: true }) => void;
  bookAdded: (book: Book) => void;
  bookChanged: (book: Book) => void;
  bookRemoved: (removed: { groupId: string; bookId: string }) => void;
  /** At most every `watchedEvery` of each, to sockets that watch the group. */
  partChanged: (change: PartChange) => void;
  progressUpdated: (progress: Progress) => void;
  /** This instance of the service stops and disconnects the socket, which returns within so many ms, at random. */
  stopping: (notice: { returnWithin: number }) => void;
  error: (error: { message: string; code: SocketCode }) => void;
}
