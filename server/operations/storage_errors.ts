/** Why a file or folder cannot be used, for the operator. */
import { dirname } from "node:path";
import { fileOf } from "../../db/engine/file_url.ts";

/** What to do about a file or folder that this process may not write to. */
export const notWritable = (place: string): string =>
  `${place} may not be written to by the user this runs as: change its owner or its rights, or name another place.`;

/** Why a database cannot be opened: its own message, except where that names a file error by number. */
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

/** Of the message of an error's first cause. */
const firstLine = (error: unknown): string =>
  error instanceof Error ? error.cause ? firstLine(error.cause) : error.message.split("\n")[0] : String(error);

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
