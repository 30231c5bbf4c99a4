/** A server that the service needs, run for a test as a process of its own. */
import { tmpdir } from "node:os";
import { until } from "./operate.ts";
import { reservePort } from "./ports.ts";

export interface EngineCommand {
  path: string;
  /** Of its address, such as `http`. */
  scheme: string;
  /** @param folder the engine's own, which stays the same when it is started again */
  args(engine: { port: number; folder: string }): string[];
  /** Whether it answers. Called until it does; a rejection counts as no. */
  isReady(engine: { port: number }): Promise<boolean>;
}

/** Starts a server on a free port and an empty folder, and waits until it answers. `await using` kills it. */
export async function startEngine(command: EngineCommand): Promise<Engine> {
  const folder = await Deno.makeTempDir({ dir: tmpdir(), prefix: "chapterhouse-" });
  const engine = new Engine(command, { folder, port: reservePort() });
  try {
    await engine.start();
    return engine;
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
}

export class Engine {
  readonly port: number;
  readonly folder: string;
  #command: EngineCommand;
  #child: Deno.ChildProcess | undefined;

  constructor(command: EngineCommand, { port, folder }: { port: number; folder: string }) {
    this.#command = command;
    this.port = port;
    this.folder = folder;
  }

  get url(): string {
    return `${this.#command.scheme}://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#child!.pid;
  }

  /** Starts it, again on the port and the data it had before. @throws Error with its output when it ends instead */
  async start(): Promise<void> {
    const { path, args, isReady } = this.#command;
    const log = `${this.folder}/engine.log`;
    // Into a file: nobody reads a pipe while a test runs, and a full one stops the writer.
    const child = this.#child = new Deno.Command("sh", {
      args: ["-c", 'log="$1"; shift; exec "$@" > "$log" 2>&1', "sh", log, path, ...args(this)],
      stdin: "null",
    }).spawn();
    let ended = false;
    void child.status.then(() => ended = true);
    await until(async () => {
      if (ended) throw new Error(`${path} ended: ${await Deno.readTextFile(log)}`);
      return await isReady(this).catch(() => false);
    });
  }

  /** Sends a signal. `SIGSTOP` lets it hang and `SIGCONT` go on. */
  signal(signal: Deno.Signal): void {
    this.#child!.kill(signal);
  }

  /** Sends a signal that ends it, and waits for the end. */
  async end(signal: Deno.Signal): Promise<void> {
    const child = this.#child!;
    this.#child = undefined;
    child.kill(signal);
    await child.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // It may have ended by itself.
    if (this.#child) await this.end("SIGKILL").catch(() => {});
    await Deno.remove(this.folder, { recursive: true });
  }
}
