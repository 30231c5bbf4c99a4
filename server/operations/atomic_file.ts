import { dirname } from "node:path";

/** The suffixes of an unfinished file: our own, and those SQLite adds. */
const unfinished = /\.partial(-journal|-wal|-shm)?$/;

/** Whether a file of this name was left by work that was interrupted. */
export const isUnfinished = (name: string): boolean => unfinished.test(name);

/**
 * Writes a file so that it is there completely or not at all, whatever happens meanwhile. Only its owner may read it.
 *
 * @param make fills the file at the path it gets, which is empty
 * @param interrupted gives up, and leaves nothing behind
 */
export async function writeAtomically(
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

/** A time as part of a file name, which sorts by time: `2026-11-20T11-58-12.345Z`. */
export const timestamp = (at: Date): string => at.toISOString().replaceAll(":", "-");
