/** A real Redis or Valkey for the tests: found, or installed where none is. */
import { type Engine, startEngine } from "../engine.ts";
import { firstFile, onPath } from "../programs.ts";

export interface RedisServer extends Engine {
  /** Runs a command such as `FLUSHALL`. @returns the first line of its answer, as `+OK` */
  command(line: string): Promise<string>;
}

/** Starts a server without data, which stores nothing on disk: started again, it is empty. `await using` kills it. */
export async function startRedis(): Promise<RedisServer> {
  const engine = await startEngine({
    path: await findRedis(),
    scheme: "redis",
    args: ({ port, folder }) => ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--dir", folder],
    isReady: async ({ port }) => await run(port, "PING") === "+PONG",
  });
  return Object.assign(engine, { command: (line: string) => run(engine.port, line) });
}

/** By the protocol's inline form: https://redis.io/docs/latest/develop/reference/protocol-spec/ */
async function run(port: number, line: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(`${line}\r\n`));
  const answer = new Uint8Array(1024);
  const length = await connection.read(answer) ?? 0;
  return new TextDecoder().decode(answer.subarray(0, length)).split("\r\n")[0];
}

/**
 * The path of a Redis or Valkey server: `REDIS_SERVER_PATH`, one on the `PATH`, or Debian's, installed now.
 *
 * @throws Error when none can be had
 */
export async function findRedis(): Promise<string> {
  const found = await firstFile(candidates());
  if (found) return found;
  await new Deno.Command("sh", { args: ["-c", installer], stdout: "null", stderr: "null" }).output().catch(() => {});
  const installed = await firstFile(candidates());
  if (installed) return installed;
  throw new Error("No redis-server or valkey-server found, and none could be installed: set REDIS_SERVER_PATH.");
}

/**
 * Finds or installs a server once for a whole run, and gives the environment in which `findRedis` finds it. Where none
 * can be had, each test that needs one reports it.
 */
export const shareRedis = (): Promise<Record<string, string>> =>
  findRedis().then((path) => ({ [pathSetting]: path }), () => ({}));

const pathSetting = "REDIS_SERVER_PATH";

const candidates = () => [
  Deno.env.get(pathSetting) ?? "",
  ...["redis-server", "valkey-server"].flatMap(onPath),
];

/** The package also starts a server of the system's own, with systemd or without. */
const installer = `apt-get update && apt-get install -y redis-server
  systemctl disable --now redis-server || service redis-server stop`;
