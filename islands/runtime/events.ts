/** What parts of a page that do not know each other tell one another: the one bus that all share. */
import type { Book, Progress } from "../../server/contract/books.ts";
import type { Toast } from "./toast.ts";

interface Events {
  bookAdded: Book;
  progressUpdated: Progress;
  /** The group was joined, at first or again: what was sent meanwhile was not received. */
  joined: void;
  toast: Toast;
  /** The number of what waits behind a tab, which is drawn by the page, has changed by so many. */
  tabCountChanged: { tab: string; change: number };
}

const listeners: { [E in keyof Events]: Set<(event: Events[E]) => void> } = {
  bookAdded: new Set(),
  progressUpdated: new Set(),
  joined: new Set(),
  toast: new Set(),
  tabCountChanged: new Set(),
};

/** Listens to an event. @returns a function that stops listening */
export function on<E extends keyof Events>(name: E, listener: (event: Events[E]) => void): () => void {
  listeners[name].add(listener);
  return () => void listeners[name].delete(listener);
}

/** Calls the listeners of an event, at once. */
export function emit<E extends keyof Events>(name: E, event: Events[E]): void {
  for (const listener of listeners[name]) listener(event);
}
