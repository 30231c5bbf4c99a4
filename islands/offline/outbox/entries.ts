/**
 * What the outbox holds, as the browser stores it, and what is reported of it: for all windows and the service worker.
 * Without a library, since every page has this in its first script.
 */
import type { Failure } from "../../../server/contract/site/shapes.ts";

/** Something for the server that was written down in the browser, until the server has it. */
export interface Entry extends NewEntry {
  /** Rises: entries are sent in this order. */
  id: number;
  /** How often it was tried in vain. */
  tries: number;
  /** Why it can never be sent as it is. */
  refusal?: Refusal;
}

export interface NewEntry {
  /** Whose it is: it is sent in no other name, and shown to nobody else. */
  viewerId: string;
  kind: "message" | "note" | "page" | "answer";
  /** Entries of one key are sent in their order, and one that has to wait delays those after it. */
  key: string;
  call: Call;
  /** What a person typed or chose. */
  text: string;
  /** What it belongs to, and where that is. */
  place: string;
  href: string;
  /** The window that sends it by another way, for as long as it is open, and what that shows of it meanwhile. */
  window?: string;
  shown?: unknown;
}

export interface Call {
  method: "POST" | "PUT";
  /** Below the API's base path. */
  path: string;
  body: Record<string, unknown>;
}

/** What the server answered. */
export interface Answer {
  status: number;
  body: unknown;
}

/** An answer that would be the same the next time. */
export interface Refusal {
  status: number;
  failure: Partial<Failure>;
}

/** What becomes of entries, and of what is being written, reported to every window of this browser. */
export type News =
  | { type: "changed" }
  /** What the server answered, if it did. */
  | { type: "tried"; entry: Entry; outcome: Outcome; answer?: Answer }
  /** Somebody is about to log out: each window answers with what is being written in it. */
  | { type: "leaving"; viewerId: string }
  | { type: "writing"; drafts: string[] };

/** `waits` is tried again; `stopped` waits too, until its owner is signed in; `refused` would be each time. */
export type Outcome = "sent" | "waits" | "stopped" | "refused";

const listeners = new Set<(news: News) => void>();
let channel: BroadcastChannel | undefined;

/** Listens to this window's and others'. @returns a function that stops listening */
export function onNews(listener: (news: News) => void): () => void {
  connect();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports to this window at once, and to the others. */
export function report(news: News): void {
  for (const listener of listeners) listener(news);
  connect().postMessage(news);
}

function connect(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel("chapterhouse.outbox");
  channel.onmessage = ({ data }) => listeners.forEach((listener) => listener(data));
  addEventListener("pagehide", disconnect, { once: true });
  return channel;
}

/** A page with an open channel could not be stored for going back. */
function disconnect(): void {
  channel?.close();
  channel = undefined;
  addEventListener("pageshow", () => {
    connect();
    listeners.forEach((listener) => listener({ type: "changed" }));
  }, { once: true });
}

let opened: Promise<IDBDatabase> | undefined;

/** A browser that forbids it, or has no room, throws with every call. */
function open(): Promise<IDBDatabase> {
  opened ??= openNow();
  opened.catch(() => opened = undefined);
  return opened;
}

async function openNow(): Promise<IDBDatabase> {
  const opening = indexedDB.open("chapterhouse", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("entries", { keyPath: "id", autoIncrement: true });
  const db = await resultOf(opening);
  db.onclose = () => opened = undefined;
  return db;
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Runs a transaction, which waits for nothing but its own requests. @returns what `work` does, once it is stored */
async function change<T>(work: (entries: IDBObjectStore) => Promise<T>): Promise<T> {
  const transaction = (await open()).transaction("entries", "readwrite", { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const [result] = await Promise.all([work(transaction.objectStore("entries")), done]);
  return result;
}

const readAll = async (): Promise<Entry[]> =>
  await resultOf((await open()).transaction("entries").objectStore("entries").getAll());

/** Stores an entry, in place of earlier ones of its key where it replaces them. @returns its id */
export const add = (entry: NewEntry, { replaces }: { replaces: boolean }): Promise<number> =>
  change(async (entries) => {
    const earlier: Entry[] = replaces ? await resultOf(entries.getAll()) : [];
    for (const one of earlier) if (isSame(one, entry)) entries.delete(one.id);
    // The id is the database's to give.
    const added = resultOf(entries.add({ ...entry, tries: 0 }));
    // Not after its answer, which a window that is being closed does not live to see.
    entries.transaction.commit();
    return await added as number;
  });

const isSame = (one: NewEntry, other: NewEntry) => one.viewerId === other.viewerId && one.key === other.key;

/** All of one account's, in their order. */
export const entriesOf = async (viewerId: string): Promise<Entry[]> =>
  (await readAll()).filter((entry) => entry.viewerId === viewerId);

export const find = async (id: number): Promise<Entry | undefined> =>
  (await readAll()).find((entry) => entry.id === id);

export const remove = (id: number): Promise<void> => change((entries) => resultOf(entries.delete(id)));

/** Changes those of an account that are still there. */
export const changeEach = (viewerId: string, apply: (entry: Entry) => Entry | undefined): Promise<void> =>
  change(async (entries) => {
    for (const entry of await resultOf(entries.getAll()) as Entry[]) {
      const changed = entry.viewerId === viewerId ? apply(entry) : undefined;
      if (changed) entries.put(changed);
    }
  });

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
