/** Other processes that keep the service from its database. */
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("hold_lock.ts", import.meta.url));

export interface Holder extends AsyncDisposable {
  letGo(): Promise<void>;
}

/**
 * Starts a process that keeps a database file from being written, or with `exclusive` from being read as well, until
 * it is released.
 */
export async function holdLock(file: string, mode: "write" | "exclusive" = "write"): Promise<Holder> {
  const holder = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", script, file, mode],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const output = holder.stdout.getReader();
  const line = new TextDecoder().decode((await output.read()).value).trim();
  if (line !== "held") throw new Error(`the lock could not be taken: ${line}`);
  let ended: Promise<void> | undefined;
  const end = async () => {
    await holder.stdin.close();
    await output.cancel();
    if (!(await holder.status).success) throw new Error("the lock was not released");
  };
  const letGo = () => ended ??= end();
  return { letGo, [Symbol.asyncDispose]: letGo };
}
