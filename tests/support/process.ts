/** The service as an operator runs it: a process of its own, with the permissions it is given in `deno.json`. */
import { fileURLToPath } from "node:url";
import { openDb } from "../../db/engine/client.ts";
import { startSession } from "../../server/auth/sessions.ts";
import { build, folder } from "./operate.ts";
import { cast } from "./people.ts";
import { copyTemplate } from "./template.ts";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** What `deno task start` runs in the folder of a version, but for the settings of a developer's own `.env`. */
function startArguments(folder: string): string {
  const { tasks } = JSON.parse(Deno.readTextFileSync(`${folder}/deno.json`));
  return /.*deno (run .*) --ends-with-parent$/.exec(tasks.start.command)![1].replace(" --env-file=.env", "");
}

/** The command of `deno task start`, for a shell in this folder. */
export const startCommand = `${Deno.execPath()} ${startArguments(root)} --ends-with-parent`;

export interface Ended {
  code: number;
  signal: Deno.Signal | null;
  /** What it wrote, line by line, without a first line with its version. */
  out: string[];
  err: string;
}

/** Runs the service until it ends by itself. */
export async function runProcess(env: Record<string, string>): Promise<Ended> {
  await build();
  const { code, signal, stdout, stderr } = await command(env).output();
  const text = new TextDecoder();
  const lines = text.decode(stdout).replace(/^.*"version":.*\n/, "");
  return { code, signal, out: lines.trimEnd().split("\n"), err: text.decode(stderr) };
}

/** Starts the service on a database file and waits until it is open. `await using` kills it. */
export async function startProcess(file: string, env: Record<string, string> = {}): Promise<TestProcess> {
  await build();
  const started = new TestProcess({ RATE_LIMITS: "off", ...env, DATABASE_URL: `file:${file}` });
  await started.start();
  return started;
}

interface Answer {
  status: number;
  headers: Headers;
  // deno-lint-ignore no-explicit-any -- what a test reads of an answer is what it asserts
  body: any;
}

/** A database file with Ada's group (see `people.ts`), in a folder of its own, and tokens of the cast's sessions. */
export async function castOnFile() {
  const home = await folder();
  const file = `${home.path}/test.db`;
  await copyTemplate("started", file);
  const db = await openDb({ url: `file:${file}` });
  await cast(db);
  const token = (id: string) => startSession({ db, clock: Date.now }, id);
  const tokens = { ada: await token("ada"), grace: await token("grace"), mallory: await token("mallory") };
  await db.close();
  return { ...home, file, tokens };
}

export class TestProcess {
  /** What it has written since it was first started, line by line. */
  readonly lines: string[] = [];
  #port: string;
  #child: Deno.ChildProcess | undefined;
  #output: Promise<string[]> = Promise.resolve([]);

  /** @param env its settings; `PORT` is any free one when left out */
  constructor(readonly env: Record<string, string>) {
    this.#port = env.PORT ?? "0";
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  get pid(): number {
    return this.#child!.pid;
  }

  /**
   * Starts it, again on the port it had before.
   *
   * @param folder with the version to start, where it is not this one
   */
  async start(folder?: string): Promise<void> {
    const child = this.#child = command({ ...this.env, PORT: this.#port }, { folder }).spawn();
    const opened = Promise.withResolvers<string>();
    this.#output = read(child.stdout, (line) => {
      this.lines.push(line);
      const port = /Listening on http:\/\/[^"]*:(\d+)/.exec(line)?.[1];
      if (port) opened.resolve(port);
    });
    const failed = child.status.then(async ({ code }) => {
      this.#child = undefined;
      throw new Error(`ended with ${code}: ${await new Response(child.stderr).text()}`);
    });
    failed.catch(() => {});
    this.#port = await Promise.race([opened.promise, failed]);
  }

  /** Calls the API. */
  async call(method: string, path: string, token?: string | null, body?: unknown): Promise<Answer> {
    const headers = { "Content-Type": "application/json", ...token && { Authorization: `Bearer ${token}` } };
    const answer = await fetch(`${this.url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }

  /** The status with which a page is answered. */
  async statusOf(path: string, init?: RequestInit): Promise<number> {
    const answer = await fetch(this.url + path, { redirect: "manual", ...init });
    await answer.body?.cancel();
    return answer.status;
  }

  /** Its log so far. */
  // deno-lint-ignore no-explicit-any -- what a test reads of a line is what it asserts
  get logged(): any[] {
    return this.lines.filter(Boolean).map((line) => JSON.parse(line));
  }

  /** Sends a signal. `SIGSTOP` lets it hang and `SIGCONT` go on. */
  signal(signal: Deno.Signal): void {
    this.#child!.kill(signal);
  }

  /** Sends a signal that ends it, and waits for the end. */
  async end(signal: Deno.Signal): Promise<{ code: number; signal: Deno.Signal | null; out: string[] }> {
    this.signal(signal);
    const { code, signal: killedBy } = await this.#child!.status;
    this.#child = undefined;
    return { code, signal: killedBy, out: await this.#output };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child) await this.end("SIGKILL");
  }
}

interface Start {
  /** Where the shell sends what it writes, such as `> /dev/full`. */
  redirection?: string;
  /** With the version to start. */
  folder?: string;
}

/** The service, as a command. */
export const command = (env: Record<string, string>, { redirection = "", folder = root }: Start = {}) =>
  new Deno.Command("sh", {
    args: ["-c", `exec "$0" ${startArguments(folder)} ${redirection}`, Deno.execPath()],
    cwd: folder,
    env: { NODE_ENV: "production", PORT: "0", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });

/** Milliseconds of processor time, from Linux's `/proc/PID/stat`, whose unit is a hundredth of a second. */
export function cpuOf({ pid }: { pid: number }): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Reads to the end, line by line. */
async function read(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onLine: (line: string) => void,
): Promise<string[]> {
  const lines = [""];
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const [head, ...more] = text.split("\n");
    lines[lines.length - 1] += head;
    for (const line of more) {
      onLine(lines.at(-1)!);
      lines.push(line);
    }
  }
  return lines;
}
