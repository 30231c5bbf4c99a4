/** What operators run: `deno task NAME ARGUMENTS`. */
import { runCommand } from "./command.ts";

type Command = (args: string[], interrupted: AbortSignal) => Promise<string[]>;

const commands: Record<string, () => Promise<{ command: Command }>> = {
  backup: () => import("./backup.ts"),
  doctor: () => import("./doctor.ts"),
  restore: () => import("./restore.ts"),
  people: () => import("./people.ts"),
  seed: () => import("./seed.ts"),
  catalogue: () => import("../library/import.ts"),
};

const [name, ...args] = Deno.args;
const { command } = await commands[name]();
await runCommand((interrupted) => command(args, interrupted));
