/** What the operator's commands have in common: arguments, one line for what went wrong, exit codes. */
import { UnfitDatabase } from "../../db/backup.ts";
import { libsqlError } from "../../db/client.ts";
import { ConfigError, settingWarnings } from "../config.ts";

/** What a command will not do; its message is one line that says why. */
export class CommandError extends Error {}

/**
 * Runs a command to its end. It prints the lines that the work gives; what the operator can mend is one line and exit
 * code 1, and a fault of ours keeps its stack.
 *
 * @param work is told when the operator interrupts it
 */
export async function runCommand(work: (interrupted: AbortSignal) => Promise<string[]>): Promise<void> {
  // What it writes holds everything, and is for its own user.
  if (Deno.build.os !== "windows") Deno.umask(0o077);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new CommandError("Interrupted."));
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, interrupt);
  for (const warning of settingWarnings()) console.error(warning);
  try {
    for (const line of await work(interruption.signal)) console.log(line);
    Deno.exit(0);
  } catch (error) {
    console.error(reasonOf(error));
    Deno.exit(1);
  }
}

/**
 * The one argument of a command.
 *
 * @throws CommandError with how to use it, when there is none or more than one
 */
export function onlyArgument(usage: string): string {
  if (Deno.args.length !== 1 || Deno.args[0].startsWith("-")) throw new CommandError(`Usage: ${usage}`);
  return Deno.args[0];
}

const told = [CommandError, ConfigError, UnfitDatabase, URIError];

/** What the system and the database say of themselves is told as they say it. */
function reasonOf(error: unknown): unknown {
  const said = told.some((kind) => error instanceof kind) || error instanceof Error && "code" in error;
  return libsqlError(error)?.message ?? (said ? (error as Error).message : error);
}

/** So many of one thing, in words: `1 group`, `2 groups`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
