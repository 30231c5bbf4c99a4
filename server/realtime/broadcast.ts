import type { Server, Socket } from "socket.io";
import type { Session } from "../auth/sessions.ts";
import type { Book, Progress } from "../contract/books.ts";
import type { Message } from "../contract/chat.ts";
import type { ClientEvents, NoticesState, ServerEvents } from "../contract/events.ts";
import type { Notice } from "../contract/notices.ts";
import type { SentMessages } from "./sent_messages.ts";
import { texts } from "../contract/texts.ts";

type NoEvents = Record<string, never>;
/** Set by the handshake. */
export interface SocketData {
  session: Session;
}
export type ChatServer = Server<ClientEvents, ServerEvents, NoEvents, SocketData>;
export type ChatSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketData>;

interface Membership {
  groupId: string;
  userId: string;
}

/** Everything that is sent to more than one socket: the only caller of `emit` on rooms. */
export interface Broadcast {
  /** Sends a stored message to its group. */
  message(message: Message): void;
  /** Records that a socket of a group was sent its history, up to this `seq`. */
  historySent(groupId: string, seq: number): void;
  /** Sends an added book to its group, without anyone's progress. */
  bookAdded(book: Book): void;
  /** Sends a reader's progress to the reader's own sockets. */
  progressUpdated(progress: Progress): void;
  /** Sends a notice to its user's sockets. */
  notice(userId: string, notice: Notice): void;
  /** Sends a user's sockets how many of their notices are unread now. */
  noticesRead(userId: string, state: NoticesState): void;
  /** The ids of the users who have a group open, at any instance. */
  present(groupId: string): Promise<string[]>;
  /**
   * Adds a socket to a group's rooms, unless it is removed from the group or disconnected meanwhile.
   *
   * @returns whether it is in the group now
   */
  admit(socket: ChatSocket, groupId: string, mayEnter: () => Promise<boolean>): Promise<boolean>;
  /** Removes a former member's sockets from a group and notifies them. */
  evict(groupId: string, userId: string): void;
  /** Removes all sockets from a deleted group and notifies them. */
  closeGroup(groupId: string): void;
  /** How many sockets a user has on this instance. */
  countSockets(userId: string): number;
  /** The sessions of this instance's sockets, and who of them is in which group, a socket each. */
  connected(): { sessions: Set<string>; memberships: Membership[] };
  /** Closes the sockets of an ended session. */
  endSession(sessionHash: string): void;
  /** Closes all sockets of a user whose sessions have ended. */
  endUser(userId: string): void;
}

/** The sockets in a group, and those whose membership is being checked: for what ends it. */
const groupRoom = (groupId: string) => `group:${groupId}`;
/** One user's sockets of those. */
const memberRoom = (groupId: string, userId: string) => `group:${groupId}:${userId}`;
/** The sockets in a group: for what only members may see. */
const membersRoom = (groupId: string) => `group:${groupId}:members`;
/** The groups of such rooms. */
const groupsOf = (rooms: Iterable<string>): string[] =>
  [...rooms].flatMap((room) => /^group:(.+):members$/.exec(room)?.[1] ?? []);
/** All sockets of a user. */
export const userRoom = (userId: string) => `user:${userId}`;
/** The sockets of one session. */
export const sessionRoom = (sessionHash: string) => `session:${sessionHash}`;

const roomsOf = (groupId: string, userId: string) => [
  groupRoom(groupId),
  memberRoom(groupId, userId),
  membersRoom(groupId),
];

interface Options {
  /** The sockets that are sent to: those of all instances, or with `io.local` those of this one. */
  to?: ChatServer | ChatServer["local"];
  /** With several instances. */
  sent?: SentMessages;
}

export function openBroadcast(io: ChatServer, { to = io, sent }: Options = {}): Broadcast {
  return {
    message(message) {
      sent?.add(message);
      to.to(membersRoom(message.groupId)).emit("message", message);
    },
    historySent: (groupId, seq) => sent?.begin({ groupId, seq }),
    bookAdded: (book) => void to.to(membersRoom(book.groupId)).emit("bookAdded", { ...book, progress: [] }),
    progressUpdated: (progress) => void to.to(userRoom(progress.userId)).emit("progressUpdated", progress),
    notice: (userId, notice) => void to.to(userRoom(userId)).emit("notice", notice),
    noticesRead: (userId, state) => void to.to(userRoom(userId)).emit("noticesRead", state),
    async present(groupId) {
      const sockets = await io.in(membersRoom(groupId)).fetchSockets();
      return [...new Set(sockets.map(({ data }) => data.session.user.id))];
    },
    async admit(socket, groupId, mayEnter) {
      // A disconnected socket has left its rooms and would not leave these.
      if (!socket.connected) return false;
      const userId = socket.data.session.user.id;
      const before = [groupRoom(groupId), memberRoom(groupId, userId)];
      let isMember = socket.rooms.has(membersRoom(groupId));
      // Before the check: a removal after it, by any instance, is sent to these rooms.
      await socket.join(before);
      try {
        isMember = await mayEnter() && before.every((room) => socket.rooms.has(room));
      } finally {
        if (!isMember) { for (const room of roomsOf(groupId, userId)) void socket.leave(room); }
      }
      if (isMember) await socket.join(membersRoom(groupId));
      return isMember;
    },
    evict(groupId, userId) {
      const evicted = to.in(memberRoom(groupId, userId));
      evicted.emit("error", { message: texts.chat.evicted, code: "not_found" });
      evicted.socketsLeave(roomsOf(groupId, userId));
    },
    closeGroup(groupId) {
      const everyone = to.in(groupRoom(groupId));
      everyone.emit("error", { message: texts.groups.notFound, code: "not_found" });
      everyone.socketsLeave([groupRoom(groupId), membersRoom(groupId)]);
    },
    countSockets: (userId) => io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0,
    endSession: (hash) => void to.in(sessionRoom(hash)).disconnectSockets(true),
    endUser: (userId) => void to.in(userRoom(userId)).disconnectSockets(true),
    connected() {
      const sockets = [...io.sockets.sockets.values()];
      const memberships = sockets.flatMap(({ rooms, data: { session: { user } } }) =>
        groupsOf(rooms).map((groupId) => ({ groupId, userId: user.id }))
      );
      return { sessions: new Set(sockets.map(({ data }) => data.session.hash)), memberships };
    },
  };
}
