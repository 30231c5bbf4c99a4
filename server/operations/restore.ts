/** `deno task restore FILE`: puts a copy in the place of the database, while the service is stopped. */
import { dirname } from "node:path";
import { checkDatabase, type Contents, settle } from "../../db/backup.ts";
import { DatabaseInUse, lockFile } from "../../db/file_lock.ts";
import { type Config, fromCaller, readConfig } from "../config.ts";
import { localUrl } from "../http/local.ts";
import { databaseFile, exists, refuseUnfit } from "./backup.ts";
import { CommandError, counted, onlyArgument, runCommand } from "./command.ts";
import { removeIfThere, timestamp, writeWhole } from "./whole_file.ts";

export interface Restored extends Contents {
  /** Where the database is kept that was there before, if one was. */
  kept?: string;
}

type Place = Pick<Config, "databaseUrl" | "host" | "port">;

/**
 * Checks a copy and puts it in the place of the database, which is kept beside it under a name with the time.
 *
 * @throws CommandError when there is no such file, it is damaged, something else, or of a later version, or the service is
 *   running. Nothing has then changed
 */
export async function restore(file: string, place: Place, interrupted?: AbortSignal): Promise<Restored> {
  const database = databaseFile(place.databaseUrl);
  await refuseUnusable(file, database);
  await Deno.mkdir(dirname(database), { recursive: true });
  let restored: Restored;
  let unlock = async () => {};
  const make = async (partial: string) => {
    await takeIn(file, partial);
    const contents = await checkDatabase(partial).catch((error) =>
      refuseUnfit(error, `${file} is not restored, and all is as it was.`)
    );
    await settle(partial);
    interrupted?.throwIfAborted();
    unlock = await lockFile(database).catch((error) => {
      throw error instanceof DatabaseInUse ? isRunning(database) : error;
    });
    const kept = await exists(database) ? await setAside(database, partial, place) : undefined;
    await removeLogs(database);
    await removeIfThere(`${database}-shm`);
    restored = { ...contents, kept };
  };
  // No service starts on what is half replaced.
  await writeWhole(database, make, interrupted).finally(() => unlock());
  return restored!;
}

async function refuseUnusable(file: string, database: string): Promise<void> {
  const found = await Deno.stat(file).catch(() => undefined);
  if (!found?.isFile) throw new CommandError(`There is no file ${file}.`);
  const same = await exists(database) && await Deno.realPath(file) === await Deno.realPath(database);
  if (same) throw new CommandError(`${file} is the database itself.`);
}

/** Copies the file, with the write-ahead log that lies beside it where it was not made by `backup`. */
async function takeIn(file: string, partial: string): Promise<void> {
  await Deno.copyFile(file, partial);
  await Deno.chmod(partial, 0o600);
  if (await exists(`${file}-wal`)) await Deno.copyFile(`${file}-wal`, `${partial}-wal`);
}

/**
 * Gives the database a second name, so that there is one under the first at every moment, and the new one its rights.
 */
async function setAside(database: string, partial: string, place: Place): Promise<string> {
  const kept = `${database}.until-${timestamp(new Date())}`;
  if (await exists(kept)) throw new CommandError(`${kept} already exists; not overwritten.`);
  await keepLogs(database, kept);
  const folded = await letGo(database, place).catch(async (refusal) => {
    await removeLogs(kept);
    throw refusal;
  });
  if (folded) await removeLogs(kept);
  const { mode, uid, gid } = await Deno.stat(database);
  // The database holds everything, and is its owner's alone, and so is the one that stays beside it.
  for (const file of [database, partial]) await Deno.chmod(file, mode! & 0o600);
  await Deno.chown(partial, uid, gid).catch(() => {});
  await Deno.link(database, kept).catch(() => Deno.rename(database, kept));
  return kept;
}

/** Gives the logs a second name before SQLite looks at them: it deletes those of a database that it cannot read. */
async function keepLogs(database: string, kept: string): Promise<void> {
  for (const ending of logs) {
    const [log, copy] = [database + ending, kept + ending];
    if (await exists(log)) await Deno.link(log, copy).catch(() => Deno.copyFile(log, copy));
  }
}

async function removeLogs(database: string): Promise<void> {
  for (const ending of logs) await removeIfThere(database + ending);
}

/** Files beside a database that SQLite would play into whatever has its name. */
const logs = ["-wal", "-journal"];

/**
 * Makes sure that no process has the database open.
 *
 * @returns whether all of it is in its file now; a damaged one stays as it was
 */
async function letGo(database: string, place: Place): Promise<boolean> {
  try {
    await settle(database);
    return true;
  } catch (error) {
    // Too damaged to say who has it open: whoever answers in the service's place is taken for it.
    if (error instanceof DatabaseInUse || await answers(place)) throw isRunning(database);
    return false;
  }
}

const isRunning = (database: string) =>
  new CommandError(`The service is running, or another process has ${database} open: stop it first.`);

const answers = ({ host, port }: Place): Promise<boolean> =>
  fetch(`${localUrl(host, port)}/healthz`, { signal: AbortSignal.timeout(2000) })
    .then((response) => response.body?.cancel()).then(() => true, () => false);

if (import.meta.main) {
  await runCommand(async (interrupted) => {
    const file = fromCaller(onlyArgument("deno task restore FILE"));
    const { kept, users, groups, messages } = await restore(file, readConfig(), interrupted);
    const contents = [counted(users, "user"), counted(groups, "group"), counted(messages, "message")].join(", ");
    return [
      `Restored from ${file}: ${contents}.`,
      kept ? `The database that was there is kept as ${kept}.` : "No database was there before.",
      "Start the service again: it brings an older database up to date.",
    ];
  });
}
