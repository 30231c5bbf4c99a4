import type { ShownMessage } from "../../db/chat/message_views.ts";
import type { Book } from "../contract/books/shapes.ts";
import type { BlockChange, ChangesDelayed, GroupActivity, NoticesState, PartChange } from "../contract/chat/events.ts";
import * as chatLimits from "../contract/chat/limits.ts";
import type { Message, ReadState } from "../contract/chat/shapes.ts";
import { chatTexts } from "../contract/chat/texts.ts";
import type { Group } from "../contract/groups/shapes.ts";
import { groupsServerTexts } from "../contract/groups/texts.ts";
import type { Notice } from "../contract/notices/shapes.ts";
import type { Progress, TimerChange } from "../contract/reading/shapes.ts";
import { collectChanges, type CollectedChange, type SentMessages } from "./changes.ts";
import {
  activityRoom,
  type ChatServer,
  type ChatSocket,
  type Entry,
  groupRoom,
  groupsIn,
  memberRoom,
  membersRoom,
  openAdmission,
  readerRoom,
  roomsOf,
  sessionRoom,
  userRoom,
  watchersRoom,
} from "./rooms.ts";
import { throttleByKey } from "./throttle.ts";

export type Broadcast = ReturnType<typeof openBroadcast>;

type Receivers = ChatServer | ChatServer["local"];

interface Options {
  to?: Receivers;
  sent?: SentMessages;
  onActivity?: (groupId: string) => void;
}

export const openBroadcast = (io: ChatServer, { to = io, sent, onActivity = () => {} }: Options = {}) => ({
  ...messageEvents(to, { sent, onActivity }),
  ...groupEvents(to),
  ...personEvents(to),
  ...membershipEvents(to, sent !== undefined),
  ...connections(io, to),
  isOneOfSeveral: sent !== undefined,
  mayReach: (userId: string): boolean => sent !== undefined || io.sockets.adapter.rooms.has(userRoom(userId)),
});

function messageEvents(
  to: Receivers,
  { sent, onActivity }: Pick<Options, "sent"> & { onActivity: (id: string) => void },
) {
  function emit(event: "message" | "messageChanged", { message, views, revs }: CollectedChange): void {
    const { groupId } = message;
    sent?.add(message);
    const asSent = (message: Message) => revs ? { ...message, revs } : message;
    const readers = views.map(({ userIds }) => userIds.map((userId) => readerRoom(groupId, userId)));
    readers.forEach((rooms, i) => to.to(rooms).emit(event, asSent(views[i].message)));
    to.to(membersRoom(groupId)).except(readers.flat()).emit(event, asSent(message));
    onActivity(groupId);
  }
  const announce = (delayed: ChangesDelayed) =>
    void to.to(membersRoom(delayed.groupId)).emit("changesDelayed", delayed);
  const changes = collectChanges({
    send: (change) => emit("messageChanged", change),
    announce,
  });
  return {
    message: (shown: ShownMessage): void => emit("message", shown),
    messageChanged: changes.add,
    /** Of many messages at once, by the latest `rev`: windows fetch them, since none is sent. */
    messagesChanged: ({ groupId, rev }: { groupId: string; rev: number }) => announce({ groupId, revs: [rev] }),
    /** Sends the changes that wait: some of them may be veiled for a reader from now on. */
    sendChanges: changes.flush,
    messagesUnveiled: (userId: string, unveiled: { groupId: string; messages: Message[] }) =>
      void to.to(readerRoom(unveiled.groupId, userId)).emit("messagesUnveiled", unveiled),
    messagesVeiled: (userId: string, veiled: { groupId: string; messages: Message[] }) =>
      void to.to(readerRoom(veiled.groupId, userId)).emit("messagesVeiled", veiled),
    historySent: (groupId: string, rev: number) => sent?.begin({ groupId, rev }),
  };
}

/** Milliseconds, a little less than the client waits: what is on time must not be dropped. */
const typingPeriod = 0.9 * chatLimits.chat.typingEvery;

