import { fromPage, type PageMessage } from "../../../server/contract/chat/page_message.ts";
import type { Anchor, MemberDirectory, Message } from "../../../server/contract/chat/shapes.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import type { Face } from "../../../server/contract/people/shapes.ts";

/** Something can be sent in `joined` alone. In `disconnected` the reader may try again; a `closed` group is gone. */
export type Connection = "connecting" | "joined" | "reconnecting" | "disconnected" | "closed";

export type Draft = Pick<Pending, "content" | "replyTo" | "files" | "anchor">;

export interface Pending
  extends
    Pick<Message, "userId" | "username" | "content" | "timestamp" | "replyTo" | "files" | "anchor" | "poll" | "link"> {
  clientId: string;
  seq?: number;
}

export const isStored = (message: Message | Pending): message is Message => "rev" in message;

export interface ChatState {
  connection: Connection;
  line: string | undefined;
  members: MemberDirectory;
  leavesOutMembers: boolean;
  messages: Message[];
  /** Ahead of one that is missing, as instances send independently. Shown after it, so that nothing moves. */
  early: Message[];
  /** Where one of them is among the early messages, it is pending until that is shown. */
  pending: Pending[];
  /** Messages that were refused and went back to the input since something was last sent. Some may be stored. */
  returned: Pending[];
  /** The page that the next message is about. */
  anchor: Anchor | undefined;
  /** The highest `rev` up to which nothing is missing, and those after it that have come. */
  lastRev: number;
  laterRevs: number[];
  latestSeq: number;
  hasOlder: boolean;
  /** Whether later messages than those shown are left out, as around a message further up. */
  hasNewer: boolean;
  readSeq: number;
  newAfter: number | undefined;
}

export interface Beginning {
  groupId: string;
  members?: MemberDirectory;
  leavesOutMembers?: boolean;
  messages: PageMessage[];
  rev: number;
  hasOlder: boolean;
  hasNewer?: boolean;
  lastReadSeq?: number;
  newAfter?: number;
  anchor?: Anchor;
}

export function initialChat(
  { groupId, members = {}, leavesOutMembers = false, messages, rev, hasOlder, hasNewer = false, ...more }: Beginning,
): ChatState {
  const { lastReadSeq = 0, newAfter, anchor } = more;
  return {
    connection: "connecting",
    line: undefined,
    members,
    leavesOutMembers,
    messages: messages.map((message) => fromPage(message, { groupId, members })),
    early: [],
    pending: [],
    returned: [],
    anchor,
    lastRev: rev,
    laterRevs: [],
    latestSeq: messages.at(-1)?.seq ?? 0,
    hasOlder,
    hasNewer,
    readSeq: lastReadSeq,
    newAfter,
  };
}

export const lastSeqOf = ({ messages }: ChatState): number => messages.at(-1)?.seq ?? 0;

export const firstNew = ({ messages, newAfter }: ChatState, readerId: string): Message | undefined =>
  newAfter === undefined ? undefined : messages.find(({ seq, userId }) => seq > newAfter && userId !== readerId);

export const hasGap = ({ early, laterRevs }: ChatState): boolean => early.length > 0 || laterRevs.length > 0;

export function isMissingOnly({ early, lastRev, laterRevs }: ChatState, revs: number[]): boolean {
  const known = new Set([...laterRevs, ...revs]);
  let last = lastRev;
  while (known.has(last + 1)) last++;
  return early.length === 0 && laterRevs.every((rev) => rev <= last);
}

export const isSamePage = (one: Anchor | null, other: Anchor | null): boolean =>
  one?.bookId === other?.bookId && one?.page === other?.page;

export const directoryOf = (people: Face[]): MemberDirectory =>
  Object.fromEntries(people.map((user) => [
    user.id,
    { username: user.username, name: displayName(user), picture: user.profileImage ?? undefined },
  ]));

export const peopleIn = (messages: Message[]): string[] =>
  messages.flatMap(({ userId, mentions, reactions }) => [
    userId,
    ...mentions,
    ...reactions.flatMap(({ userIds }) => userIds),
  ]);

interface Person {
  userId?: string;
  username: string;
}

export function nameOf({ userId, username }: Person, members: MemberDirectory): string {
  const member = userId === undefined
    ? Object.values(members).find((member) => member.username === username)
    : members[userId];
  return member?.name ?? username;
}

/** `You` comes first; former members are left out. */
export const namesOf = (userIds: string[], members: MemberDirectory, viewerId: string): string[] => [
  ...userIds.filter((id) => id === viewerId).map(() => "You"),
  ...userIds.flatMap((id) => id === viewerId ? [] : members[id]?.name ?? []),
];
