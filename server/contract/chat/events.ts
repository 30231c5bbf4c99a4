/** Socket events, typed for both ends. */
import type { z } from "zod";
import type { Book } from "../books/shapes.ts";
import type { DraftEvent, LastMessage, Message, ReadState } from "./shapes.ts";
import type { Group } from "../groups/shapes.ts";
import type { Notice } from "../notices/shapes.ts";
import type { Progress, TimerChange } from "../reading/shapes.ts";

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

/** Somebody whom the receiver has blocked, or does no longer: then without their name. */
export type BlockChange =
  | { userId: string; blocked: true; username: string }
  | { userId: string; blocked: false; username?: undefined };

/** The data of a `connect_error`. */
export interface ConnectErrorData {
  code: SocketCode;
}

/** What a client sends: the server reads neither author, name nor time. */
export type NewMessage = z.input<typeof DraftEvent> & Pick<Message, "userId" | "username" | "timestamp">;

type Ack<T = unknown> = (answer: ({ success: true } & T) | SocketRefusal) => void;

/**
 * What `joinGroup` takes: the group's id, or the id with the last `seq` and the `rev` that the client has, if any. With
 * a `rev` the history is everything new or changed after it, in the order of `rev`.
 */
type JoinGroup = string | { groupId: string; after?: number; rev?: number };

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
  /** Somebody types in a group that the socket has joined. */
  typing: (groupId: string, ack?: Ack) => void;
  /** The socket is sent when readers of a group's books have turned a page, without anything else of the group. */
  watchReaders: (groupId: string, ack?: Ack) => void;
  /** The group is read up to this `seq`. */
  read: (place: { groupId: string; seq: number }, ack?: Ack<ReadState>) => void;
}

/** What is unread for the receiver in a group whose page the socket is not of. */
export interface GroupActivity {
  groupId: string;
  unread: number;
  mentions: number;
  lastMessage: LastMessage | null;
}

/** How many notices are unread, and those that are not any more, where they are known. */
export interface NoticesState {
  unread: number;
  ids: string[];
  /** Some are gone with what they were about: lists of them are out of date. */
  gone?: true;
}

/** A message as it is after one or more changes. */
export type MessageChange = Message & {
  /** Of changes of it before, which were not sent: nothing of them is missing. */
  revs?: number[];
};

/** Changes of messages that are not sent yet, but soon: who misses them need not fetch them. */
export interface ChangesDelayed {
  groupId: string;
  revs: number[];
}

export interface ServerEvents {
  messageHistory: (messages: Message[]) => void;
  message: (message: Message) => void;
  /** A message was edited, deleted, reacted to or pinned. */
  messageChanged: (message: MessageChange) => void;
  /** The receiver has read so far, or asked to see them: these are not veiled any more. */
  messagesUnveiled: (unveiled: { groupId: string; messages: Message[] }) => void;
  /** The receiver has turned back a page that was mistyped: some of these are veiled again. */
  messagesVeiled: (veiled: { groupId: string; messages: Message[] }) => void;
  changesDelayed: (delayed: ChangesDelayed) => void;
  /** Another member types. */
  typing: (who: { groupId: string; userId: string; username: string }) => void;
  /** Who has a group's page open, with every change. */
  presence: (who: { groupId: string; userIds: string[] }) => void;
  /** A group's reading session has begun, other members read along, or with `endsAt` null it has ended. */
  timer: (timer: TimerChange) => void;
  groupActivity: (activity: GroupActivity) => void;
  /** The receiver has read a group, maybe in another window. */
  readUpdated: (state: ReadState & { groupId: string }) => void;
  notice: (notice: Notice) => void;
  /** The receiver has read notices, maybe in another window, or they are gone. */
  noticesRead: (state: NoticesState) => void;
  /** The receiver was added to a group, or it was changed: then without members where they are more than a page of them. */
  groupChanged: (group: Group) => void;
  /** The receiver has blocked somebody, maybe in another window, or does no longer. */
  blockChanged: (block: BlockChange) => void;
  memberAdded: (membership: { groupId: string; userId: string }) => void;
  /** Somebody, maybe the receiver, is no longer in a group, or the group is deleted. */
  memberRemoved: (membership: { groupId: string; userId: string; isDeleted?: true }) => void;
  /** A member added a book to a group the socket has joined. */
  bookAdded: (book: Book) => void;
  /**
   * Members who share their page have turned it, or decided whether to share it: at most every
   * `constants.turn.toldEvery`, to sockets that watch the readers of the group.
   */
  readersMoved: (moved: { groupId: string; bookId: string }) => void;
  /** The receiver turned a page, maybe in another window. */
  progressUpdated: (progress: Progress) => void;
  /** This instance of the service stops and disconnects the socket, which returns within so many ms, at random. */
  stopping: (notice: { returnWithin: number }) => void;
  error: (error: { message: string; code: SocketCode }) => void;
}