function groupEvents(to: Receivers) {
  /** Per process, as most of a person's sockets are. */
  const typingNow = new Set<string>();
  // A reader may turn a page every second, and a thousand may vote, before a thousand who watch.
  const parts = throttleByKey(chatLimits.watchedEvery, (key) => {
    const change: PartChange = JSON.parse(key);
    to.to(watchersRoom(change.groupId)).emit("partChanged", change);
    return Promise.resolve();
  });
  const partChanged = (change: PartChange): void => parts.call(JSON.stringify(change));
  return {
    typing(typist: { groupId: string; userId: string; username: string }): void {
      const key = `${typist.groupId} ${typist.userId}`;
      if (typingNow.has(key)) return;
      typingNow.add(key);
      Deno.unrefTimer(setTimeout(() => typingNow.delete(key), typingPeriod));
      to.to(membersRoom(typist.groupId)).except(userRoom(typist.userId)).emit("typing", typist);
    },
    /** @param organizers where only they see all, and others see them */
    presence(present: { groupId: string; userIds: string[] }, organizers?: string[]): void {
      const { groupId, userIds } = present;
      if (!organizers) return void to.to(membersRoom(groupId)).emit("presence", present);
      const theirs = organizers.map((userId) => readerRoom(groupId, userId));
      const shown = userIds.filter((userId) => organizers.includes(userId));
      to.to(membersRoom(groupId)).except(theirs).emit("presence", { groupId, userIds: shown });
      to.to(theirs).emit("presence", present);
    },
    timer: (timer: TimerChange) => void to.to(membersRoom(timer.groupId)).emit("timer", timer),
    bookAdded(book: Book): void {
      to.to(membersRoom(book.groupId)).emit("bookAdded", forAll(book));
      partChanged({ groupId: book.groupId, part: "shelf" });
    },
    bookChanged(book: Book): void {
      to.to(membersRoom(book.groupId)).emit("bookChanged", forAll(book));
      partChanged({ groupId: book.groupId, part: "shelf" });
    },
    bookRemoved(removed: { groupId: string; bookId: string }): void {
      to.to(membersRoom(removed.groupId)).emit("bookRemoved", removed);
      partChanged({ groupId: removed.groupId, part: "shelf" });
    },
    partChanged,
  };
}

/** Without what is its sender's own. */
const forAll = (book: Book): Book => ({ ...book, progress: [], edition: null, interested: [] });

const personEvents = (to: Receivers) => ({
  groupActivity: (userId: string, activity: GroupActivity) =>
    void to.to(userRoom(userId)).except(membersRoom(activity.groupId)).emit("groupActivity", activity),
  readUpdated: (userId: string, state: ReadState & { groupId: string }) =>
    void to.to(userRoom(userId)).emit("readUpdated", state),
  notice: (userId: string, notice: Notice) => void to.to(userRoom(userId)).emit("notice", notice),
  noticesRead: (userId: string, state: NoticesState) => void to.to(userRoom(userId)).emit("noticesRead", state),
  groupChanged: (userId: string, group: Group) => void to.to(userRoom(userId)).emit("groupChanged", group),
  blockChanged: (userId: string, block: BlockChange) => void to.to(userRoom(userId)).emit("blockChanged", block),
  progressUpdated: (progress: Progress) => void to.to(userRoom(progress.userId)).emit("progressUpdated", progress),
});

const seersRooms = (groupId: string, organizers?: string[]): string[] =>
  organizers?.map((userId) => readerRoom(groupId, userId)) ?? [membersRoom(groupId)];

interface Membership {
  groupId: string;
  userId: string;
}

