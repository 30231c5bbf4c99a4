import * as chatLimits from "../contract/chat/limits.ts";
import * as readingLimits from "../contract/reading/limits.ts";
import type { Server, Socket } from "socket.io";
import type { ShownMessage } from "../../db/chat/visibility.ts";
import type { Session } from "../auth/sessions.ts";
import type { Book, Progress } from "../contract/books/books.ts";
import type { Message, ReadState } from "../contract/chat/shapes.ts";
import type { BlockChange, ClientEvents, GroupActivity, NoticesState, ServerEvents } from "../contract/chat/events.ts";
import type { Group } from "../contract/groups/groups.ts";
import type { Notice } from "../contract/notices/notices.ts";
import { collectChanges, type CollectedChange } from "./changes.ts";
import type { SentMessages } from "./sent_messages.ts";
import { throttleByKey } from "./throttle.ts";
import type { TimerChange } from "../contract/reading/timers.ts";
import { groupsServerTexts } from "../contract/groups/texts.ts";
import { chatTexts } from "../contract/chat/texts.ts";

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
  /** Sends a stored message to its group, as each sees it. */
  message(shown: ShownMessage): void;
  /** Sends a changed message to its group, together with what changes in the next moment. */
  messageChanged(shown: ShownMessage): void;
  /** Sends a reader's own sockets messages that are not veiled for them any more. */
  messagesUnveiled(userId: string, unveiled: { groupId: string; messages: Message[] }): void;
  /** Sends a group the changed messages that wait: some of them may be veiled for a reader from now on. */
  sendChanges(groupId: string): void;
  /** Sends a reader's own sockets messages that are veiled for them again. */
  messagesVeiled(userId: string, veiled: { groupId: string; messages: Message[] }): void;
  /** Records that a socket of a group was sent its history, up to this `rev`. */
  historySent(groupId: string, rev: number): void;
  /** Sends the others of a group that somebody types, once in `chatLimits.chat.typingEvery`. */
  typing(who: { groupId: string; userId: string; username: string }): void;
  /** Sends a group who is in it. */
  presence(who: { groupId: string; userIds: string[] }): void;
  /** Sends a group its reading session. */
  timer(timer: TimerChange): void;
  /** Sends somebody what is unread in a group, but not to sockets in it. */
  groupActivity(userId: string, activity: GroupActivity): void;
  /** Sends a reader's own sockets how far they have read a group. */
  readUpdated(userId: string, state: ReadState & { groupId: string }): void;
  /** Sends somebody a notice. */
  notice(userId: string, notice: Notice): void;
  /** Sends a group that somebody was added, and that person their new group. */
  memberAdded(membership: Membership, group: Group): void;
  /** Sends a member a group of theirs as it is now. */
  groupChanged(userId: string, group: Group): void;
  /** Sends a user's own sockets whom they have blocked, or no longer. */
  blockChanged(userId: string, block: BlockChange): void;
  /** Sends an added book to its group, without anyone's progress. */
  bookAdded(book: Book): void;
  /** Sends a reader's progress to the reader's own sockets. */
  progressUpdated(progress: Progress): void;
  /** Tells those who watch the readers of a group that some have moved, together with what follows soon. */
  readersMoved(moved: { groupId: string; bookId: string }): void;
  /** Sends a user's sockets how many of their notices are unread now. */
  noticesRead(userId: string, state: NoticesState): void;
  /**
   * Adds a socket to a group's rooms, unless it is removed from the group or disconnected meanwhile.
   *
   * @returns whether it is in the group now
   */
  admit(socket: ChatSocket, groupId: string, mayEnter: () => Promise<boolean>): Promise<boolean>;
  /** As `admit`, for a socket that is only to be told when readers of the group's books have moved. */
  admitWatcher(socket: ChatSocket, groupId: string, mayEnter: () => Promise<boolean>): Promise<boolean>;
  /** Removes a former member's sockets from a group, and notifies them, their others and the group. */
  evict(groupId: string, userId: string): void;
  /** Removes all sockets from a deleted group and notifies them, and the former members elsewhere. */
  closeGroup(groupId: string, userIds: string[]): void;
  /** How many sockets a user has on this instance. */
  countSockets(userId: string): number;
  /** Whether somebody may have a socket: of other instances that is not known. */
  mayReach(userId: string): boolean;
  /** Who has sockets of this instance in a group. */
  usersIn(groupId: string): string[];
  /** Whether somebody has a socket of this instance that is not in a group. */
  isElsewhere(userId: string, groupId: string): boolean;
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
export const membersRoom = (groupId: string) => `group:${groupId}:members`;
/** One user's sockets of those: for what not all members may see. */
const readerRoom = (groupId: string, userId: string) => `reader:${groupId}:${userId}`;
/** The sockets that are told when readers of a group's books have moved. */
const watchersRoom = (groupId: string) => `group:${groupId}:watchers`;
/** The group of the room of members; undefined for another room. */
const groupOf = (room: string): string | undefined => /^group:(.+):members$/.exec(room)?.[1];
/** The groups whose members or watchers a socket is among. */
const groupsOf = (rooms: Iterable<string>): Set<string> =>
  new Set([...rooms].flatMap((room) => /^group:(.+):(?:members|watchers)$/.exec(room)?.[1] ?? []));
