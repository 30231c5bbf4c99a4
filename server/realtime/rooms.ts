import type { Server, Socket } from "socket.io";
import type { Session } from "../auth/sessions.ts";
import type { ClientEvents, ServerEvents } from "../contract/chat/events.ts";

/** Between instances: one that has sockets in the room `activity:ID` receives `activity` of `ID`. */
interface InstanceEvents {
  activity: (groupId: string) => void;
}
interface SocketData {
  session: Session;
}
export type ChatServer = Server<ClientEvents, ServerEvents, InstanceEvents, SocketData>;
export type ChatSocket = Socket<ClientEvents, ServerEvents, InstanceEvents, SocketData>;

/** Also sockets whose membership is being checked: for what ends it. */
export const groupRoom = (groupId: string) => `group:${groupId}`;
export const memberRoom = (groupId: string, userId: string) => `group:${groupId}:${userId}`;
export const membersRoom = (groupId: string) => `group:${groupId}:members`;
export const readerRoom = (groupId: string, userId: string) => `group:${groupId}:reader:${userId}`;
export const watchersRoom = (groupId: string) => `group:${groupId}:watchers`;
/** All sockets of all members, wherever they are: with several instances, which hear of the group by it. */
export const activityRoom = (groupId: string) => `activity:${groupId}`;
export const userRoom = (userId: string) => `user:${userId}`;
export const sessionRoom = (sessionHash: string) => `session:${sessionHash}`;

/** The channel by which instances are sent what concerns a room: a group has one, and so has a person. */
export const channelOf = (room: string): string => room.split(":", 2).join(":");

export const sharedRooms = (groupId: string) => [groupRoom(groupId), membersRoom(groupId), watchersRoom(groupId)];

export const roomsOf = (groupId: string, userId: string) => [
  ...sharedRooms(groupId),
  memberRoom(groupId, userId),
  readerRoom(groupId, userId),
];

export const groupsIn = (rooms: Iterable<string>): Set<string> =>
  new Set([...rooms].flatMap((room) => /^group:(.+):(?:members|watchers)$/.exec(room)?.[1] ?? []));

export function onPresence(io: ChatServer, listener: (groupId: string) => void): void {
  for (const change of ["join-room", "leave-room"]) {
    io.sockets.adapter.on(change, (room: string) => {
      const groupId = /^group:(.+):members$/.exec(room)?.[1];
      if (groupId) listener(groupId);
    });
  }
}

export interface Entry {
  groupId: string;
  /** Undefined for outsiders. */
  mayWrite: () => Promise<boolean | undefined>;
  rooms: string[];
}

/**
 * @returns whether they may read the group: a closed conversation has nothing to hear, and only their own rooms are
 * entered, for the time when it is open again
 */
async function enter(socket: ChatSocket, { groupId, mayWrite, rooms }: Entry): Promise<boolean> {
  // A disconnected socket has left its rooms and would not leave these.
  if (!socket.connected) return false;
  const userId = socket.data.session.user.id;
  const before = [groupRoom(groupId), memberRoom(groupId, userId)];
  let isIn = socket.rooms.has(groupRoom(groupId));
  let isOpen: boolean | undefined;
  // Before the check: a removal after it, by any instance, is sent to these rooms.
  await socket.join(before);
  try {
    isOpen = await mayWrite();
    isIn = isOpen === true && before.every((room) => socket.rooms.has(room));
  } finally {
    if (!isIn) { for (const room of roomsOf(groupId, userId)) void socket.leave(room); }
  }
  const shared = sharedRooms(groupId);
  if (isIn) await socket.join(rooms);
  else if (isOpen === false) {
    await socket.join([
      memberRoom(groupId, userId),
      ...rooms.filter((room) => !shared.includes(room)),
    ]);
  }
  return isIn || isOpen === false;
}

/** Lets sockets enter one at a time, as one that is refused leaves the rooms. */
export function openAdmission(): (socket: ChatSocket, entry: Entry) => Promise<boolean> {
  const last = new WeakMap<ChatSocket, Promise<unknown>>();
  return async (socket, entry) => {
    const admission = (last.get(socket) ?? Promise.resolve()).then(() => enter(socket, entry));
    last.set(socket, admission.catch(() => {}));
    return await admission;
  };
}
