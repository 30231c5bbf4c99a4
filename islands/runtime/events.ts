/** The page's one event bus: parts that do not import each other receive the server's events and one another's. */
import type { AnchorBook } from "../../server/contract/chat/anchors.ts";
import type { Anchor } from "../../server/contract/chat/shapes.ts";
import type { ServerEvents } from "../../server/contract/chat/events.ts";
import type { Overview } from "../../server/contract/groups/shapes.ts";

export interface Toast {
  kind: "success" | "error" | "info";
  text: string;
  /** Where the text leads. */
  to?: string;
}

/** What the server sends, by the names it has there. */
type FromServer = { [E in keyof ServerEvents]: Parameters<ServerEvents[E]>[0] };

interface Events extends FromServer {
  /** The group was joined, at first or again: what was sent before was not received. */
  joined: void;
  /** The group is gone, for the viewer at least: nothing can be added to it. */
  closed: void;
  /** The books of the group that the page shows, the last read first. */
  groupBooks: AnchorBook[];
  /** The reader wants to write about a page, in their copy, */
  pageChosen: Anchor;
  /** or to see it. */
  bookAsked: Anchor;
  toast: Toast;
  /** The page's connection is there, at first or again: what was sent before was not received. */
  connected: void;
  /** What is new in any group has been fetched, or has changed. */
  overview: Overview;
  /** An island was added to the page, with its props. */
  islandAdded: HTMLElement;
  /** Drawing an island has failed. */
  islandFailed: HTMLElement;
  /** An island was removed from the page for good. */
  islandRemoved: HTMLElement;
  /** The number of items behind a tab, which is drawn by the page, has changed by so many. */
  tabCountChanged: { tab: string; change: number };
  /** The number of items behind a tab. */
  tabCount: { tab: string; count: number };
}

const bus = new EventTarget();
const listened = new Set<string>();
/** Events that nobody listened to, by name: what connects before the islands are there may be ahead of them. */
const early = new Map<string, unknown[]>();

/** Listens to an event. The first to listen gets what came before. @returns a function that stops listening */
export function on<E extends keyof Events>(name: E, listener: (event: Events[E]) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<Events[E]>).detail);
  bus.addEventListener(name, handle);
  listened.add(name);
  early.get(name)?.forEach((event) => listener(event as Events[E]));
  early.delete(name);
  return () => bus.removeEventListener(name, handle);
}

/** Calls the listeners of an event, at once, or the first one once it listens. */
export function emit<E extends keyof Events>(name: E, event: Events[E]): void {
  if (!listened.has(name)) storeEarly(name, event);
  emitToListeners(name, event);
}

/** Calls the listeners of an event that there are by now: nobody who comes later needs it. */
export function emitToListeners<E extends keyof Events>(name: E, event: Events[E]): void {
  bus.dispatchEvent(new CustomEvent(name, { detail: event }));
}

/** An event without content says no more the second time. */
function storeEarly(name: string, event: unknown): void {
  const before = early.get(name) ?? [];
  if (event !== undefined || before.length === 0) early.set(name, [...before, event]);
}