/** All sockets of a user. */
export const userRoom = (userId: string) => `user:${userId}`;
/** The sockets of one session. */
export const sessionRoom = (sessionHash: string) => `session:${sessionHash}`;

const roomsOf = (groupId: string, userId: string) => [
  groupRoom(groupId),
  memberRoom(groupId, userId),
  membersRoom(groupId),
  readerRoom(groupId, userId),
  watchersRoom(groupId),
];

/** Calls the listener with each group that a socket of this instance enters or leaves. */
export function onPresence(io: ChatServer, listener: (groupId: string) => void): void {
  for (const change of ["join-room", "leave-room"]) {
    io.sockets.adapter.on(change, (room: string) => {
      const groupId = groupOf(room);
      if (groupId) listener(groupId);
    });
  }
}

interface Options {
  /** The sockets that are sent to: those of all instances, or with `io.local` those of this one. */
  to?: ChatServer | ChatServer["local"];
  /** With several instances. */
  sent?: SentMessages;
  /** Called when a group is sent a message or a change of one. */
  onActivity?: (groupId: string) => void;
}

/** Milliseconds, a little less than the client waits: what is on time must not be dropped. */
const typingPeriod = 0.9 * chatLimits.chat.typingEvery;

interface Entry {
  groupId: string;
  mayEnter: () => Promise<boolean>;
  /** Those of a member. */
  rooms: string[];
}

/** Adds a socket to rooms of a group, one entry of a socket at a time. */
async function enter(socket: ChatSocket, { groupId, mayEnter, rooms }: Entry): Promise<boolean> {
  // A disconnected socket has left its rooms and would not leave these.
  if (!socket.connected) return false;
  const userId = socket.data.session.user.id;
  const before = [groupRoom(groupId), memberRoom(groupId, userId)];
  let isMember = socket.rooms.has(groupRoom(groupId));
  // Before the check: a removal after it, by any instance, is sent to these rooms.
  await socket.join(before);
  try {
    isMember = await mayEnter() && before.every((room) => socket.rooms.has(room));
  } finally {
    if (!isMember) { for (const room of roomsOf(groupId, userId)) void socket.leave(room); }
  }
  if (isMember) await socket.join(rooms);
  return isMember;
}

