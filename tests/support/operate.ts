/** The operator's commands, as an operator runs them. */
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Done {
  code: number;
  /** What it printed, and what it complained of. */
  out: string;
  err: string;
}

/** Runs `deno task NAME ARGUMENTS` on a database file. */
export async function operate(
  file: string,
  [name, ...args]: string[],
  env: Record<string, string> = {},
): Promise<Done> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", name, ...args],
    cwd: root,
    // A port where nobody answers: `restore` asks there who is using a database too damaged to say so.
    env: { PORT: "1", ...env, DATABASE_URL: `file:${file}` },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

/** A folder that is taken away again. */
export async function folder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** The names of what is in a folder, sorted. */
export const namesIn = (path: string): string[] => [...Deno.readDirSync(path)].map(({ name }) => name).sort();

/** Waits for a state. @throws Error for one that does not come within a minute and a half */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 90_000;
  while (!await isSo()) {
    if (Date.now() > end) throw new Error(`never came: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
