/** `deno task restore FILE`: replaces the database by a backup, while the service is stopped. */
import { dirname } from "node:path";
import { checkDatabase, type Contents, foldLog } from "../../db/engine/backup.ts";
import { DatabaseInUse, lockFile } from "../../db/engine/file_lock.ts";
import { fromCaller, readConfig } from "../settings/settings.ts";
import { databaseFile, describeContents, exists, refuseUnfit, refuseUnlessFile, warnOfDamaged } from "./backup.ts";
import { verifyChecksum } from "./checksum.ts";
import { CommandError, onlyArgument, runCommand } from "./command.ts";
import { removeIfThere, timestamp, writeAtomically } from "./atomic_file.ts";

export interface Restored extends Contents {
  /** Where the replaced database is now, if there was one. */
  previous?: string;
}

/**
 * Checks a backup and replaces the database by it. The replaced database stays beside it under a name with the time.
 *
 * @throws CommandError when the file does not exist, is not what its checksum is of, is damaged, no database of ours, or
 *   of a later version, or when the service is running. Nothing has then changed
 */
export async function restore(file: string, url: string, interrupted?: AbortSignal): Promise<Restored> {
  const database = databaseFile(url);
  await refuseUnusable(file, database);
  await Deno.mkdir(dirname(database), { recursive: true });
  let restored: Restored;
  let unlock = async () => {};
  const make = async (partial: string) => {
    await copyWithLog(file, partial);
    const refusal = `${file} is not restored, and nothing was changed.`;
    await verifyChecksum(file, partial).catch((error) => {
      throw error instanceof CommandError ? new CommandError(`${refusal} ${error.message}`) : error;
    });
    const contents = await checkDatabase(partial).catch((error) => refuseUnfit(error, refusal));
    await foldLog(partial);
    interrupted?.throwIfAborted();
    unlock = await lockFile(database).catch((error) => {
      throw error instanceof DatabaseInUse ? isRunning(database) : error;
    });
    const previous = await exists(database) ? await setAside(database, partial) : undefined;
    await removeLogs(database);
    await removeIfThere(`${database}-shm`);
    restored = { ...contents, previous };
  };
  // Locked until then, so that no service starts on a half-replaced database.
  await writeAtomically(database, make, interrupted).finally(() => unlock());
  return restored!;
}

async function refuseUnusable(file: string, database: string): Promise<void> {
  await refuseUnlessFile(file);
  const same = await exists(database) && await Deno.realPath(file) === await Deno.realPath(database);
  if (same) throw new CommandError(`${file} is the database itself.`);
}

/** Copies the file, and its write-ahead log: it has one if it was not made by `backup`. */
async function copyWithLog(file: string, partial: string): Promise<void> {
  await Deno.copyFile(file, partial);
  await Deno.chmod(partial, 0o600);
  if (await exists(`${file}-wal`)) await Deno.copyFile(`${file}-wal`, `${partial}-wal`);
}

/**
 * Gives the database a second name, so that there is one under the first name at every moment, and gives the new one
 * the mode and owner of the old.
 */
async function setAside(database: string, partial: string): Promise<string> {
  const previous = `${database}.until-${timestamp(new Date())}`;
  if (await exists(previous)) throw new CommandError(`${previous} already exists; not overwritten.`);
  await linkLogs(database, previous);
  const folded = await refuseInUse(database).catch(async (error) => {
    await removeLogs(previous);
    throw error;
  });
  if (folded) await removeLogs(previous);
  const { mode, uid, gid } = await Deno.stat(database);
  // Readable by the owner alone, also where it was not before.
  for (const file of [database, partial]) await Deno.chmod(file, mode! & 0o600);
  await Deno.chown(partial, uid, gid).catch(() => {});
  await Deno.link(database, previous).catch(() => Deno.rename(database, previous));
  return previous;
}

/** Gives the logs a second name before SQLite opens them: it deletes those of a database that it cannot read. */
async function linkLogs(database: string, previous: string): Promise<void> {
  for (const ending of logs) {
    const [log, copy] = [database + ending, previous + ending];
    if (await exists(log)) await Deno.link(log, copy).catch(() => Deno.copyFile(log, copy));
  }
}

async function removeLogs(database: string): Promise<void> {
  for (const ending of logs) await removeIfThere(database + ending);
}

/** Files beside a database that SQLite would apply to any database of that name. */
const logs = ["-wal", "-journal"];

/**
 * Makes sure that no process has the database open, and folds its log in.
 *
 * @returns false where the database is too damaged for that; it is not changed
 * @throws CommandError when it is in use
 */
async function refuseInUse(database: string): Promise<boolean> {
  try {
    await foldLog(database);
    return true;
  } catch (error) {
    if (error instanceof DatabaseInUse) throw isRunning(database);
    return false;
  }
}

const isRunning = (database: string) =>
  new CommandError(`The service is running, or another process has ${database} open: stop it first.`);

if (import.meta.main) {
  await runCommand(async (interrupted) => {
    const file = fromCaller(onlyArgument("deno task restore FILE"));
    const restored = await restore(file, readConfig().databaseUrl, interrupted);
    const { previous } = restored;
    return [
      `Restored from ${file}: ${describeContents(restored)}.`,
      ...warnOfDamaged(restored),
      previous ? `The previous database is now ${previous}.` : "No database was there before.",
      "Start the service again: it brings an older database up to date.",
    ];
  });
}
