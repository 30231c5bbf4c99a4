/** What a chat knows, and what follows from it: pure, without a browser. */
import type { Anchor, MemberDirectory, Message } from "../../../server/contract/chat/shapes.ts";

/**
 * `joined` is the only state in which something can be sent. In `disconnected` the reader may try again; the group of a
 * `closed` one is gone.
 */
export type Connection = "connecting" | "joined" | "reconnecting" | "disconnected" | "closed";

/** A message that is being written: its text, and what it replies to, has and is about. */
export type Draft = Pick<Pending, "content" | "replyTo" | "files" | "anchor">;

/** A message of the reader's that the server has not acknowledged yet. It is drawn as the one that it becomes. */
export interface Pending
  extends Pick<Message, "userId" | "username" | "content" | "timestamp" | "replyTo" | "files" | "anchor"> {
  clientId: string;
  /** Under which `seq` it is stored, once that is known. It is pending until that is shown. */
  seq?: number;
}

/** Whether a message is stored, and not on its way. */
export const isStored = (message: Message | Pending): message is Message => "rev" in message;

export interface ChatState {
  connection: Connection;
  /** What there is to say about the connection; nothing when all is well, nor without script. */
  line: string | undefined;
  /** How the members are shown. Former members are shown by the username of their messages. */
  members: MemberDirectory;
  /** Whether the page has only those whom its messages name. */
  leavesOutMembers: boolean;
  /** A part of the history, in the order of `seq`, in which none is missing. */
  messages: Message[];
  /**
   * Messages that arrived before one that is still missing, in the order of their `seq`: instances of the service send
   * independently of each other. They are shown after what is missing, so that nothing on the screen moves.
   */
  early: Message[];
  /** Where one of them is among the early messages, it is pending until that is shown. */
  pending: Pending[];
  /** Messages that were refused and went back to the input since something was last sent. Some may be stored. */
  returned: Pending[];
  /** The highest `rev` up to which nothing is missing, and those after it that have come. */
  lastRev: number;
  laterRevs: number[];
  /** The highest `seq` that is known of, shown or not. */
  latestSeq: number;
  hasOlder: boolean;
  /** Whether later messages than those shown are left out, as around a message further up. */
  hasNewer: boolean;
  /** The `seq` up to which the reader has read. */
  readSeq: number;
  /** Others' messages after this `seq` are marked as new. */
  newAfter: number | undefined;
}

/** What a chat begins with: the rendered messages and, without script, what its form could not send. */
export interface Beginning {
  members?: MemberDirectory;
  leavesOutMembers?: boolean;
  messages: Message[];
  /** The group's, read before the messages. */
  rev: number;
  hasOlder: boolean;
  hasNewer?: boolean;
  lastReadSeq?: number;
  newAfter?: number;
  returned?: Pending[];
}

/** The chat as the server rendered it. */
export function initialChat(
  { members = {}, leavesOutMembers = false, messages, rev, hasOlder, hasNewer = false, ...more }: Beginning,
): ChatState {
  const { lastReadSeq = 0, newAfter, returned = [] } = more;
  return {
    connection: "connecting",
    line: undefined,
    members,
    leavesOutMembers,
    messages,
    early: [],
    pending: [],
    returned,
    lastRev: rev,
    laterRevs: [],
    latestSeq: messages.at(-1)?.seq ?? 0,
    hasOlder,
    hasNewer,
    readSeq: lastReadSeq,
    newAfter,
  };
}

/** The `seq` of the last message that is shown, 0 where there is none. */
export const lastSeqOf = ({ messages }: ChatState): number => messages.at(-1)?.seq ?? 0;

/** The first message that is new to the reader, above which a line says so. */
export const firstNew = ({ messages, newAfter }: ChatState, readerId: string): Message | undefined =>
  newAfter === undefined ? undefined : messages.find(({ seq, userId }) => seq > newAfter && userId !== readerId);

/** Whether something is known to be missing before what is here. */
export const hasGap = ({ early, laterRevs }: ChatState): boolean => early.length > 0 || laterRevs.length > 0;

/** Whether all that is missing before what is here has one of these revs. */
export function isMissingOnly({ early, lastRev, laterRevs }: ChatState, revs: number[]): boolean {
  const known = new Set([...laterRevs, ...revs]);
  let last = lastRev;
  while (known.has(last + 1)) last++;
  return early.length === 0 && laterRevs.every((rev) => rev <= last);
}

/** Whether two messages are tied to the same page, or both to none. */
export const isSamePage = (one: Anchor | null, other: Anchor | null): boolean =>
  one?.bookId === other?.bookId && one?.page === other?.page;
