import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { folder } from "../support/operate.ts";
import { startProcess } from "../support/process.ts";

const modeOf = async (path: string) => (await Deno.stat(path)).mode! & 0o777;

// spec: trust.13
Deno.test("A database that others could read is its owner's alone once the service runs, and so are its logs", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  {
    // Killed, it leaves its logs behind.
    await using service = await startProcess(file);
    await service.end("SIGKILL");
  }
  const files = ["", "-wal", "-shm", ".lock"].map((ending) => file + ending);
  for (const path of files) await Deno.chmod(path, 0o644);
  await using app = await startApp({ folder: home.path });
  assert.deepEqual(await Promise.all(files.map(modeOf)), files.map(() => 0o600));
  assert.equal((await app.call("GET", "/auth/me", null)).status, 401);
});

Deno.test("Where the service may not change that, it starts all the same", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using service = await startProcess(file);
  await service.end("SIGTERM");
  await Deno.chmod(file, 0o644);
  // It runs with the permission to write below its data folder alone, and this one is elsewhere.
  await service.start();
  assert.equal((await fetch(`${service.url}/readyz`).then((answer) => answer.json())).status, "ready");
  assert.equal(await modeOf(file), 0o644);
});
