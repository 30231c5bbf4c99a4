import type { AnchorBook } from "../../server/contract/chat/anchors.ts";
import type { Anchor } from "../../server/contract/chat/shapes.ts";
import type { ServerEvents } from "../../server/contract/chat/events.ts";
import type { Overview } from "../../server/contract/groups/shapes.ts";

export interface Toast {
  kind: "success" | "error" | "info";
  text: string;
  to?: string;
}

type FromServer = { [E in keyof ServerEvents]: Parameters<ServerEvents[E]>[0] };

interface Events extends FromServer {
  joined: void;
  closed: void;
  groupBooks: AnchorBook[];
  pageChosen: Anchor;
  bookAsked: Anchor;
  /** By its `seq`. */
  messageAsked: number;
  toast: Toast;
  connected: void;
  overview: Overview;
  islandAdded: HTMLElement;
  islandFailed: HTMLElement;
  islandRemoved: HTMLElement;
  tabCountChanged: { tab: string; change: number };
  tabCount: { tab: string; count: number };
}

const bus = new EventTarget();
const listened = new Set<string>();
/** Events that nobody listened to, by name: what connects before the islands are there may be ahead of them. */
const early = new Map<string, unknown[]>();

export function on<E extends keyof Events>(name: E, listener: (event: Events[E]) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<Events[E]>).detail);
  bus.addEventListener(name, handle);
  listened.add(name);
  early.get(name)?.forEach((event) => listener(event as Events[E]));
  early.delete(name);
  return () => bus.removeEventListener(name, handle);
}

export function emit<E extends keyof Events>(name: E, event: Events[E]): void {
  if (!listened.has(name)) storeEarly(name, event);
  emitToListeners(name, event);
}

/** Calls the listeners that there are by now: nobody who comes later needs it. */
export function emitToListeners<E extends keyof Events>(name: E, event: Events[E]): void {
  bus.dispatchEvent(new CustomEvent(name, { detail: event }));
}

function storeEarly(name: string, event: unknown): void {
  const before = early.get(name) ?? [];
  if (event !== undefined || before.length === 0) early.set(name, [...before, event]);
}
