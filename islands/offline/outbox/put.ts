/** Puts something into the outbox, and takes it out: all that a written thing needs not to be lost. */
import type { NewEntry } from "./entry.ts";
import { report } from "./news.ts";
import { add, entriesOf, remove } from "./store.ts";

export type Item = Omit<NewEntry, "viewerId" | "place" | "href">;
export interface Options {
  /** Whether it stands for what was put in under its key before. */
  replaces?: boolean;
}

export const viewerId = () => document.documentElement.dataset.viewer!;

/** Stores something, which is sent with what waits. @returns its id. @throws where the browser stores nothing */
export async function enqueue(item: Item, { replaces = false }: Options = {}): Promise<number> {
  const href = location.pathname + location.search;
  const id = await add({ ...item, viewerId: viewerId(), place: placeOf(item), href }, { replaces });
  report({ type: "changed" });
  return id;
}

/** The book that is open, or the page's own subject. */
function placeOf({ kind }: Item): string {
  const heading = kind !== "message" && document.querySelector("#book-title") || document.querySelector("h1");
  return heading?.textContent ?? "";
}

/** Discards what waits or was refused. */
export async function discard(id: number): Promise<void> {
  await remove(id);
  report({ type: "changed" });
}

/** Discards what waits or was refused under a key, because something else stands in its place. */
export const discardKey = (key: string): Promise<void> => discardAll((entry) => entry.key === key);

/** Discards what was stored of a message, by any window. */
export const discardMessage = (clientId: string): Promise<void> =>
  discardAll(({ call }) => call.body.clientId === clientId);

async function discardAll(isMeant: (entry: NewEntry) => boolean): Promise<void> {
  const entries = await entriesOf(viewerId());
  await Promise.all(entries.filter(isMeant).map(({ id }) => remove(id)));
  report({ type: "changed" });
}

/** Discards all of an account, because its owner logs out. */
export async function discardAllOf(viewerId: string): Promise<void> {
  await Promise.all((await entriesOf(viewerId)).map(({ id }) => remove(id)));
  report({ type: "changed" });
}
