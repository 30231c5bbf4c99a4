import assert from "node:assert/strict";
import { buildIfStale } from "../../islands/runtime/build.ts";
import { readMetrics } from "../support/metrics.ts";
import { folder } from "../support/operate.ts";
import { command } from "../support/process.ts";
import { until } from "../support/operate.ts";

const ada = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
/** It is logged with each request, so that few requests fill a pipe and the buffer behind it. */
const longPath = `/${"x".repeat(4000)}`;

interface Place {
  redirection?: string;
  /** What happens to the pipe's other end. */
  pipe?: (child: Deno.ChildProcess) => Promise<void>;
}

const places: Record<string, Place> = {
  "a pipe that nobody reads": {},
  "a pipe that was closed": {
    async pipe(child) {
      await Promise.all([child.stdout.cancel(), child.stderr.cancel()]);
    },
  },
  "a full disk": { redirection: "> /dev/full 2> /dev/full" },
};

for (const [name, place] of Object.entries(places)) {
  Deno.test(`With its log on ${name} the service works as usual, counts the dropped lines and exits with 0`, async () => {
    await buildIfStale();
    await using home = await folder();
    await using service = await start(`${home.path}/test.db`, place);
    const headers = { "Content-Type": "application/json" };
    const register = { method: "POST", headers, body: JSON.stringify(ada) };
    for (let n = 0; n < 400; n++) assert.equal(await service.status(longPath), 303);
    assert.equal(await service.status("/api/auth/register", register), 201);
    assert.ok((await readMetrics(service)).get("chapterhouse_log_lines_dropped_total")! > 0);
    const { code, signal } = await service.end();
    assert.deepEqual([code, signal], [0, null]);
  });
}

Deno.test("A refused start whose message cannot be written exits with 1", async () => {
  const child = command({ LOG_LEVEL: "loud" }, { redirection: "> /dev/full 2> /dev/full" }).spawn();
  await Promise.all([child.stdout.cancel(), child.stderr.cancel()]);
  assert.equal((await child.status).code, 1);
});

/** Starts the service on a known port, as its log cannot be read. */
async function start(file: string, { redirection, pipe }: Place) {
  const port = freePort();
  const url = `http://localhost:${port}`;
  const env = { PORT: String(port), RATE_LIMITS: "off", DATABASE_URL: `file:${file}` };
  const child = command(env, { redirection }).spawn();
  await pipe?.(child);
  await until(() => fetch(`${url}/healthz`).then((answer) => answer.text().then(() => true), () => false));
  let ended: Promise<Deno.CommandStatus> | undefined;
  const end = async (signal: Deno.Signal) => {
    child.kill(signal);
    const status = await child.status;
    if (!pipe) await Promise.all([child.stdout.cancel(), child.stderr.cancel()]);
    return status;
  };
  return {
    url,
    async status(path: string, init?: RequestInit) {
      const answer = await fetch(url + path, { redirect: "manual", ...init });
      await answer.body?.cancel();
      return answer.status;
    },
    end: () => ended ??= end("SIGTERM"),
    [Symbol.asyncDispose]: async () => void await (ended ??= end("SIGKILL")),
  };
}

function freePort(): number {
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  return listener.addr.port;
}
