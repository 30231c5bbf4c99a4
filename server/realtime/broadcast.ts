import type { Server, Socket } from "socket.io";
import type { Session } from "../auth/sessions.ts";
import type { Book, Progress } from "../contract/books.ts";
import type { Message } from "../contract/chat.ts";
import type { ClientEvents, ServerEvents } from "../contract/events.ts";
import { texts } from "../contract/texts.ts";

type NoEvents = Record<string, never>;
/** Set by the handshake. */
export interface SocketData {
  session: Session;
}
export type ChatServer = Server<ClientEvents, ServerEvents, NoEvents, SocketData>;
export type ChatSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketData>;

/** Everything that is sent to more than one socket: the only caller of `emit` on rooms. */
export interface Broadcast {
  /** Sends a stored message to its group. */
  message(message: Message): void;
  /** Sends an added book to its group, without anyone's progress. */
  bookAdded(book: Book): void;
  /** Sends a reader's progress to the reader's own sockets. */
  progressUpdated(progress: Progress): void;
  /**
   * Adds a socket to a group's rooms.
   *
   * @param mayEnter called again when anyone was removed from a group meanwhile
   * @returns whether it may, and is still connected
   */
  admit(socket: ChatSocket, groupId: string, mayEnter: () => Promise<boolean>): Promise<boolean>;
  /** Removes a former member's sockets from a group and notifies them. */
  evict(groupId: string, userId: string): void;
  /** Removes all sockets from a deleted group and notifies them. */
  closeGroup(groupId: string): void;
  /** How many sockets a user has. */
  countSockets(userId: string): number;
  /** Closes the sockets of an ended session. */
  endSession(sessionHash: string): void;
  /** Closes all sockets of a user whose sessions have ended. */
  endUser(userId: string): void;
}

const groupRoom = (groupId: string) => `group:${groupId}`;
/** One user's sockets in a group. */
const memberRoom = (groupId: string, userId: string) => `group:${groupId}:${userId}`;
/** All sockets of a user. */
export const userRoom = (userId: string) => `user:${userId}`;
/** The sockets of one session. */
export const sessionRoom = (sessionHash: string) => `session:${sessionHash}`;

export function openBroadcast(io: ChatServer): Broadcast {
  let evictions = 0;
  return {
    message: (message) => void io.to(groupRoom(message.groupId)).emit("message", message),
    bookAdded: (book) => void io.to(groupRoom(book.groupId)).emit("bookAdded", { ...book, progress: [] }),
    progressUpdated: (progress) => void io.to(userRoom(progress.userId)).emit("progressUpdated", progress),
    async admit(socket, groupId, mayEnter) {
      for (let seen = -1; seen !== evictions;) {
        seen = evictions;
        if (!await mayEnter()) return false;
      }
      // A disconnected socket has left its rooms and would not leave this one.
      if (!socket.connected) return false;
      await socket.join([groupRoom(groupId), memberRoom(groupId, socket.data.session.user.id)]);
      return true;
    },
    evict(groupId, userId) {
      evictions++;
      const evicted = io.in(memberRoom(groupId, userId));
      evicted.emit("error", { message: texts.chat.evicted, code: "not_found" });
      evicted.socketsLeave([groupRoom(groupId), memberRoom(groupId, userId)]);
    },
    closeGroup(groupId) {
      evictions++;
      const everyone = io.in(groupRoom(groupId));
      everyone.emit("error", { message: texts.groups.notFound, code: "not_found" });
      everyone.socketsLeave(groupRoom(groupId));
    },
    countSockets: (userId) => io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0,
    endSession: (hash) => void io.in(sessionRoom(hash)).disconnectSockets(true),
    endUser: (userId) => void io.in(userRoom(userId)).disconnectSockets(true),
  };
}
