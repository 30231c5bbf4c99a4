import type { Server, Socket } from "socket.io";
import type { Session } from "../auth/sessions.ts";
import type { Book, Progress } from "../contract/books.ts";
import type { Message } from "../contract/chat.ts";
import type { ClientEvents, ServerEvents } from "../contract/events.ts";
import { texts } from "../contract/texts.ts";

type NoEvents = Record<string, never>;
/** What the handshake found out about a socket. */
export interface SocketData {
  session: Session;
}
export type ChatServer = Server<ClientEvents, ServerEvents, NoEvents, SocketData>;
export type ChatSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketData>;

/** Who hears what over sockets. The only caller of `emit` to more than one socket. */
export interface Broadcast {
  /** Tells a group of a message that is on disk. */
  message(message: Message): void;
  /** Tells a group of a book that was added to it. It says nothing of anybody's progress. */
  bookAdded(book: Book): void;
  /** Tells a reader's own sockets which page she is on. */
  progressUpdated(progress: Progress): void;
  /**
   * Lets a socket that is still there into a group's room if it may, which is asked anew when someone was put out
   * meanwhile.
   */
  admit(socket: ChatSocket, groupId: string, mayEnter: () => Promise<boolean>): Promise<boolean>;
  /** Takes a user's sockets out of a group she is no longer in, and tells them. */
  evict(groupId: string, userId: string): void;
  /** Takes everyone out of a group that is no more, and tells them. */
  closeGroup(groupId: string): void;
  /** How many sockets a user has. */
  countSockets(userId: string): number;
  /** Closes the sockets of a session that ended. */
  endSession(sessionHash: string): void;
  /** Closes all sockets of a user whose sessions ended. */
  endUser(userId: string): void;
}

const groupRoom = (groupId: string) => `group:${groupId}`;
/** One user's sockets among those in a group. */
const memberRoom = (groupId: string, userId: string) => `group:${groupId}:${userId}`;
/** All sockets of a user. */
export const userRoom = (userId: string) => `user:${userId}`;
/** The sockets of one session. */
export const sessionRoom = (sessionHash: string) => `session:${sessionHash}`;

/** Opens the rooms over a socket server. */
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
      // One that has gone meanwhile has left all rooms for the last time.
      if (!socket.connected) return false;
      await socket.join([groupRoom(groupId), memberRoom(groupId, socket.data.session.user.id)]);
      return true;
    },
    evict(groupId, userId) {
      evictions++;
      const theirs = io.in(memberRoom(groupId, userId));
      theirs.emit("error", { message: texts.chat.evicted, code: "not_found" });
      theirs.socketsLeave([groupRoom(groupId), memberRoom(groupId, userId)]);
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
