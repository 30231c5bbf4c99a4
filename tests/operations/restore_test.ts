import assert from "node:assert/strict";
import { backUp } from "../../server/operations/backup.ts";
import { restore } from "../../server/operations/restore.ts";
import { freshDb } from "../support/db.ts";
import { folder, namesIn, operate, query } from "../support/operate.ts";
import { cast } from "../support/people.ts";
import { startProcess } from "../support/process.ts";

/** A folder with a database of Ada, Grace and Mallory, and a backup of it. */
async function prepare() {
  const home = await folder();
  const [file, copy] = [`${home.path}/test.db`, `${home.path}/copy.db`];
  await using fresh = await freshDb();
  await cast(fresh.db);
  await backUp(`file:${fresh.file}`, copy);
  await Deno.copyFile(copy, file);
  return { ...home, file, copy, restore: (from = copy) => restore(from, `file:${file}`) };
}

const usernames = async (file: string) =>
  (await query<{ username: string }>(file, "SELECT username FROM users ORDER BY username")).map((row) => row.username);

Deno.test("Restoring replaces the database by the backup and keeps the old one beside it, under a name with the time", async () => {
  await using home = await prepare();
  await query(home.file, "DELETE FROM users WHERE id = 'mallory'");
  const { code, out, err } = await operate(home.file, ["restore", home.copy]);
  assert.deepEqual([code, err], [0, ""]);
  const [, previous] = /^Restored from \S+: 3 users, 1 group, 0 messages\.\n.* is now (\S+)\.\n.*\n$/.exec(out)!;
  assert.match(previous, /test\.db\.until-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
  const names = ["copy.db", "copy.db.sha256", "test.db", "test.db.lock", previous.split("/").at(-1)];
  assert.deepEqual(namesIn(home.path), names);
  assert.deepEqual(await usernames(home.file), ["ada", "grace", "mallory"]);
  assert.deepEqual(await usernames(previous), ["ada", "grace"]);
});

Deno.test("While the service runs nothing is restored; once it has crashed, the old write-ahead log stays with the old database and does not get into the new one", async () => {
  await using home = await prepare();
  await using service = await startProcess(home.file);
  const edsger = { fullname: "Edsger", email: "edsger@example.org", password: "Correct-horse-1" };
  assert.equal((await service.call("POST", "/auth/register", null, edsger)).status, 201);
  const before = namesIn(home.path);
  assert.ok(before.includes("test.db-wal"));
  const running = /^Error: The service is running, or another process has \S+test\.db open: stop it first\.$/;
  await assert.rejects(home.restore(), running);
  assert.deepEqual(namesIn(home.path), before);
  assert.equal(await service.statusOf("/readyz"), 200);
  await service.end("SIGKILL");
  const { previous } = await home.restore();
  assert.deepEqual(await usernames(previous!), ["ada", "edsger", "grace", "mallory"]);
  assert.deepEqual(await usernames(home.file), ["ada", "grace", "mallory"]);
  await service.start();
  assert.equal(await service.statusOf("/readyz"), 200);
});

Deno.test("A file that is damaged, foreign, of a later version, missing, or the database itself is not restored", async () => {
  await using home = await prepare();
  const made = (name: string) => `${home.path}/${name}`;
  await Deno.writeTextFile(made("text"), "Dear Ada, ".repeat(1000));
  await Deno.writeTextFile(made("nothing"), "");
  const bytes = await Deno.readFile(home.copy);
  await Deno.writeFile(made("torn"), bytes.subarray(0, bytes.length / 2));
  await Deno.writeFile(made("scratched"), bytes.map((byte, at) => at > bytes.length / 4 && at % 7 === 0 ? 0x55 : byte));
  await query(made("foreign"), "CREATE TABLE users (id)");
  for (const name of ["later", "another"]) await Deno.copyFile(home.copy, made(name));
  await query(made("later"), "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)");
  await query(made("another"), "UPDATE __drizzle_migrations SET created_at = created_at - 1");
  const before = [await Deno.readFile(home.file), namesIn(home.path)];
  const refusals: Record<string, RegExp> = {
    text: /is not restored, and nothing was changed\. It is no database\.$/,
    nothing: /is not restored.* It is no database of Chapterhouse: it has no table \w+\.$/,
    torn: /is not restored.* It is damaged: /,
    scratched: /is not restored.* It is damaged: /,
    foreign: /is not restored.* It is no database of Chapterhouse: it has no table \w+\.$/,
    later: /is not restored.* It was made by a later version of Chapterhouse\.$/,
    another: /is not restored.* It is no database of Chapterhouse: it began as another one\.$/,
    missing: /There is no file \S+missing\.$/,
    "test.db": /\S+test\.db is the database itself\.$/,
  };
  for (const [name, message] of Object.entries(refusals)) await assert.rejects(home.restore(made(name)), message, name);
  assert.deepEqual([await Deno.readFile(home.file), namesIn(home.path)], before);
});

Deno.test("A database too damaged to open is replaced by the backup, and stays beside it with its log", async () => {
  await using home = await prepare();
  await Deno.writeTextFile(home.file, "no database any more");
  await Deno.writeTextFile(`${home.file}-wal`, "nor a log");
  const { previous } = await home.restore();
  assert.equal(await Deno.readTextFile(previous!), "no database any more");
  assert.equal(await Deno.readTextFile(`${previous}-wal`), "nor a log");
  assert.deepEqual(namesIn(home.path).filter((name) => /^test\.db-/.test(name)), []);
  assert.deepEqual(await usernames(home.file), ["ada", "grace", "mallory"]);
});
