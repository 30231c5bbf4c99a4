import { dirname } from "node:path";

/** The endings of an unfinished file's name: its own, and those SQLite adds. */
const unfinished = /\.partial(-journal|-wal|-shm)?$/;

/** Whether a file of this name was left by work that was cut short. */
export const isUnfinished = (name: string): boolean => unfinished.test(name);

/**
 * Makes a file so that it is there whole or not at all, whatever happens meanwhile. Only its owner may read it.
 *
 * @param make fills the file of the name it is given, which is there and empty
 * @param interrupted takes everything back that was made until then
 */
export async function writeWhole(
  file: string,
  make: (partial: string) => Promise<void>,
  interrupted?: AbortSignal,
): Promise<void> {
  const partial = `${file}.${crypto.randomUUID().slice(0, 8)}.partial`;
  try {
    await Deno.writeFile(partial, new Uint8Array(), { createNew: true, mode: 0o600 });
    await make(partial);
    await flush(partial);
    interrupted?.throwIfAborted();
    await Deno.rename(partial, file);
    await flush(dirname(file));
  } finally {
    for (const ending of ["", "-journal", "-wal", "-shm"]) await removeIfThere(partial + ending);
  }
}

/** Waits until a file's bytes, or a folder's names, are on disk. */
async function flush(path: string): Promise<void> {
  using file = await Deno.open(path);
  await file.sync();
}

/** Removes a file; false where there is none. */
export async function removeIfThere(path: string): Promise<boolean> {
  try {
    await Deno.remove(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** A moment as part of a file's name, which sorts by time: `2026-11-20T11-58-12.345Z`. */
export const timestamp = (at: Date): string => at.toISOString().replaceAll(":", "-");
