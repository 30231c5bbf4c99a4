import * as chatLimits from "../../../server/contract/chat/limits.ts";
import type { Message, Quote } from "../../../server/contract/chat/shapes.ts";
import { shownWords } from "../../../server/contract/site/written_words.ts";
import { confirm } from "./pending.ts";
import { type ChatState, lastSeqOf } from "./state.ts";

export function addChanges(state: ChatState, arrived: Message[]): ChatState {
  const latestSeq = arrived.reduce((latest, { seq }) => Math.max(latest, seq), state.latestSeq);
  const messages = updateQuotes(updateKnown(state.messages, arrived), arrived);
  const updated = confirm({ ...state, messages, latestSeq }, arrived);
  return updated.hasNewer ? updated : addEarly(updated, arrived);
}

function updateKnown(messages: Message[], arrived: Message[]): Message[] {
  const last = messages.at(-1)?.seq ?? 0;
  const states = arrived.filter(({ seq }) => seq <= last);
  if (states.length === 0) return messages;
  const later = new Map<number, Message>();
  for (const state of states) later.set(state.seq, newerOf(later.get(state.seq), state));
  return messages.map((known) => newerOf(known, later.get(known.seq) ?? known));
}

/**
 * To open a message changes it for its reader alone, and so not its `rev`: a veiled state is followed by any open one,
 * and an open one only by a veiled one that is newer.
 */
function newerOf(known: Message | undefined, arrived: Message): Message {
  const isOpened = known?.veiled && !arrived.veiled;
  return !known || isOpened || arrived.rev > known.rev ? arrived : known;
}

function updateQuotes(messages: Message[], arrived: Message[]): Message[] {
  const sources = new Map(arrived.filter(({ veiled }) => !veiled).map((source) => [source.seq, source]));
  return sources.size === 0 ? messages : messages.map((message) => requote(message, sources));
}

function requote(message: Message, sources: Map<number, Message>): Message {
  const source = message.replyTo && sources.get(message.replyTo.seq);
  if (!source) return message;
  const { veiled, ...quote } = message.replyTo!;
  const excerpt = excerptOf(source);
  return veiled || quote.excerpt !== excerpt ? { ...message, replyTo: { ...quote, excerpt } } : message;
}

export const excerptOf = ({ content, format, files }: Pick<Message, "content" | "format" | "files">): string =>
  [...(shownWords(content, format) || files[0]?.name || "")].slice(0, chatLimits.message.excerpt).join("")
    .replaceAll("\n", " ");

export const quoteOf = (message: Message): Quote => ({
  id: message.id,
  seq: message.seq,
  username: message.username,
  excerpt: excerptOf(message),
});

export function hideSpoilers(state: ChatState, veiled: Message[]): ChatState {
  const bySeq = new Map(veiled.map((message) => [message.seq, message]));
  const hide = (message: Message): Message => {
    const { length, anchor } = bySeq.get(message.seq) ?? {};
    if (anchor) {
      const { link: _, ...rest } = message;
      return {
        ...rest,
        length,
        anchor,
        content: "",
        format: null,
        files: [],
        replyTo: null,
        mentions: [],
        veiled: true,
      };
    }
    const { replyTo } = message;
    return replyTo && bySeq.has(replyTo.seq)
      ? { ...message, replyTo: { ...replyTo, excerpt: "", veiled: true } }
      : message;
  };
  return { ...state, messages: state.messages.map(hide), early: state.early.map(hide) };
}

function addEarly(state: ChatState, arrived: Message[]): ChatState {
  const waiting = new Map<number, Message>();
  for (const message of [...state.early, ...arrived]) {
    waiting.set(message.seq, newerOf(waiting.get(message.seq), message));
  }
  const next: Message[] = [];
  for (let seq = lastSeqOf(state) + 1; waiting.has(seq); seq++) next.push(waiting.get(seq)!);
  const lastSeq = next.at(-1)?.seq ?? lastSeqOf(state);
  const early = [...waiting.values()].filter(({ seq }) => seq > lastSeq).sort((a, b) => a.seq - b.seq);
  if (next.length === 0) return { ...state, early };
  const quoted = next.some(({ replyTo }) => replyTo) ? updateQuotes(next, state.messages) : next;
  return confirm({ ...state, early, messages: [...state.messages, ...quoted] }, next);
}

export function noteRevs(
  state: ChatState,
  arrived: Message[],
  { rev = 0, revs = [] }: { rev?: number; revs?: number[] } = {},
): ChatState {
  let lastRev = Math.max(state.lastRev, rev);
  const later = new Set([...state.laterRevs, ...arrived.map((message) => message.rev), ...revs]);
  while (later.has(lastRev + 1)) lastRev++;
  return { ...state, lastRev, laterRevs: [...later].filter((one) => one > lastRev) };
}

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
