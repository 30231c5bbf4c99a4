/** The chat's state and how it changes: pure, without a browser. */
import * as chatLimits from "../../../server/contract/chat/limits.ts";
import type { Anchor, MemberDirectory, Message, MessageFile, Quote } from "../../../server/contract/chat/shapes.ts";
import { normalize } from "../../../server/contract/site/normalize.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import { validationTexts } from "../../../server/contract/site/texts.ts";

/**
 * `joined` is the only state in which something can be sent. In `disconnected` the reader may try again; the group of a
 * `closed` one is gone.
 */
export type Connection = "connecting" | "joined" | "reconnecting" | "disconnected" | "closed";

/** A message of ours that the server has not acknowledged yet. */
export interface Pending {
  clientId: string;
  content: string;
  timestamp: string;
  /** The message that it replies to. */
  replyTo?: Quote;
  files?: MessageFile[];
  /** The page that it is tied to. */
  anchor?: Anchor;
  /** Under which `seq` it is stored, once that is known. It is pending until that is shown. */
  seq?: number;
}

/**
 * A message that is stored. One that came with the page has no `id`, for its `seq` names it, and the `rev` of the page,
 * which is as old as anything it shows, or older. A veiled one has an `id` all the same.
 */
export interface Stored extends Omit<Message, "id" | "groupId" | "replyTo"> {
  id?: string;
  replyTo: ShownQuote | null;
}

/** What a message shows of the one that it replies to. */
export type ShownQuote = Omit<Quote, "id">;

export interface ChatState {
  connection: Connection;
  /** What there is to say about the connection; nothing when all is well, nor without script. */
  line: string | undefined;
  /** How the members are shown. Who has left the group since is shown by the username of their messages. */
  members: MemberDirectory;
  /** Whether the page has only those whom its messages name. */
  leavesOutMembers: boolean;
  /** A part of the history, in the order of `seq`, in which none is missing. */
  messages: Stored[];
  /**
   * Messages that arrived before one that is still missing, in the order of their `seq`: instances of the service send
   * independently of each other. They are shown after what is missing, so that nothing on the screen moves.
   */
  early: Stored[];
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

export type ChatAction =
  | { type: "connection"; connection: Connection; line?: string }
  /** New and changed messages. With a `rev` nothing up to it is missing with them, and with `revs` none of these. */
  | { type: "changes"; messages: Stored[]; rev?: number; revs?: number[] }
  /** A turn was taken back: those of them that are veiled are so again. */
  | { type: "veiled"; messages: Stored[] }
  | PartAction & Meanwhile
  /** All members. */
  | { type: "members"; members: MemberDirectory }
  | { type: "sending"; pending: Pending }
  | { type: "acknowledged"; clientId: string; message: Message }
  | { type: "failed"; clientId: string }
  | { type: "resumed"; pending: Pending[]; returned: Pending[] }
  /** A file of a message that was being written is gone: a returned one that had it is not sent again as it was. */
  | { type: "fileRemoved"; id: string }
  | { type: "read"; seq: number }
  /** The reader no longer looks, or does again. */
  | { type: "left" }
  | { type: "back"; readerId: string };

/** The messages before the first one, or after the last one, or in place of all. */
export type PartAction =
  | { type: "older"; messages: Stored[]; hasMore: boolean }
  | { type: "newer"; messages: Stored[]; hasMore: boolean }
  | { type: "part"; messages: Stored[]; hasOlder: boolean; hasNewer: boolean };

/** What has come while these were on their way, which may be newer than they are. */
interface Meanwhile {
  meanwhile?: Stored[];
}

/** What a chat begins with: the rendered messages and, without script, what its form could not send. */
export interface Beginning {
  members?: MemberDirectory;
  leavesOutMembers?: boolean;
  messages: Stored[];
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

/** The state after an action. */
export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case "connection":
      return { ...state, connection: action.connection, line: action.line };
    case "changes":
      return noteRevs(addChanges(state, action.messages), action.messages, action);
    case "veiled":
      return veilAgain(state, action.messages.filter(({ veiled }) => veiled));
    case "acknowledged":
      return noteRevs(addChanges(markStored(state, action), [action.message]), [action.message]);
    case "older":
    case "newer":
    case "part":
      return addPart(state, action);
    case "members":
      return { ...state, members: action.members, leavesOutMembers: false };
    case "sending": {
      const pending = [...state.pending, ...missing(state, [action.pending])];
      return { ...state, pending, returned: [], newAfter: undefined };
    }
    case "failed": {
      const { pending, early, returned } = state;
      const failed = pending.find(({ clientId }) => clientId === action.clientId);
      // What was sent twice may be stored, and refused the second time.
      const isStored = failed?.seq !== undefined || early.some(({ clientId }) => clientId === action.clientId);
      if (!failed || isStored) return state;
      return { ...state, pending: pending.filter((one) => one !== failed), returned: [...returned, failed] };
    }
    case "resumed": {
      const returned = action.returned.length > 0 ? action.returned : state.returned;
      return { ...state, pending: [...state.pending, ...missing(state, action.pending)], returned };
    }
    case "fileRemoved": {
      const wasReturned = state.returned.some(({ files = [] }) => files.some(({ id }) => id === action.id));
      return wasReturned ? { ...state, returned: [] } : state;
    }
    case "read":
      return { ...state, readSeq: Math.max(state.readSeq, action.seq) };
    case "left":
      return state.readSeq < lastSeqOf(state) ? state : { ...state, newAfter: lastSeqOf(state) };
    case "back":
      return firstNew(state, action.readerId) ? state : { ...state, newAfter: undefined };
  }
}

