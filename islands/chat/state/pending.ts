import * as chatLimits from "../../../server/contract/chat/limits.ts";
import type { Message, MessageFile } from "../../../server/contract/chat/shapes.ts";
import { normalize } from "../../../server/contract/site/normalize.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import { validationTexts } from "../../../server/contract/site/texts.ts";
import { type ChatState, type Draft, isSamePage, lastSeqOf, type Pending } from "./state.ts";

export const addPending = (state: ChatState, pending: Pending): ChatState => ({
  ...state,
  pending: [...state.pending, ...notArrived(state, [pending])],
  returned: [],
  newAfter: undefined,
});

export const resume = (
  state: ChatState,
  { pending = [], returned = [], anchor }: Partial<Pick<ChatState, "pending" | "returned" | "anchor">>,
): ChatState => ({
  ...state,
  pending: [...notArrived(state, pending), ...state.pending],
  returned: returned.length > 0 ? returned : state.returned,
  anchor: state.anchor ?? anchor,
});

const notArrived = ({ messages, pending }: ChatState, sent: Pending[]): Pending[] =>
  sent.filter(({ clientId }) => [...messages, ...pending].every((known) => known.clientId !== clientId));

/** A message was refused: it goes back, unless it was sent twice, stored, and refused the second time. */
export function returnPending(state: ChatState, id: string): ChatState {
  const { pending, early, returned } = state;
  const failed = pending.find(({ clientId }) => clientId === id);
  const isStored = failed?.seq !== undefined || early.some(({ clientId }) => clientId === id);
  if (!failed || isStored) return state;
  const goBack = { returned: [...returned, failed], anchor: failed.anchor ?? state.anchor };
  return { ...state, pending: pending.filter((one) => one !== failed), ...goBack };
}

export const forgetReturnedWith = (state: ChatState, fileId: string): ChatState =>
  state.returned.some(({ files }) => files.some(({ id }) => id === fileId)) ? { ...state, returned: [] } : state;

/** Notes under which `seq` a pending message is stored, maybe another one's, which the server took it for. */
export const markStored = (state: ChatState, id: string, { seq }: Message): ChatState => ({
  ...state,
  pending: state.pending.map((one) => one.clientId === id ? { ...one, seq } : one),
});

export function confirm(state: ChatState, stored: Message[]): ChatState {
  if (state.pending.length === 0) return state;
  const isPlaced = (seq: number) => state.hasNewer || seq <= lastSeqOf(state);
  const confirmed = new Set(stored.filter(({ seq }) => isPlaced(seq)).map(({ clientId }) => clientId));
  const pending = state.pending.filter(({ clientId, seq }) =>
    !confirmed.has(clientId) && !(seq !== undefined && isPlaced(seq))
  );
  return { ...state, pending };
}

export function sendProblem(state: ChatState, draft: Draft): string | undefined {
  const { content, files } = draft;
  if (!content && files.length === 0) return chatTexts.empty;
  if (isTooLong(content) && !isReturned(state, draft)) return validationTexts.tooLong(chatLimits.message.max);
  return state.connection === "joined" ? undefined : chatTexts.notConnected;
}

/** Counted as the server counts, without normalizing megabytes for it. */
const isTooLong = (content: string): boolean =>
  content.length > 4 * chatLimits.message.max || [...normalize(content)].length > chatLimits.message.max;

export const textOf = (returned: Pending[]): string => returned.map(({ content }) => content).join("\n");

const isReturned = ({ returned }: ChatState, { content, files, anchor }: Draft): boolean =>
  returned.length > 0 && textOf(returned) === content && isSamePage(returned.at(-1)!.anchor, anchor) &&
  idsOf(returned.flatMap(({ files }) => files)) === idsOf(files);

const idsOf = (files: MessageFile[]): string => files.map(({ id }) => id).join();

/** The server would not acknowledge a repeated message, and it would be sent again, and later be stored. */
export const isRepeated = ({ returned }: ChatState, pending: Pending, last: Pending | undefined): boolean =>
  last !== undefined && returned.length === 0 && pending.files.length === 0 && last.files.length === 0 &&
  pending.content === last.content && pending.replyTo?.id === last.replyTo?.id &&
  isSamePage(pending.anchor, last.anchor) &&
  Math.abs(Date.parse(pending.timestamp) - Date.parse(last.timestamp)) < chatLimits.chat.duplicateWindow;

/** Returned messages may be stored: under another `clientId` they would be there twice. */
export const sentAs = (state: ChatState, pending: Pending): Pending[] =>
  isReturned(state, pending) ? state.returned.map((one) => ({ ...one, timestamp: pending.timestamp })) : [pending];
