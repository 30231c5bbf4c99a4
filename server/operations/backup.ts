/** `deno task backup FILE`: a copy of the database, which may be in use. `deno task backup --check FILE`: is one whole? */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { checkDatabase, type Contents, copyDatabase, copySize, UnfitDatabase } from "../../db/engine/backup.ts";
import { fileOf } from "../../db/engine/file_url.ts";
import { fromCaller, readConfig } from "../settings/settings.ts";
import { CommandError, counted, onlyArgument, runCommand } from "./command.ts";
import { megabytes } from "./storage_errors.ts";
import { writeAtomically } from "./atomic_file.ts";
import { sha256Of, verifyChecksum, writeChecksum } from "./checksum.ts";

export interface Backup extends Contents {
  /** Bytes. */
  size: number;
}

/**
 * Copies a database to a file, checks the copy, and writes its checksum beside it; a failure leaves nothing behind. It
 * blocks its thread.
 *
 * @param url the address of the database
 * @throws CommandError when there is no database, the file exists already, there is no room for it, or the database is
 *   damaged
 */
export async function backUp(url: string, file: string, interrupted?: AbortSignal): Promise<Backup> {
  const database = databaseFile(url);
  if (await exists(file)) throw new CommandError(`${file} already exists; not overwritten.`);
  if (!await exists(database)) throw new CommandError(`There is no database at ${database}.`);
  if (!await exists(dirname(file))) throw new CommandError(`There is no folder ${dirname(file)}.`);
  await refuseWithoutRoom(database, file);
  let contents: Contents;
  let hash: string;
  await writeAtomically(file, async (partial) => {
    await copyDatabase(database, partial);
    contents = await checkDatabase(partial).catch((error) => refuseUnfit(error, "The copy was deleted."));
    hash = await sha256Of(partial);
  }, interrupted);
  await writeChecksum(file, hash!).catch(async (error) => {
    await Deno.remove(file);
    throw error;
  });
  return { ...contents!, size: (await Deno.stat(file)).size };
}

interface Checked extends Contents {
  /** Whether there was a checksum to compare it with. */
  hasChecksum: boolean;
}

/**
 * Reads a backup to its end: is it what its checksum is of, a whole database, ours, and are the files in it whole?
 *
 * @throws CommandError, UnfitDatabase where it is not
 */
export async function checkBackup(file: string): Promise<Checked> {
  await refuseUnlessFile(file);
  const hasChecksum = await verifyChecksum(file);
  return { ...await checkDatabase(file), hasChecksum };
}

/**
 * The file of the database.
 *
 * @throws CommandError when the database is on a libSQL server
 */
export function databaseFile(url: string): string {
  const file = fileOf(url);
  if (file) return file;
  throw new CommandError(
    "DATABASE_URL is a libSQL server. While it runs, and on its machine: " +
      "DATABASE_URL=file:FOLDER/dbs/default/data deno task backup FILE",
  );
}

/** Turns an UnfitDatabase into a refusal that names the consequence. */
export function refuseUnfit(error: unknown, consequence: string): never {
  if (!(error instanceof UnfitDatabase)) throw error;
  throw new CommandError(`${consequence} ${error.message}`);
}

/** A copy that cannot be finished would fill the disk that the running service writes to. */
async function refuseWithoutRoom(database: string, file: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  const [room, needed] = [bavail * bsize, await copySize(database)];
  if (room < needed * 1.05) {
    throw new CommandError(`${megabytes(needed)} are needed for ${file}, and ${megabytes(room)} free.`);
  }
}

/** @throws CommandError where there is nothing at a path, or a folder */
export async function refuseUnlessFile(path: string): Promise<void> {
  const found = await Deno.stat(path).catch(() => undefined);
  if (!found?.isFile) throw new CommandError(`There is no file ${path}.`);
}

/** Whether there is anything at a path, including a broken link. */
export const exists = (path: string): Promise<boolean> => Deno.lstat(path).then(() => true, () => false);

/** What a database holds, for the operator. */
export const describeContents = ({ users, groups, messages }: Contents): string =>
  [counted(users, "user"), counted(groups, "group"), counted(messages, "message")].join(", ");

/** A line about uploaded files whose bytes have changed since, if there are any. */
export const warnOfDamaged = ({ damaged }: Contents): string[] =>
  damaged.length > 0 ? [`Damaged since they were uploaded, and of no use: ${damaged.join(", ")}.`] : [];

async function copy(file: string, interrupted: AbortSignal): Promise<string[]> {
  const backup = await backUp(readConfig().databaseUrl, file, interrupted);
  const text = `${megabytes(backup.size)}, ${describeContents(backup)}`;
  return [`Copied to ${file}: ${text}. The copy was checked and is complete.`, ...warnOfDamaged(backup)];
}

async function check(file: string): Promise<string[]> {
  const checked = await checkBackup(file);
  const [warning] = warnOfDamaged(checked);
  if (warning) throw new CommandError(warning);
  const checksum = checked.hasChecksum
    ? "Its checksum is right."
    : "There is no checksum beside it to compare it with.";
  return [`${file} is whole: ${describeContents(checked)}. ${checksum}`];
}

if (import.meta.main) {
  const args = Deno.args.filter((arg) => arg !== "--check");
  await runCommand((interrupted) => {
    const file = fromCaller(onlyArgument("deno task backup [--check] FILE", args));
    return args.length < Deno.args.length ? check(file) : copy(file, interrupted);
  });
}
