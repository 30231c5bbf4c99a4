/** The entries, as the browser stores them: for all its windows and its service worker. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Entry, NewEntry } from "./entry.ts";

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** A browser that forbids it, or has no room, throws with every call. */
function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("chapterhouse", 1, {
    upgrade: (db) => void db.createObjectStore("entries", { keyPath: "id", autoIncrement: true }),
    terminated: () => opened = undefined,
  });
  opened.catch(() => opened = undefined);
  return opened;
}

/** Stores an entry, in place of earlier ones of its key where it replaces them. @returns its id */
export async function add(entry: NewEntry, { replaces }: { replaces: boolean }): Promise<number> {
  const transaction = (await open()).transaction("entries", "readwrite", { durability: "strict" });
  if (replaces) {
    for (const earlier of await transaction.store.getAll()) {
      if (isSame(earlier, entry)) await transaction.store.delete(earlier.id);
    }
  }
  // The id is the database's to give.
  const id = await transaction.store.add({ ...entry, tries: 0 } as Entry);
  await transaction.done;
  return id;
}

const isSame = (one: NewEntry, other: NewEntry) => one.viewerId === other.viewerId && one.key === other.key;

/** All of one account's, in their order. */
export const entriesOf = async (viewerId: string): Promise<Entry[]> =>
  (await (await open()).getAll("entries")).filter((entry) => entry.viewerId === viewerId);

export const find = async (id: number): Promise<Entry | undefined> => (await open()).get("entries", id);

export const remove = async (id: number): Promise<void> => (await open()).delete("entries", id);

/** Changes those of an account that are still there. */
export async function change(viewerId: string, apply: (entry: Entry) => Entry | undefined): Promise<void> {
  const transaction = (await open()).transaction("entries", "readwrite");
  for (const entry of await transaction.store.getAll()) {
    const changed = entry.viewerId === viewerId ? apply(entry) : undefined;
    if (changed) await transaction.store.put(changed);
  }
  await transaction.done;
}
