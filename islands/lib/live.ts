/** What the chat's socket hears for others on the page: one connection serves them all. */
import type { Book, Progress } from "../../server/contract/books.ts";

interface Heard {
  bookAdded: Book;
  progressUpdated: Progress;
  /** The chat was joined, at first or again: what was said meanwhile was not heard. */
  joined: void;
}

const listeners: { [E in keyof Heard]: Set<(heard: Heard[E]) => void> } = {
  bookAdded: new Set(),
  progressUpdated: new Set(),
  joined: new Set(),
};

/** Listens to an event; the function it gives stops that. */
export function onLive<E extends keyof Heard>(event: E, listener: (heard: Heard[E]) => void): () => void {
  listeners[event].add(listener);
  return () => void listeners[event].delete(listener);
}

/** Tells the listeners of an event. */
export function tellLive<E extends keyof Heard>(event: E, heard: Heard[E]): void {
  for (const listener of listeners[event]) listener(heard);
}
