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
  /** Acknowledged messages in the order of their `seq`. */
  messages: Stored[];
  pending: Pending[];
  /** Messages that were refused and went back to the input since something was last sent. Some may be stored. */
  returned: Pending[];
  /** The highest `seq` up to which nothing is missing. */
  lastSeq: number;
  /** Numbers above `lastSeq` of messages that were left out as duplicates. */
  ignored: number[];
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
  return advance({
    connection: "connecting",
    line: undefined,
    messages,
    pending: [],
    returned,
    lastSeq: messages.at(0)?.seq ?? 0,
    ignored: [],
    hasOlder,
  });
}

/** The state after an action. */
export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case "connection":
      return { ...state, connection: action.connection, line: action.line };
    case "history":
      return advance({ ...merge(state, action.messages), hasOlder: action.hasOlder ?? state.hasOlder });
    case "incoming":
      return advance(
        isRepeated(state, action.message) ? ignore(state, action.message) : merge(state, [action.message]),
      );
    case "sending":
      return { ...state, pending: [...state.pending, ...missing(state, [action.pending])], returned: [] };
    case "acknowledged":
      return advance(merge(state, [action.message]));
    case "failed": {
      const isIt = ({ clientId }: Pending) => clientId === action.clientId;
      const returned = [...state.returned, ...state.pending.filter(isIt)];
      return { ...state, pending: state.pending.filter((one) => !isIt(one)), returned };
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

/** Whether messages are known to be missing between those that are here. */
export const hasGap = ({ messages, lastSeq }: ChatState): boolean => (messages.at(-1)?.seq ?? 0) > lastSeq;

/** Puts messages where their `seq` says, each once, and in the place of the pending ones they confirm. */
function merge(state: ChatState, arrived: Stored[]): ChatState {
  const confirmed = new Set(arrived.map(({ clientId }) => clientId));
  const pending = state.pending.filter(({ clientId }) => !confirmed.has(clientId));
  const known = new Set(state.messages.map(({ seq }) => seq));
  const fresh = arrived.filter(({ seq }) => !known.has(seq));
  // Two sorted runs, which the engine's sort merges in one pass.
  const messages = fresh.length > 0 ? [...state.messages, ...fresh].sort((a, b) => a.seq - b.seq) : state.messages;
  return { ...state, pending, messages };
}

/** The duplicate rule is for what others' clients sent twice; our own pending message is confirmed, never ignored. */
function isRepeated({ messages, pending }: ChatState, message: Message): boolean {
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

const ignore = (state: ChatState, { seq }: Message): ChatState => ({ ...state, ignored: [...state.ignored, seq] });

/** Moves `lastSeq` up as far as there is no gap. */
function advance(state: ChatState): ChatState {
  let { lastSeq } = state;
  let next = state.messages.findLastIndex(({ seq }) => seq <= lastSeq) + 1;
  for (;; lastSeq++) {
    if (state.messages[next]?.seq === lastSeq + 1) next++;
    else if (!state.ignored.includes(lastSeq + 1)) break;
  }
  return { ...state, lastSeq, ignored: state.ignored.filter((seq) => seq > lastSeq) };
}
