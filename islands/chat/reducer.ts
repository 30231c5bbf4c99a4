/** The chat's state and how it changes: pure, without a browser. */
import type { Message } from "../../server/contract/chat.ts";
import * as constants from "../../server/contract/constants.ts";
import { normalize } from "../../server/contract/normalize.ts";
import { texts } from "../../server/contract/texts.ts";

/** `joined` is the only state in which something can be sent. */
export type Connection = "connecting" | "joined" | "reconnecting" | "disconnected";

/** A message of ours that the server has not acknowledged yet. */
export interface Pending {
  clientId: string;
  content: string;
  timestamp: string;
}

/**
 * A message that is stored. One that came with the page has no `id`: its `seq` names it.
 */
export interface Stored extends Omit<Message, "id" | "groupId"> {
  id?: string;
}

export interface ChatState {
  connection: Connection;
  /** What there is to say about the connection; nothing when all is well, nor without script. */
  line: string | undefined;
  /** Stored messages in the order of their `seq`, none missing between them but duplicates. */
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
  /** The highest `seq` up to which nothing is missing. */
  lastSeq: number;
  hasOlder: boolean;
}

export type ChatAction =
  | { type: "connection"; connection: Connection; line?: string }
  | { type: "history"; messages: Stored[]; hasOlder?: boolean }
  | { type: "incoming"; message: Message }
  | { type: "sending"; pending: Pending }
  | { type: "acknowledged"; message: Message }
  | { type: "failed"; clientId: string }
  | { type: "resumed"; pending: Pending[]; returned: Pending[] };

/** The chat as the server rendered it, with what its form could not send. */
export function initialChat(messages: Stored[], hasOlder: boolean, returned: Pending[] = []): ChatState {
  return {
    connection: "connecting",
    line: undefined,
    messages,
    early: [],
    pending: [],
    returned,
    lastSeq: messages.at(-1)?.seq ?? 0,
    hasOlder,
  };
}

/** The state after an action. */
export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case "connection":
      return { ...state, connection: action.connection, line: action.line };
    case "history":
      return addHistory({ ...state, hasOlder: action.hasOlder ?? state.hasOlder }, action.messages);
    case "incoming":
    case "acknowledged":
      return addEarly(confirm(state, [action.message], state.lastSeq), [action.message]);
    case "sending":
      return { ...state, pending: [...state.pending, ...missing(state, [action.pending])], returned: [] };
    case "failed": {
      const { pending, early, returned } = state;
      const failed = pending.find(({ clientId }) => clientId === action.clientId);
      // What was sent twice may be stored, and refused the second time.
      if (!failed || early.some(({ clientId }) => clientId === action.clientId)) return state;
      return { ...state, pending: pending.filter((one) => one !== failed), returned: [...returned, failed] };
    }
    case "resumed": {
      const returned = action.returned.length > 0 ? action.returned : state.returned;
      return { ...state, pending: [...state.pending, ...missing(state, action.pending)], returned };
    }
  }
}

/** Those that are not among the messages: what an earlier page sent may have arrived. */
const missing = ({ messages }: ChatState, pending: Pending[]): Pending[] =>
  pending.filter(({ clientId }) => !messages.some((message) => message.clientId === clientId));

/** Why a text cannot be sent, if it cannot. A message that was returned is as long as it was. */
export function sendProblem(state: ChatState, content: string): string | undefined {
  if (!content) return texts.chat.empty;
  if (isTooLong(content) && !isReturned(state, content)) return texts.validation.tooLong(constants.message.max);
  return state.connection === "joined" ? undefined : texts.chat.notConnected;
}

/** Counted as the server counts, without normalizing megabytes for it. */
const isTooLong = (content: string): boolean =>
  content.length > 4 * constants.message.max || [...normalize(content)].length > constants.message.max;

/** The text of returned messages, as the input has it. */
export const textOf = (returned: Pending[]): string => returned.map(({ content }) => content).join("\n");

/** Whether a text is that of the returned messages, and nothing else. */
const isReturned = ({ returned }: ChatState, text: string): boolean => returned.length > 0 && textOf(returned) === text;

/**
 * The messages a text is sent as. Returned ones are sent again under the same `clientId`: they may be stored, and would
 * otherwise be there twice. Any other text is a message of its own.
 */
export const draftsFor = (state: ChatState, draft: Pending): Pending[] =>
  isReturned(state, draft.content) ? state.returned.map((one) => ({ ...one, timestamp: draft.timestamp })) : [draft];

/** Whether messages are known to be missing before some that are here. */
export const hasGap = ({ early }: ChatState): boolean => early.length > 0;

/** Adds a part of the history, in which none is missing: before the first message, or after the last one. */
function addHistory(state: ChatState, part: Stored[]): ChatState {
  const { messages, lastSeq } = state;
  const older = part.filter(({ seq }) => seq < (messages[0]?.seq ?? 0));
  const next = part.filter(({ seq }) => seq > lastSeq);
  const known = confirm({ ...state, messages: [...older, ...messages] }, part, lastSeq);
  return next[0]?.seq === lastSeq + 1 ? addEarly(append(known, next, next.at(-1)!.seq), []) : addEarly(known, next);
}

/** Adds messages that may be ahead of others, and shows those that are not. */
function addEarly(state: ChatState, arrived: Stored[]): ChatState {
  const waiting = new Map([...state.early, ...arrived].map((message) => [message.seq, message]));
  for (let next; (next = waiting.get(state.lastSeq + 1));) {
    state = append(state, isRepeated(state, next) ? [] : [next], next.seq);
  }
  const early = [...waiting.values()].filter(({ seq }) => seq > state.lastSeq).sort((a, b) => a.seq - b.seq);
  return { ...state, early };
}

/** Adds messages after the last one, up to which nothing is missing then. */
const append = (state: ChatState, next: Stored[], lastSeq: number): ChatState => ({
  ...confirm(state, next, lastSeq),
  messages: [...state.messages, ...next],
  lastSeq,
});

/** Removes what is stored, and shown or further up, from the pending messages. */
function confirm(state: ChatState, stored: Stored[], lastSeq: number): ChatState {
  const confirmed = new Set(stored.filter(({ seq }) => seq <= lastSeq).map(({ clientId }) => clientId));
  return { ...state, pending: state.pending.filter(({ clientId }) => !confirmed.has(clientId)) };
}

/** The duplicate rule is for what others' clients sent twice; our own pending message is confirmed, never ignored. */
function isRepeated({ messages, pending }: ChatState, message: Stored): boolean {
  if (pending.some(({ clientId }) => clientId === message.clientId)) return false;
  return messages.some((known) => isDuplicate(known, message));
}

interface Comparable {
  id?: string;
  content: string;
  userId: string;
  timestamp: string;
}

/** Whether two chat messages are one: the same id, or the same text by the same user within the duplicate window. */
export function isDuplicate(a: Comparable, b: Comparable): boolean {
  if (a.id !== undefined && a.id === b.id) return true;
  if (a.content !== b.content || a.userId !== b.userId) return false;
  return Math.abs(Date.parse(a.timestamp) - Date.parse(b.timestamp)) <= constants.chat.duplicateWindow;
}
