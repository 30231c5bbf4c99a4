import { InvalidBackup } from "../../db/engine/backup.ts";
import { type Db, libsqlError, openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { type Config, ConfigError, settingWarnings } from "../settings/settings.ts";

export class CommandError extends Error {}

// Prints the lines that the work returns. An error that the operator can fix is printed in one line, any other with its
// stack; both exit with 1. Work that has done what it can may set `Deno.exitCode`.
export async function runCommand(work: (interrupted: AbortSignal) => Promise<string[]>): Promise<void> {
  // Files are readable by their owner alone: a database holds password hashes and private messages.
  if (Deno.build.os !== "windows") Deno.umask(0o077);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new CommandError("Interrupted."));
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, interrupt);
  for (const warning of settingWarnings()) console.error(warning);
  try {
    for (const line of await work(interruption.signal)) console.log(line);
    Deno.exit();
  } catch (error) {
    console.error(reasonOf(error));
    Deno.exit(1);
  }
}

export function onlyArgument(usage: string, args: string[]): string {
  if (args.length !== 1 || args[0].startsWith("-")) throw new CommandError(`Usage: ${usage}`);
  return args[0];
}

const expected = [CommandError, ConfigError, InvalidBackup, URIError];

function reasonOf(error: unknown): unknown {
  const isExpected = expected.some((kind) => error instanceof kind) || error instanceof Error && "code" in error;
  return libsqlError(error)?.message ?? (isExpected ? (error as Error).message : error);
}

export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDb({ url: config.databaseUrl, authToken: config.databaseAuthToken });
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.close();
  }
}
