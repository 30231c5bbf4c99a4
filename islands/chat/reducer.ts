/** What the chat knows and how that changes: pure, without a browser. */
import type { Message } from "../../server/contract/chat.ts";
import { isDuplicate } from "../../server/contract/shared.ts";

/** `joined` is the only state in which something can be sent. */
export type Connection = "connecting" | "joined" | "reconnecting" | "disconnected";

/** A message of ours that the server has not acknowledged yet. */
export interface Pending {
  clientId: string;
  content: string;
  timestamp: string;
}

export interface ChatState {
  connection: Connection;
  /** Acknowledged messages in the order of their `seq`. */
  messages: Message[];
  pending: Pending[];
  /** What could not be sent and was given back to the input since something was last sent. Some may be stored. */
  returned: Pending[];
  /** The highest `seq` up to which nothing is missing. */
  lastSeq: number;
  /** Numbers above `lastSeq` of messages that were left out as duplicates. */
  ignored: number[];
  hasOlder: boolean;
}

export type ChatAction =
  | { type: "connection"; connection: Connection }
  | { type: "history"; messages: Message[]; hasOlder?: boolean }
  | { type: "incoming"; message: Message }
  | { type: "sending"; pending: Pending }
  | { type: "acknowledged"; message: Message }
  | { type: "failed"; clientId: string }
  | { type: "returned"; returned: Pending[] };

/** The chat as the server rendered it, with what its form could not send. */
export function initialChat(messages: Message[], hasOlder: boolean, returned: Pending[] = []): ChatState {
  return advance({
    connection: "connecting",
    messages,
    pending: [],
    returned,
    lastSeq: messages.at(0)?.seq ?? 0,
    ignored: [],
    hasOlder,
  });
}

/** What becomes of the chat by an action. */
export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case "connection":
      return { ...state, connection: action.connection };
    case "history":
      return advance({ ...merge(state, action.messages), hasOlder: action.hasOlder ?? state.hasOlder });
    case "incoming":
      return advance(
        isRepeated(state, action.message) ? ignore(state, action.message) : merge(state, [action.message]),
      );
    case "sending": {
      const pending = isAcknowledged(state, action.pending) ? [] : [action.pending];
      return { ...state, pending: [...state.pending, ...pending], returned: [] };
    }
    case "acknowledged":
      return advance(merge(state, [action.message]));
    case "failed": {
      const isIt = ({ clientId }: Pending) => clientId === action.clientId;
      const returned = [...state.returned, ...state.pending.filter(isIt)];
      return { ...state, pending: state.pending.filter((one) => !isIt(one)), returned };
    }
    case "returned":
      return { ...state, returned: action.returned };
  }
}

/** A message left on its way by a former page may have arrived. */
const isAcknowledged = ({ messages }: ChatState, { clientId }: Pending): boolean =>
  messages.some((message) => message.clientId === clientId);

/** The text of what was given back, as the input has it. */
export const textOf = (returned: Pending[]): string => returned.map(({ content }) => content).join("\n");

/** Whether a text is what was given back, and nothing else. */
export const isReturned = ({ returned }: ChatState, text: string): boolean =>
  returned.length > 0 && textOf(returned) === text;

/**
 * What a text is sent as. One that was given back goes out as what it was, under the same `clientId`: it may be stored,
 * and would otherwise be there twice. Any other text is a message of its own.
 */
export const draftsFor = (state: ChatState, draft: Pending): Pending[] =>
  isReturned(state, draft.content) ? state.returned : [draft];

/** Whether messages are known to be missing between those that are here. */
export const hasGap = ({ messages, lastSeq }: ChatState): boolean => (messages.at(-1)?.seq ?? 0) > lastSeq;

/** Puts messages where their `seq` says, each once, and in the place of the pending ones they confirm. */
function merge(state: ChatState, arrived: Message[]): ChatState {
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