function membershipEvents(to: Receivers, isOneOfSeveral: boolean) {
  const admit = openAdmission();
  /** Several instances send what is unread in a group to the sockets in its room; one asks the database. */
  function follow(userId: string, groupIds: string[]): void {
    if (isOneOfSeveral) to.in(userRoom(userId)).socketsJoin(groupIds.map(activityRoom));
  }
  return {
    admit: (socket: ChatSocket, groupId: string, mayWrite: Entry["mayWrite"]): Promise<boolean> => {
      const rooms = [membersRoom(groupId), readerRoom(groupId, socket.data.session.user.id)];
      return admit(socket, { groupId, mayWrite, rooms });
    },
    admitWatcher: (socket: ChatSocket, groupId: string, mayWrite: Entry["mayWrite"]): Promise<boolean> =>
      admit(socket, { groupId, mayWrite, rooms: [watchersRoom(groupId)] }),
    follow,
    /** @param organizers where only they see the others */
    memberAdded(membership: Membership, group: Group, organizers?: string[]): void {
      follow(membership.userId, [membership.groupId]);
      to.to(seersRooms(membership.groupId, organizers)).emit("memberAdded", membership);
      to.to(userRoom(membership.userId)).emit("groupChanged", group);
    },
    evict(groupId: string, userId: string, organizers?: string[]): void {
      const evicted = to.in(memberRoom(groupId, userId));
      evicted.emit("error", { message: chatTexts.evicted, code: "not_found" });
      to.to([...seersRooms(groupId, organizers), userRoom(userId)]).except(memberRoom(groupId, userId))
        .emit("memberRemoved", { groupId, userId });
      evicted.socketsLeave(roomsOf(groupId, userId));
      if (isOneOfSeveral) to.in(userRoom(userId)).socketsLeave(activityRoom(groupId));
    },
    /** Those who have it open hear no more of each other: it can still be read. */
    closeConversation: (groupId: string): void =>
      to.in(groupRoom(groupId)).socketsLeave([groupRoom(groupId), membersRoom(groupId), watchersRoom(groupId)]),
    closeGroup(groupId: string, userIds: string[]): void {
      const everyone = to.in(groupRoom(groupId));
      everyone.emit("error", { message: groupsServerTexts.thisDeleted, code: "not_found" });
      for (const userId of userIds) {
        to.to(userRoom(userId)).except(groupRoom(groupId)).emit("memberRemoved", { groupId, userId, isDeleted: true });
      }
      everyone.socketsLeave([groupRoom(groupId), membersRoom(groupId), watchersRoom(groupId)]);
      if (isOneOfSeveral) to.in(activityRoom(groupId)).socketsLeave(activityRoom(groupId));
    },
  };
}

function connections(io: ChatServer, to: Receivers) {
  const { rooms } = io.sockets.adapter;
  const usersOf = (ids: Iterable<string> = []): string[] => [
    ...new Set([...ids].flatMap((id) => io.sockets.sockets.get(id)?.data.session.user.id ?? [])),
  ];
  return {
    countSockets: (userId: string): number => rooms.get(userRoom(userId))?.size ?? 0,
    usersIn: (groupId: string): string[] => usersOf(rooms.get(membersRoom(groupId))),
    isElsewhere(userId: string, groupId: string): boolean {
      const inGroup = rooms.get(membersRoom(groupId));
      return [...rooms.get(userRoom(userId)) ?? []].some((id) => !inGroup?.has(id));
    },
    /** Members of whom a socket is not in the group, where they are followed. */
    usersElsewhere(groupId: string): string[] {
      const [all, inGroup] = [rooms.get(activityRoom(groupId)), rooms.get(membersRoom(groupId))];
      return usersOf(all && inGroup ? all.difference(inGroup) : all);
    },
    connected: (): { session: string; userId: string; groupIds: Set<string> }[] =>
      [...io.sockets.sockets.values()].map(({ rooms, data: { session: { hash, user } } }) => (
        { session: hash, userId: user.id, groupIds: groupsIn(rooms) }
      )),
    endSession: (hash: string) => void to.in(sessionRoom(hash)).disconnectSockets(true),
    endUser: (userId: string) => void to.in(userRoom(userId)).disconnectSockets(true),
  };
}
