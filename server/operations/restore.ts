import { dirname } from "node:path";
import { checkDatabase, checkpoint, type Contents } from "../../db/engine/backup.ts";
import { DatabaseInUse, lockFile } from "../../db/engine/database_file.ts";
import { fromCaller, readConfig } from "../settings/settings.ts";
import { databaseFile, describeContents, refuseInvalid, warnOfDamaged } from "./backup.ts";
import { CommandError, onlyArgument } from "./command.ts";
import { exists, refuseUnlessFile, removeIfThere, timestamp, verifyChecksum, writeAtomically } from "./files.ts";

interface Restored extends Contents {
  previous?: string;
}

/** The replaced database stays beside it under a name with the time. @throws CommandError; nothing has then changed */
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
    const contents = await checkDatabase(partial).catch((error) => refuseInvalid(error, refusal));
    await checkpoint(partial);
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

async function copyWithLog(file: string, partial: string): Promise<void> {
  await Deno.copyFile(file, partial);
  await Deno.chmod(partial, 0o600);
  if (await exists(`${file}-wal`)) await Deno.copyFile(`${file}-wal`, `${partial}-wal`);
}

/** So that there is one under the first name at every moment; the new one gets the mode and owner of the old. */
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
  for (const file of [database, partial]) await Deno.chmod(file, mode! & 0o600);
  await Deno.chown(partial, uid, gid).catch(() => {});
  await Deno.link(database, previous).catch(() => Deno.rename(database, previous));
  return previous;
}

/** Before SQLite opens them: it deletes those of a database that it cannot read. */
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

/** False where the database is too damaged for that; it is not changed. @throws CommandError when it is in use */
async function refuseInUse(database: string): Promise<boolean> {
  try {
    await checkpoint(database);
    return true;
  } catch (error) {
    if (error instanceof DatabaseInUse) throw isRunning(database);
    return false;
  }
}

const isRunning = (database: string) =>
  new CommandError(`The service is running, or another process has ${database} open: stop it first.`);

export async function command(args: string[], interrupted: AbortSignal): Promise<string[]> {
  const file = fromCaller(onlyArgument("deno task restore FILE", args));
  const restored = await restore(file, readConfig().databaseUrl, interrupted);
  const { previous } = restored;
  return [
    `Restored from ${file}: ${describeContents(restored)}.`,
    ...warnOfDamaged(restored),
    previous ? `The previous database is now ${previous}.` : "No database was there before.",
    "Start the service again: it brings an older database up to date.",
  ];
}
