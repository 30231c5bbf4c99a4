import { readStored, store } from "../runtime/storage.ts";

/**
 * What is being written and neither sent nor saved yet, as the browser stores it: nothing else stores any, so that all
 * of it can be deleted at once, with what it is about.
 */

export interface DraftPlace {
  /** What is written, such as a note. */
  kind: string;
  viewerId: string;
  /** What it is for. */
  of: string;
  /** Stored for this window alone, until that is closed; others are stored for all windows of the browser. */
  ofWindow?: true;
}

/** A text, with whatever its field needs to know of it. */
export interface StoredDraft {
  content: string;
}

/** Where what was typed into a page is, while that is being reloaded. */
export const typedBefore = (): DraftPlace => ({
  kind: "fields",
  viewerId: document.documentElement.dataset.viewer ?? "",
  of: "",
  ofWindow: true,
});

/** Under which key a draft is stored. */
export const draftKey = ({ kind, viewerId, of }: DraftPlace): string => `chapterhouse.${kind}:${viewerId}:${of}`;

const areaOf = ({ ofWindow }: DraftPlace) => ofWindow ? "sessionStorage" : "localStorage";

/** As this window has them: another one may have stored its own in their place, or the browser stores nothing. */
const own = new Map<string, string>();

/** The account whose drafts were deleted: the page that is being left must not store them again. */
let forgotten: string | undefined;

export function readDraft<T extends StoredDraft>(place: DraftPlace): Partial<T> & StoredDraft | undefined {
  const stored = own.get(draftKey(place)) ?? readStored(draftKey(place), areaOf(place));
  return stored === null ? undefined : parsed<T>(stored);
}

/** @returns whether the browser has stored it, and not only this page */
export function storeDraft<T extends StoredDraft>(place: DraftPlace, draft: T): boolean {
  if (place.viewerId === forgotten) return false;
  const text = JSON.stringify(draft);
  own.set(draftKey(place), text);
  store(draftKey(place), text, areaOf(place));
  return isStored(place);
}

/** Deletes a draft, unless another window's is stored in its place. */
export function deleteDraft(place: DraftPlace): void {
  if (isStored(place) || !own.has(draftKey(place))) store(draftKey(place), null, areaOf(place));
  own.delete(draftKey(place));
}

const isStored = (place: DraftPlace): boolean =>
  readStored(draftKey(place), areaOf(place)) === own.get(draftKey(place));

/** What a browser has stored may be anything; versions before this one stored some texts by themselves. */
function parsed<T extends StoredDraft>(stored: string): Partial<T> & StoredDraft {
  try {
    const draft = JSON.parse(stored);
    if (typeof draft === "object" && draft) return { ...draft, content: String(draft.content ?? "") };
  } catch {
    // It is the text itself.
  }
  return { content: stored } as Partial<T> & StoredDraft;
}

const areas = ["localStorage", "sessionStorage"] as const;

/** The texts that somebody has begun to write in this browser, or those that are this window's alone. */
export const draftsOf = (viewerId: string, { isOwn = false } = {}): string[] =>
  areas.slice(Number(isOwn)).flatMap((area) =>
    keysOf(viewerId, area).map((key) => parsed(readStored(key, area)!).content).filter((text) => text.trim())
  );

/** Deletes what is stored here of somebody: all that they have begun to write, and what it is about. */
export function forgetDrafts(viewerId: string): void {
  forgotten = viewerId;
  own.clear();
  for (const area of areas) keysOf(viewerId, area).forEach((key) => store(key, null, area));
}

/** A browser that forbids storing has none. */
function keysOf(viewerId: string, area: (typeof areas)[number]): string[] {
  try {
    return Object.keys(globalThis[area]).filter((key) => /^chapterhouse\.\w+:([^:]*):/.exec(key)?.[1] === viewerId);
  } catch {
    return [];
  }
}

const sentKey = "chapterhouse.sent";

/** Stores which drafts a form has that was sent, until the next page of its window tells what became of it. */
export const storeSentDrafts = (places: DraftPlace[]): void => store(sentKey, JSON.stringify(places), "sessionStorage");

/** Deletes them, unless the form was refused, its session had ended, or it never arrived. */
export function settleSentDrafts(): void {
  addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => persisted && takeSentDrafts());
  const sent = takeSentDrafts();
  if (!isTaken()) return;
  const { viewer } = document.documentElement.dataset;
  for (const place of sent) if (place.viewerId === viewer) deleteDraft(place);
}

function takeSentDrafts(): DraftPlace[] {
  const stored = readStored(sentKey, "sessionStorage");
  store(sentKey, null, "sessionStorage");
  try {
    return JSON.parse(stored ?? "[]");
  } catch {
    return [];
  }
}

/** Going back leads to the form's own page, from one that is none of ours. */
function isTaken(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isRefused = visit?.responseStatus >= 400 || document.querySelector("#toasts [data-kind=error]") !== null;
  return !isRefused && visit?.type !== "back_forward";
}