/** The `seq` of the last message that is shown, 0 where there is none. */
export const lastSeqOf = ({ messages }: ChatState): number => messages.at(-1)?.seq ?? 0;

/** The first message that is new to the reader, above which a line says so. */
export const firstNew = ({ messages, newAfter }: ChatState, readerId: string): Stored | undefined =>
  newAfter === undefined ? undefined : messages.find(({ seq, userId }) => seq > newAfter && userId !== readerId);

/** Whether some messages have what most have not: a reply, a reaction and the like. */
export const hasMarks = (messages: Stored[]): boolean =>
  messages.some(({ replyTo, mentions, reactions, pinnedAt, editedAt, deletedAt, anchor }) =>
    replyTo || anchor || mentions.length > 0 || reactions.length > 0 || pinnedAt || editedAt || deletedAt
  );

/** Those that are not among the messages: what an earlier page sent may have arrived. */
const missing = ({ messages }: ChatState, pending: Pending[]): Pending[] =>
  pending.filter(({ clientId }) => !messages.some((message) => message.clientId === clientId));

/** Why a text cannot be sent, if it cannot. A message that was returned is as long as it was. */
export function sendProblem(state: ChatState, content: string, files: MessageFile[] = []): string | undefined {
  if (!content && files.length === 0) return chatTexts.empty;
  if (isTooLong(content) && !isReturned(state, { content, files })) {
    return validationTexts.tooLong(chatLimits.message.max);
  }
  return state.connection === "joined" ? undefined : chatTexts.notConnected;
}

/** Counted as the server counts, without normalizing megabytes for it. */
const isTooLong = (content: string): boolean =>
  content.length > 4 * chatLimits.message.max || [...normalize(content)].length > chatLimits.message.max;

/** The text of returned messages, as the input has it. */
export const textOf = (returned: Pending[]): string => returned.map(({ content }) => content).join("\n");

/** Whether a message is the returned ones, and nothing else. */
const isReturned = (
  { returned }: ChatState,
  { content, files = [], anchor }: Pick<Pending, "content" | "files" | "anchor">,
): boolean =>
  returned.length > 0 && textOf(returned) === content && isSamePlace(returned.at(-1)!.anchor, anchor) &&
  idsOf(returned.flatMap(({ files = [] }) => files)) === idsOf(files);

const idsOf = (files: MessageFile[]): string => files.map(({ id }) => id).join();

/**
 * Whether a message is the last one again within a second, which the server would ignore. It is not sent: without an
 * acknowledgement it would be sent again, and later be stored. One that was returned is sent again.
 */
export const isRepeated = ({ returned }: ChatState, draft: Pending, last: Pending | undefined): boolean =>
  last !== undefined && returned.length === 0 && draft.files?.length === 0 && last.files?.length === 0 &&
  draft.content === last.content && draft.replyTo?.id === last.replyTo?.id &&
  isSamePlace(draft.anchor, last.anchor) &&
  Math.abs(Date.parse(draft.timestamp) - Date.parse(last.timestamp)) < chatLimits.chat.duplicateWindow;

/**
 * The messages a text is sent as. Returned ones are sent again under the same `clientId`: they may be stored, and would
 * otherwise be there twice. Any other text is a message of its own.
 */
export const draftsFor = (state: ChatState, draft: Pending): Pending[] =>
  isReturned(state, draft) ? state.returned.map((one) => ({ ...one, timestamp: draft.timestamp })) : [draft];

