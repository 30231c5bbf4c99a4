/** `deno task backup FILE`: a copy of the database, which may be in use. */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { checkDatabase, type Contents, copyDatabase, copySize, UnfitDatabase } from "../../db/backup.ts";
import { fileOf } from "../../db/file_url.ts";
import { fromCaller, readConfig } from "../config.ts";
import { CommandError, counted, onlyArgument, runCommand } from "./command.ts";
import { writeAtomically } from "./atomic_file.ts";

export interface Backup extends Contents {
  /** Bytes. */
  size: number;
}

/**
 * Copies a database to a file and checks the copy; a failure leaves nothing behind. It blocks its thread.
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
  await writeAtomically(file, async (partial) => {
    await copyDatabase(database, partial);
    contents = await checkDatabase(partial).catch((error) => refuseUnfit(error, "The copy was deleted."));
  }, interrupted);
  return { ...contents!, size: (await Deno.stat(file)).size };
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

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Whether there is anything at a path, including a broken link. */
export const exists = (path: string): Promise<boolean> => Deno.lstat(path).then(() => true, () => false);

if (import.meta.main) {
  await runCommand(async (interrupted) => {
    const file = fromCaller(onlyArgument("deno task backup FILE"));
    const { size, users, groups, messages } = await backUp(readConfig().databaseUrl, file, interrupted);
    const contents = [counted(users, "user"), counted(groups, "group"), counted(messages, "message")].join(", ");
    return [`Copied to ${file}: ${megabytes(size)}, ${contents}. The copy was checked and is complete.`];
  });
}
