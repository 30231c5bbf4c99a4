import assert from "node:assert/strict";
import { readMetrics } from "../support/metrics.ts";
import { build, folder, until } from "../support/operate.ts";
import { reservePort } from "../support/ports.ts";
import { command } from "../support/process.ts";

/** It is logged with each request, so that few requests fill a pipe and the buffer behind it. */
const longPath = `/${"x".repeat(4000)}`;
const fullDisk = "> /dev/full 2> /dev/full";
const hangUp = ({ stdout, stderr }: Deno.ChildProcess) => Promise.all([stdout.cancel(), stderr.cancel()]);

Deno.test("Whether nobody reads its log, its pipe was closed or the disk is full, the service works as usual, counts the dropped lines and exits with 0; a start that is refused exits with 1", async () => {
  await build();
  const refused = async () => {
    const child = command({ LOG_LEVEL: "loud" }, { redirection: fullDisk }).spawn();
    await hangUp(child);
    assert.equal((await child.status).code, 1);
  };
  await Promise.all([work(), work({ isClosed: true }), work({ redirection: fullDisk }), refused()]);
});

async function work({ redirection, isClosed }: { redirection?: string; isClosed?: boolean } = {}): Promise<void> {
  await using home = await folder();
  const port = String(reservePort());
  const url = `http://localhost:${port}`;
  const child = command({ PORT: port, RATE_LIMITS: "off", DATABASE_URL: `file:${home.path}/test.db` }, { redirection })
    .spawn();
  try {
    if (isClosed) await hangUp(child);
    const status = async (path: string, init?: RequestInit) => {
      const answer = await fetch(url + path, { redirect: "manual", ...init });
      await answer.body?.cancel();
      return answer.status;
    };
    await until(() => status("/healthz").then(() => true, () => false));
    const dropped = async () => (await readMetrics({ url })).get("chapterhouse_log_lines_dropped_total")!;
    while (await dropped() === 0) for (let n = 0; n < 20; n++) assert.equal(await status(longPath), 303);
    const body = JSON.stringify({ fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" });
    const headers = { "Content-Type": "application/json" };
    assert.equal(await status("/api/auth/register", { method: "POST", headers, body }), 201);
  } finally {
    child.kill("SIGTERM");
  }
  assert.deepEqual([(await child.status).code, (await child.status).signal], [0, null]);
  if (!isClosed) await hangUp(child);
}
