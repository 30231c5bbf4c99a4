import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { fileOf } from "../../db/engine/database_file.ts";
import { notWritable } from "../settings/backup_folder.ts";
import { CommandError } from "./command.ts";

export const exists = (path: string): Promise<boolean> => Deno.lstat(path).then(() => true, () => false);

export async function refuseUnlessFile(path: string): Promise<void> {
  const found = await Deno.stat(path).catch(() => undefined);
  if (!found?.isFile) throw new CommandError(`There is no file ${path}.`);
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

export const removeIfThere = (path: string): Promise<void> => Deno.remove(path).catch(unlessMissing);

export const isUnfinished = (name: string): boolean => /\.partial(-journal|-wal|-shm)?$/.test(name);

/** The file is there completely or not at all, whatever happens meanwhile. Only its owner may read it. */
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

async function flush(path: string): Promise<void> {
  using file = await Deno.open(path);
  await file.sync();
}

export const timestamp = (at: Date): string => at.toISOString().replaceAll(":", "-");

const beside = (file: string): string => `${file}.sha256`;

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  using opened = await Deno.open(file);
  const part = new Uint8Array(256 * 1024);
  for (let length; (length = await opened.read(part)) !== null;) hash.update(part.subarray(0, length));
  return hash.digest("hex");
}

export async function writeChecksum(file: string, hash: string): Promise<void> {
  await writeAtomically(beside(file), (partial) => Deno.writeTextFile(partial, `${hash}  ${basename(file)}\n`));
}

export async function removeWithChecksum(file: string): Promise<void> {
  await removeIfThere(file);
  await removeIfThere(beside(file));
}

/** @returns whether there is a checksum. @throws CommandError where it is another file's */
export async function verifyChecksum(file: string, copy = file): Promise<boolean> {
  const text = await Deno.readTextFile(beside(file)).catch(unlessMissing);
  if (text === undefined) return false;
  const [expected] = /^[0-9a-f]{64}\b/.exec(text) ?? [];
  if (!expected) throw new CommandError(`${beside(file)} is no checksum: make it anew with sha256sum, or remove it.`);
  if (await sha256Of(copy) === expected) return true;
  throw new CommandError(`It is damaged: its bytes are not those of which ${beside(file)} is the checksum.`);
}

export async function describeOpenError(error: unknown, url: string): Promise<string> {
  const reason = firstLine(error);
  const file = fileOf(url);
  if (!file) return reason;
  const found = await Deno.stat(file).catch(() => undefined);
  if (found?.isDirectory) return `${file} is a folder: name a file in it.`;
  if (/: 14\b|unable to open/.test(reason)) return notWritable(found ? file : `The folder ${dirname(file)}`);
  if (/readonly/.test(reason)) return notWritable(`${file}, or the folder it is in,`);
  return reason;
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? error.cause ? firstLine(error.cause) : error.message.split("\n")[0] : String(error);

export const megabytes = (bytes: number): string =>
  bytes < 1e10 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
