/** The checksum of a file, in a file beside it, as `sha256sum` writes and reads it. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { CommandError } from "./command.ts";
import { removeIfThere, writeAtomically } from "./atomic_file.ts";

const beside = (file: string): string => `${file}.sha256`;

/** The SHA-256 of a file's bytes, in hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  using opened = await Deno.open(file);
  const part = new Uint8Array(256 * 1024);
  for (let length; (length = await opened.read(part)) !== null;) hash.update(part.subarray(0, length));
  return hash.digest("hex");
}

/** Writes the file beside it. */
export async function writeChecksum(file: string, hash: string): Promise<void> {
  await writeAtomically(beside(file), (partial) => Deno.writeTextFile(partial, `${hash}  ${basename(file)}\n`));
}

/** Removes a file and its checksum. */
export async function removeWithChecksum(file: string): Promise<void> {
  await removeIfThere(file);
  await removeIfThere(beside(file));
}

/**
 * Compares a file with the checksum beside it.
 *
 * @param copy a copy of the file, to be read in its place
 * @returns whether there is one
 * @throws CommandError where it is another file's
 */
export async function verifyChecksum(file: string, copy = file): Promise<boolean> {
  const text = await Deno.readTextFile(beside(file)).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (text === undefined) return false;
  const [expected] = /^[0-9a-f]{64}\b/.exec(text) ?? [];
  if (!expected) throw new CommandError(`${beside(file)} is no checksum: make it anew with sha256sum, or remove it.`);
  if (await sha256Of(copy) === expected) return true;
  throw new CommandError(`It is damaged: its bytes are not those of which ${beside(file)} is the checksum.`);
}
