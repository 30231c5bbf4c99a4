/** The operator's commands, as an operator runs them. */
import { createClient } from "@libsql/client";
import { fileURLToPath } from "node:url";
import { buildAll } from "../../islands/runtime/build.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { tasks } = JSON.parse(Deno.readTextFileSync(`${root}deno.json`));

let built: Promise<unknown> | undefined;

/** Builds what is stale of the scripts, the styles and the server's programs: once for all tests. */
export const build = (): Promise<unknown> => built ??= buildAll();

export interface Done {
  code: number;
  /** What it printed, and what it complained of. */
  out: string;
  err: string;
}

/** Runs what `deno task NAME ARGUMENTS` does on a database file, once everything is installed. */
export async function operate(
  file: string,
  [name, ...args]: string[],
  env: Record<string, string> = {},
): Promise<Done> {
  await build();
  const [, command] = /deno (run .*)$/.exec(tasks[name].command.replace(" --env-file=.env", ""))!;
  return await runDeno([...command.split(" "), ...args], file, { NODE_ENV: "production", ...env });
}

/** Runs `deno task` itself, which takes twice as long. */
export const operateByTask = (file: string, args: string[], env: Record<string, string> = {}): Promise<Done> =>
  runDeno(["task", "--quiet", ...args], file, env);

async function runDeno(args: string[], file: string, env: Record<string, string>): Promise<Done> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: root,
    env: { ...env, DATABASE_URL: `file:${file}` },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

/** Runs statements on a database file. @returns the rows of the last one */
export async function query<Row>(file: string, ...statements: string[]): Promise<Row[]> {
  const client = createClient({ url: `file:${file}`, timeout: 5000 });
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.execute(statement));
    return rows.map((row) => ({ ...row as Row }));
  } finally {
    client.close();
  }
}

/** What a query for one value finds. */
export async function valueOf<T = number>(file: string, question: string): Promise<T> {
  return Object.values(await query<Record<string, T>>(file, question).then(([row]) => row))[0];
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