/** Whether two messages are tied to the same page, or both to none. */
const isSamePlace = (one: Anchor | undefined, other: Anchor | undefined): boolean =>
  one?.bookId === other?.bookId && one?.page === other?.page;

/** Whether something is known to be missing before what is here. */
export const hasGap = ({ early, laterRevs }: ChatState): boolean => early.length > 0 || laterRevs.length > 0;

/** Whether all that is missing before what is here has one of these revs. */
export function isMissingOnly({ early, lastRev, laterRevs }: ChatState, revs: number[]): boolean {
  const known = new Set([...laterRevs, ...revs]);
  let last = lastRev;
  while (known.has(last + 1)) last++;
  return early.length === 0 && laterRevs.every((rev) => rev <= last);
}

/** Brings known messages up to date, adds new ones to the end, and confirms what is pending. */
function addChanges(state: ChatState, arrived: Stored[]): ChatState {
  const latestSeq = arrived.reduce((latest, { seq }) => Math.max(latest, seq), state.latestSeq);
  const messages = updateQuotes(updateKnown(state.messages, arrived), arrived);
  const updated = confirm({ ...state, messages, latestSeq }, arrived);
  return updated.hasNewer ? updated : addEarly(updated, arrived);
}

/** Replaces messages by later states of theirs, in whatever order these arrive. */
function updateKnown(messages: Stored[], arrived: Stored[]): Stored[] {
  const last = messages.at(-1)?.seq ?? 0;
  const states = arrived.filter(({ seq }) => seq <= last);
  if (states.length === 0) return messages;
  const later = new Map<number, Stored>();
  for (const state of states) later.set(state.seq, newerOf(later.get(state.seq), state));
  return messages.map((known) => {
    const newer = newerOf(known, later.get(known.seq) ?? known);
    // What names it on the screen stays.
    return newer === known ? known : { ...newer, clientId: known.clientId };
  });
}

/**
 * Of two states of a message the newer one; that of a page, which has no `id`, is older than any other. To open a
 * message changes it for its reader alone, and so not its `rev`: a veiled state is followed by any open one, and an
 * open one only by a veiled one that is newer.
 */
function newerOf(known: Stored | undefined, arrived: Stored): Stored {
  const isOpened = known?.veiled && !arrived.veiled;
  const isFromPage = known?.id === undefined && !arrived.veiled;
  return !known || isOpened || isFromPage || arrived.rev > known.rev ? arrived : known;
}

/** Veils messages that were open, and what others quote of them, whatever has changed of them meanwhile. */
function veilAgain(state: ChatState, veiled: Stored[]): ChatState {
  const bySeq = new Map(veiled.map((message) => [message.seq, message]));
  const veil = (message: Stored): Stored => {
    const { id, length, anchor } = bySeq.get(message.seq) ?? {};
    if (anchor) {
      return { ...message, id, length, anchor, content: "", files: [], replyTo: null, mentions: [], veiled: true };
    }
    const { replyTo } = message;
    return replyTo && bySeq.has(replyTo.seq)
      ? { ...message, replyTo: { ...replyTo, excerpt: "", veiled: true } }
      : message;
  };
  return { ...state, messages: state.messages.map(veil), early: state.early.map(veil) };
}

/** Messages that quote one that was edited, deleted or opened quote it as it is now. */
function updateQuotes(messages: Stored[], changed: Stored[]): Stored[] {
  const quoted = new Map(changed.filter(isQuotedAnew).map((message) => [message.seq, message]));
  return quoted.size === 0 ? messages : messages.map((message) => requote(message, quoted));
}

/** Of a veiled one there is nothing to quote. */
const isQuotedAnew = ({ editedAt, deletedAt, anchor, veiled }: Stored): boolean =>
  !veiled && (editedAt !== null || deletedAt !== null || anchor !== null);

function requote(message: Stored, quoted: Map<number, Stored>): Stored {
  const source = message.replyTo && quoted.get(message.replyTo.seq);
  if (!source) return message;
  const { veiled: _, ...quote } = message.replyTo!;
  return { ...message, replyTo: { ...quote, excerpt: excerptOf(source) } };
}

/** The beginning of a message, or the name of its first file, as the server quotes it. */
export const excerptOf = ({ content, files }: Pick<Stored, "content" | "files">): string =>
  [...(content || files[0]?.name || "")].slice(0, chatLimits.message.excerpt).join("").replaceAll("\n", " ");

