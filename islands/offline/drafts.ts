/**
 * What is being written and neither sent nor saved yet, as the browser stores it: nothing else stores any, so that all
 * of it can be deleted at once, with what it is about.
 */
import { readStored, store } from "../runtime/storage.ts";

/**
 * In which store each kind is. What a chat has not sent belongs to its window, with the messages that this sends; all
 * else is there for any window, and outlives them.
 */
const areas = {
  /** The text of a field, */
  draft: "localStorage",
  /** of a note, with the version that it began from, */
  note: "localStorage",
  /** and of a message that is written without a connection. */
  later: "localStorage",
  unsent: "sessionStorage",
  /** The page that the next message is about. */
  about: "sessionStorage",
  /** What was typed into a page that is being reloaded. */
  fields: "sessionStorage",
} as const;

export interface DraftPlace {
  kind: keyof typeof areas;
  viewerId: string;
  /** What it is for. */
  of: string;
}

/** Where that is, while a page is being reloaded. */
export const typedBefore = (): DraftPlace => ({
  kind: "fields",
  viewerId: document.documentElement.dataset.viewer ?? "",
  of: "",
});

const startOf = ({ kind, viewerId }: Omit<DraftPlace, "of">) => `chapterhouse.${kind}:${viewerId}:`;

/** Under which key a draft is stored. */
export const draftKey = (place: DraftPlace): string => startOf(place) + place.of;

/** Whose drafts are deleted: the page that is being left stores none again. */
let forgotten: string | undefined;

export const readDraft = (place: DraftPlace): string | null => readStored(draftKey(place), areas[place.kind]);

/** Stores a draft, or deletes it where it is null. */
export function storeDraft(place: DraftPlace, text: string | null): void {
  if (place.viewerId !== forgotten) store(draftKey(place), text, areas[place.kind]);
}

/** The text that is stored for a place; empty where there is none. */
export const textAt = (place: DraftPlace): string => textOf(place.kind, readDraft(place) ?? "");

/** The texts that somebody has begun to write in this browser, or those that are this window's alone. */
export const draftsOf = (viewerId: string, { isOwn = false } = {}): string[] =>
  keysOf(viewerId).filter(({ kind }) => !isOwn || areas[kind] === "sessionStorage").map(({ kind, key }) =>
    textOf(kind, readStored(key, areas[kind]) ?? "")
  ).filter((text) => text.trim());

function textOf(kind: DraftPlace["kind"], stored: string): string {
  if (kind === "about") return "";
  if (kind === "note") return parsed(stored).content ?? "";
  if (kind !== "unsent") return stored;
  // What it is sending is in the outbox too.
  const { draft, returned = [] } = parsed(stored);
  return [...returned.map(({ content }) => content), draft].filter(Boolean).join("\n");
}

/** What a browser has stored may be anything. */
function parsed(stored: string): { content?: string; draft?: string; returned?: { content: string }[] } {
  try {
    return JSON.parse(stored) ?? {};
  } catch {
    return {};
  }
}

/** Deletes what is stored here of somebody: all that they have begun to write, and what it is about. */
export function forgetDrafts(viewerId: string): void {
  forgotten = viewerId;
  for (const { kind, key } of keysOf(viewerId)) store(key, null, areas[kind]);
}

function keysOf(viewerId: string) {
  const kinds = Object.keys(areas) as DraftPlace["kind"][];
  return kinds.flatMap((kind) =>
    keysIn(areas[kind]).filter((key) => key.startsWith(startOf({ kind, viewerId }))).map((key) => ({ kind, key }))
  );
}

/** A browser that forbids storing has none. */
function keysIn(area: "localStorage" | "sessionStorage"): string[] {
  try {
    return Object.keys(globalThis[area]);
  } catch {
    return [];
  }
}
