import type { Message } from "../../../server/contract/chat/shapes.ts";
import { addChanges } from "./changes.ts";
import { confirm } from "./pending.ts";
import { type ChatState, lastSeqOf } from "./state.ts";

export type PartAction =
  | { type: "older"; messages: Message[]; hasMore: boolean }
  | { type: "newer"; messages: Message[]; hasMore: boolean }
  | { type: "part"; messages: Message[]; hasOlder: boolean; hasNewer: boolean };

interface WithLater {
  later?: Message[];
}

export type LoadedPart = PartAction & WithLater;

export function addPart(state: ChatState, part: LoadedPart): ChatState {
  switch (part.type) {
    case "older":
      return addOlder(state, part);
    case "newer":
      return addNewer(state, part);
    case "part":
      return showPart(state, part);
  }
}

function addOlder(state: ChatState, { messages, hasMore, later = [] }: LoadedPart & { type: "older" }): ChatState {
  const isBefore = messages.at(-1)?.seq === (state.messages[0]?.seq ?? 0) - 1;
  if (!isBefore) return state;
  return addChanges({ ...state, messages: [...messages, ...state.messages], hasOlder: hasMore }, later);
}

function addNewer(state: ChatState, { messages, hasMore, later }: LoadedPart & { type: "newer" }): ChatState {
  const lastSeq = lastSeqOf(state);
  const next = messages.filter(({ seq }) => seq > lastSeq);
  const isAfter = messages.length === 0 || next[0]?.seq === lastSeq + 1;
  if (!isAfter) return state;
  return withLatest({ ...state, messages: [...state.messages, ...next], hasNewer: hasMore }, later);
}

const showPart = (
  state: ChatState,
  { messages, hasOlder, hasNewer, later }: LoadedPart & { type: "part" },
): ChatState => withLatest({ ...state, messages, hasOlder, hasNewer, early: [] }, later);

function withLatest(state: ChatState, later: Message[] = []): ChatState {
  const shown = addChanges(confirm(state, state.messages), later);
  const latestSeq = Math.max(shown.latestSeq, lastSeqOf(shown));
  if (!shown.hasNewer && lastSeqOf(shown) === latestSeq) return { ...shown, latestSeq };
  return { ...shown, latestSeq, hasNewer: true, early: [] };
}