export function openBroadcast(io: ChatServer, { to = io, sent, onActivity = () => {} }: Options = {}): Broadcast {
  const { rooms } = io.sockets.adapter;
  /** Who has typed where within the period; per process, as most of a person's sockets are. */
  const typed = new Set<string>();
  /** The last of each socket: one at a time, as who is refused leaves the rooms. Per process, as sockets are. */
  const admissions = new WeakMap<ChatSocket, Promise<unknown>>();
  /** Sends a message to everybody in its group: to some as they see it, and as the others do to the rest. */
  function emit(event: "message" | "messageChanged", { message, views, revs }: CollectedChange): void {
    const { groupId } = message;
    sent?.add(message);
    const asSent = (message: Message) => revs ? { ...message, revs } : message;
    if (views.length === 0) {
      to.to(membersRoom(groupId)).emit(event, asSent(message));
      return onActivity(groupId);
    }
    const readers = views.map(({ userIds }) => userIds.map((userId) => readerRoom(groupId, userId)));
    readers.forEach((rooms, i) => to.to(rooms).emit(event, asSent(views[i].message)));
    to.to(membersRoom(groupId)).except(readers.flat()).emit(event, asSent(message));
    onActivity(groupId);
  }
  async function inTurn(socket: ChatSocket, entry: Entry): Promise<boolean> {
    const admission = (admissions.get(socket) ?? Promise.resolve()).then(() => enter(socket, entry));
    admissions.set(socket, admission.catch(() => {}));
    return await admission;
  }
  // A reader may turn a page every second, before a thousand who watch.
  const moves = throttleByKey(readingLimits.turn.toldEvery, (key) => {
    const [groupId, bookId] = JSON.parse(key);
    to.to(watchersRoom(groupId)).emit("readersMoved", { groupId, bookId });
    return Promise.resolve();
  });
  const changes = collectChanges({
    send: (change) => emit("messageChanged", change),
    announce: (delayed) => void to.to(membersRoom(delayed.groupId)).emit("changesDelayed", delayed),
  });
  return {
    message: (shown) => emit("message", shown),
    messageChanged: changes.add,
    sendChanges: changes.flush,
    messagesUnveiled: (userId, unveiled) =>
      void to.to(readerRoom(unveiled.groupId, userId)).emit("messagesUnveiled", unveiled),
    messagesVeiled: (userId, veiled) => void to.to(readerRoom(veiled.groupId, userId)).emit("messagesVeiled", veiled),
    historySent: (groupId, rev) => sent?.begin({ groupId, rev }),
    typing(who) {
      const key = `${who.groupId} ${who.userId}`;
      if (typed.has(key)) return;
      typed.add(key);
      Deno.unrefTimer(setTimeout(() => typed.delete(key), typingPeriod));
      to.to(membersRoom(who.groupId)).except(userRoom(who.userId)).emit("typing", who);
    },
    presence: (who) => void to.to(membersRoom(who.groupId)).emit("presence", who),
    timer: (timer) => void to.to(membersRoom(timer.groupId)).emit("timer", timer),
    groupActivity(userId, activity) {
      to.to(userRoom(userId)).except(membersRoom(activity.groupId)).emit("groupActivity", activity);
    },
    readUpdated: (userId, state) => void to.to(userRoom(userId)).emit("readUpdated", state),
    notice: (userId, notice) => void to.to(userRoom(userId)).emit("notice", notice),
    memberAdded(membership, group) {
      to.to(membersRoom(membership.groupId)).emit("memberAdded", membership);
      to.to(userRoom(membership.userId)).emit("groupChanged", group);
    },
    groupChanged: (userId, group) => void to.to(userRoom(userId)).emit("groupChanged", group),
    blockChanged: (userId, block) => void to.to(userRoom(userId)).emit("blockChanged", block),
    bookAdded: (book) => void to.to(membersRoom(book.groupId)).emit("bookAdded", { ...book, progress: [] }),
    progressUpdated: (progress) => void to.to(userRoom(progress.userId)).emit("progressUpdated", progress),
    readersMoved: ({ groupId, bookId }) => moves.call(JSON.stringify([groupId, bookId])),
    noticesRead: (userId, state) => void to.to(userRoom(userId)).emit("noticesRead", state),
    admit(socket, groupId, mayEnter) {
      const rooms = [membersRoom(groupId), readerRoom(groupId, socket.data.session.user.id)];
      return inTurn(socket, { groupId, mayEnter, rooms });
    },
    admitWatcher: (socket, groupId, mayEnter) => inTurn(socket, { groupId, mayEnter, rooms: [watchersRoom(groupId)] }),
    evict(groupId, userId) {
      const evicted = to.in(memberRoom(groupId, userId));
      evicted.emit("error", { message: chatTexts.evicted, code: "not_found" });
      to.to([membersRoom(groupId), userRoom(userId)]).except(memberRoom(groupId, userId))
        .emit("memberRemoved", { groupId, userId });
      evicted.socketsLeave(roomsOf(groupId, userId));
    },
    closeGroup(groupId, userIds) {
      const everyone = to.in(groupRoom(groupId));
      everyone.emit("error", { message: groupsServerTexts.thisDeleted, code: "not_found" });
      for (const userId of userIds) {
        to.to(userRoom(userId)).except(groupRoom(groupId)).emit("memberRemoved", { groupId, userId, isDeleted: true });
      }
      everyone.socketsLeave([groupRoom(groupId), membersRoom(groupId), watchersRoom(groupId)]);
    },
    countSockets: (userId) => rooms.get(userRoom(userId))?.size ?? 0,
    mayReach: (userId) => sent !== undefined || rooms.has(userRoom(userId)),
    usersIn(groupId) {
      const ids = [...rooms.get(membersRoom(groupId)) ?? []];
      return [...new Set(ids.flatMap((id) => io.sockets.sockets.get(id)?.data.session.user.id ?? []))];
    },
    isElsewhere(userId, groupId) {
      const inGroup = rooms.get(membersRoom(groupId));
      return [...rooms.get(userRoom(userId)) ?? []].some((id) => !inGroup?.has(id));
    },
    endSession: (hash) => void to.in(sessionRoom(hash)).disconnectSockets(true),
    endUser: (userId) => void to.in(userRoom(userId)).disconnectSockets(true),
    connected() {
      const sockets = [...io.sockets.sockets.values()];
      const memberships = sockets.flatMap(({ rooms, data: { session: { user } } }) =>
        [...groupsOf(rooms)].map((groupId) => ({ groupId, userId: user.id }))
      );
      return { sessions: new Set(sockets.map(({ data }) => data.session.hash)), memberships };
    },
  };
}
