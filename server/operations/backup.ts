import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { checkDatabase, type Contents, copyDatabase, copySize, InvalidBackup } from "../../db/engine/backup.ts";
import { fileOf } from "../../db/engine/database_file.ts";
import { fromCaller, readConfig } from "../settings/settings.ts";
import { counted } from "../contract/site/plural.ts";
import { CommandError, onlyArgument } from "./command.ts";
import {
  exists,
  megabytes,
  refuseUnlessFile,
  sha256Of,
  verifyChecksum,
  writeAtomically,
  writeChecksum,
} from "./files.ts";

export interface Backup extends Contents {
  size: number;
}

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
    contents = await checkDatabase(partial).catch((error) => refuseInvalid(error, "The copy was deleted."));
    hash = await sha256Of(partial);
  }, interrupted);
  await writeChecksum(file, hash!).catch(async (error) => {
    await Deno.remove(file);
    throw error;
  });
  return { ...contents!, size: (await Deno.stat(file)).size };
}

export async function checkBackup(file: string): Promise<Contents & { hasChecksum: boolean }> {
  await refuseUnlessFile(file);
  const hasChecksum = await verifyChecksum(file);
  return { ...await checkDatabase(file), hasChecksum };
}

export function databaseFile(url: string): string {
  const file = fileOf(url);
  if (file) return file;
  throw new CommandError(
    "DATABASE_URL is a libSQL server. While it runs, and on its machine: " +
      "DATABASE_URL=file:FOLDER/dbs/default/data deno task backup FILE",
  );
}

export function refuseInvalid(error: unknown, consequence: string): never {
  if (!(error instanceof InvalidBackup)) throw error;
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

export const describeContents = ({ users, groups, messages }: Contents): string =>
  [counted(users, "user"), counted(groups, "group"), counted(messages, "message")].join(", ");

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

export function command(given: string[], interrupted: AbortSignal): Promise<string[]> {
  const args = given.filter((arg) => arg !== "--check");
  const file = fromCaller(onlyArgument("deno task backup [--check] FILE", args));
  return args.length < given.length ? check(file) : copy(file, interrupted);
}