/** Adds messages that may be ahead of others, and shows those that are not. */
function addEarly(state: ChatState, arrived: Stored[]): ChatState {
  const waiting = new Map<number, Stored>();
  for (const message of [...state.early, ...arrived]) {
    waiting.set(message.seq, newerOf(waiting.get(message.seq), message));
  }
  const next: Stored[] = [];
  for (let seq = lastSeqOf(state) + 1; waiting.has(seq); seq++) next.push(waiting.get(seq)!);
  const lastSeq = next.at(-1)?.seq ?? lastSeqOf(state);
  const early = [...waiting.values()].filter(({ seq }) => seq > lastSeq).sort((a, b) => a.seq - b.seq);
  if (next.length === 0) return { ...state, early };
  const quoted = next.some(({ replyTo }) => replyTo) ? updateQuotes(next, state.messages) : next;
  return confirm({ ...state, early, messages: [...state.messages, ...quoted] }, next);
}

/** Notes what has come, and up to where nothing is missing. */
function noteRevs(
  state: ChatState,
  arrived: Stored[],
  { rev = 0, revs = [] }: { rev?: number; revs?: number[] } = {},
): ChatState {
  let lastRev = Math.max(state.lastRev, rev);
  const later = new Set([...state.laterRevs, ...arrived.map((message) => message.rev), ...revs]);
  while (later.has(lastRev + 1)) lastRev++;
  return { ...state, lastRev, laterRevs: [...later].filter((one) => one > lastRev) };
}

function addPart(state: ChatState, action: PartAction & Meanwhile): ChatState {
  switch (action.type) {
    case "older":
      return addOlder(state, action);
    case "newer":
      return addNewer(state, action);
    case "part":
      return showPart(state, action);
  }
}

interface Beside extends Meanwhile {
  messages: Stored[];
  hasMore: boolean;
}

/** Adds the messages before the first one, unless another part of the history is shown by now. */
function addOlder(state: ChatState, { messages, hasMore, meanwhile = [] }: Beside): ChatState {
  const isBefore = messages.at(-1)?.seq === (state.messages[0]?.seq ?? 0) - 1;
  if (!isBefore) return state;
  return addChanges({ ...state, messages: [...messages, ...state.messages], hasOlder: hasMore }, meanwhile);
}

/** Adds the messages after the last one, unless another part is shown by now. What came live may be after those. */
function addNewer(state: ChatState, { messages, hasMore, meanwhile }: Beside): ChatState {
  const lastSeq = lastSeqOf(state);
  const next = messages.filter(({ seq }) => seq > lastSeq);
  const isAfter = messages.length === 0 || next[0]?.seq === lastSeq + 1;
  if (!isAfter) return state;
  return withLatest({ ...state, messages: [...state.messages, ...next], hasNewer: hasMore }, meanwhile);
}

/** Shows another part of the history. */
function showPart(
  state: ChatState,
  { messages, hasOlder, hasNewer, meanwhile }: PartAction & { type: "part" } & Meanwhile,
): ChatState {
  return withLatest({ ...state, messages, hasOlder, hasNewer, early: [] }, meanwhile);
}

/** Goes on with what has come meanwhile where that follows, and else leaves out what is later. */
function withLatest(state: ChatState, meanwhile: Stored[] = []): ChatState {
  const shown = addChanges(confirm(state, state.messages), meanwhile);
  const latestSeq = Math.max(shown.latestSeq, lastSeqOf(shown));
  if (!shown.hasNewer && lastSeqOf(shown) === latestSeq) return { ...shown, latestSeq };
  return { ...shown, latestSeq, hasNewer: true, early: [] };
}

/** Notes under which `seq` a pending message is stored, maybe another one's, which the server took it for. */
function markStored(
  state: ChatState,
  { clientId, message: { seq } }: ChatAction & { type: "acknowledged" },
): ChatState {
  return { ...state, pending: state.pending.map((one) => one.clientId === clientId ? { ...one, seq } : one) };
}

/** Removes what is stored, and shown or left out, from the pending messages. */
function confirm(state: ChatState, stored: Stored[]): ChatState {
  if (state.pending.length === 0) return state;
  const isPlaced = (seq: number) => state.hasNewer || seq <= lastSeqOf(state);
  const confirmed = new Set(stored.filter(({ seq }) => isPlaced(seq)).map(({ clientId }) => clientId));
  const pending = state.pending.filter(({ clientId, seq }) =>
    !confirmed.has(clientId) && !(seq !== undefined && isPlaced(seq))
  );
  return { ...state, pending };
}
