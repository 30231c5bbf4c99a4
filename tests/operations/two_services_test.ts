import assert from "node:assert/strict";
import { folder, namesIn, operate } from "../support/operate.ts";
import { runProcess, startProcess } from "../support/process.ts";

// spec: trust.10
Deno.test("A second service on a database file is refused with one line, by any of the file's names", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using first = await startProcess(file);
  await Deno.symlink(file, `${home.path}/other.db`);
  await Deno.symlink(home.path, `${home.path}/elsewhere`);
  for (const name of ["test.db", "other.db", "elsewhere/test.db"]) {
    const { code, out, err } = await runProcess({ DATABASE_URL: `file:${home.path}/${name}` });
    assert.deepEqual([code, out], [1, [""]]);
    assert.match(err, /^Chapterhouse cannot start\. DATABASE_URL: [^\n]+ another service has it open\.\n$/);
  }
  assert.equal((await first.end("SIGTERM")).code, 0);
});

// spec: trust.10
Deno.test("Killed, a service leaves its database to the next one, and so does one that has ended", async () => {
  await using home = await folder();
  await using service = await startProcess(`${home.path}/test.db`);
  for (const signal of ["SIGKILL", "SIGTERM", "SIGKILL"] as const) {
    await service.end(signal);
    await service.start();
  }
  assert.equal((await Deno.stat(`${home.path}/test.db.lock`)).size, 0);
  assert.deepEqual(namesIn(home.path).filter((name) => name.startsWith("test.db.lock")), ["test.db.lock"]);
});

Deno.test("While the service runs, backup and seed work on its database, and restoring is refused", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using service = await startProcess(file);
  assert.equal((await operate(file, ["seed"])).code, 0);
  assert.equal((await operate(file, ["backup", `${home.path}/copy.db`])).code, 0);
  const restored = await operate(file, ["restore", `${home.path}/copy.db`]);
  assert.equal(restored.code, 1);
  assert.match(restored.err, /^The service is running, or another process has \S+test\.db open: stop it first\.\n$/);
  assert.equal((await service.end("SIGTERM")).code, 0);
  assert.equal((await operate(file, ["restore", `${home.path}/copy.db`])).code, 0);
});
