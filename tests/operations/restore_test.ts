import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import { startApp } from "../support/app.ts";
import { freshDb } from "../support/db.ts";
import { folder, namesIn, operate } from "../support/operate.ts";
import { cast } from "../support/people.ts";
import { startProcess } from "../support/process.ts";

/** A folder with a database of three users and a valid backup of it. */
async function stage() {
  const home = await folder();
  const [file, copy] = [`${home.path}/test.db`, `${home.path}/copy.db`];
  await using fresh = await freshDb();
  await cast(fresh.db);
  await operate(fresh.file, ["backup", copy]);
  await Deno.copyFile(copy, file);
  return { ...home, file, copy };
}

async function change(file: string, ...statements: string[]): Promise<void> {
  const client = createClient({ url: `file:${file}` });
  for (const statement of statements) await client.execute(statement);
  client.close();
}

async function usernames(file: string): Promise<unknown[]> {
  const client = createClient({ url: `file:${file}` });
  const { rows } = await client.execute("SELECT username FROM users ORDER BY username");
  client.close();
  return rows.map(({ username }) => username);
}

// spec: trust.19
Deno.test("Restoring replaces the database by the backup and keeps the old one beside it, under a name with the time", async () => {
  await using home = await stage();
  await change(home.file, "DELETE FROM users WHERE id = 'mallory'");
  const { code, out, err } = await operate(home.file, ["restore", home.copy]);
  assert.deepEqual([code, err], [0, ""]);
  const [, previous] = /^Restored from \S+: 3 users, 1 group, 0 messages\.\n.* is now (\S+)\.\n.*\n$/.exec(out)!;
  assert.match(previous, /test\.db\.until-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
  assert.deepEqual(namesIn(home.path), [
    "copy.db",
    "copy.db.sha256",
    "test.db",
    "test.db.lock",
    previous.split("/").at(-1),
  ]);
  assert.deepEqual(await usernames(home.file), ["ada", "grace", "mallory"]);
  assert.deepEqual(await usernames(previous), ["ada", "grace"]);
});

Deno.test("Restoring after a crash keeps the old write-ahead log with the old database, and does not apply it to the new one", async () => {
  await using home = await stage();
  await using service = await startProcess(home.file);
  const body = JSON.stringify({ fullname: "Edsger", email: "edsger@example.org", password: "Correct-horse-1" });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${service.url}/api/auth/register`, { method: "POST", headers, body });
  assert.equal(answer.status, 201);
  await answer.body?.cancel();
  await service.end("SIGKILL");
  assert.ok(namesIn(home.path).includes("test.db-wal"));
  const { code, out } = await operate(home.file, ["restore", home.copy]);
  assert.equal(code, 0);
  const [, previous] = /is now (\S+)\.\n/.exec(out)!;
  assert.deepEqual(await usernames(previous), ["ada", "edsger", "grace", "mallory"]);
  assert.deepEqual(await usernames(home.file), ["ada", "grace", "mallory"]);
  await service.start();
  assert.equal((await (await fetch(`${service.url}/readyz`)).json()).status, "ready");
});

Deno.test("A file that is damaged, foreign, of a later version, missing, or the database itself is not restored", async () => {
  await using home = await stage();
  const made = (name: string) => `${home.path}/${name}`;
  await Deno.writeTextFile(made("text"), "Dear Ada, ".repeat(1000));
  await Deno.writeTextFile(made("nothing"), "");
  const bytes = await Deno.readFile(home.copy);
  await Deno.writeFile(made("torn"), bytes.subarray(0, bytes.length / 2));
  await Deno.writeFile(made("scratched"), bytes.map((byte, at) => at > bytes.length / 4 && at % 7 === 0 ? 0x55 : byte));
  await change(made("foreign"), "CREATE TABLE users (id)");
  await Deno.copyFile(home.copy, made("later"));
  await change(made("later"), "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)");
  await Deno.copyFile(home.copy, made("another"));
  await change(made("another"), "UPDATE __drizzle_migrations SET created_at = created_at - 1");
  const before = await Deno.readFile(home.file);
  const names = namesIn(home.path);
  const refusals: Record<string, RegExp> = {
    text: /is not restored, and nothing was changed\. It is no database\.\n$/,
    nothing: /is not restored.* It is no database of Chapterhouse: it has no table \w+\.\n$/,
    torn: /is not restored.* It is damaged: .*\n$/,
    scratched: /is not restored.* It is damaged: .*\n$/,
    foreign: /is not restored.* It is no database of Chapterhouse: it has no table \w+\.\n$/,
    later: /is not restored.* It was made by a later version of Chapterhouse\.\n$/,
    another: /is not restored.* It is no database of Chapterhouse: it began as another one\.\n$/,
    missing: /^There is no file \S+missing\.\n$/,
    "test.db": /^\S+test\.db is the database itself\.\n$/,
  };
  await Promise.all(
    Object.entries(refusals).map(async ([name, message]) => {
      const { code, out, err } = await operate(home.file, ["restore", made(name)]);
      assert.deepEqual([code, out], [1, ""], name);
      assert.match(err, message, name);
    }),
  );
  assert.deepEqual(await Deno.readFile(home.file), before);
  assert.deepEqual(namesIn(home.path), names);
});

Deno.test("While the service runs restoring is refused, and the service goes on", async () => {
  await using home = await stage();
  await using app = await startApp({ folder: home.path });
  const ada = await app.person("Edsger");
  const { code, err } = await operate(home.file, ["restore", home.copy]);
  assert.equal(code, 1);
  assert.match(err, /^The service is running, or another process has \S+test\.db open: stop it first\.\n$/);
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
  assert.deepEqual(namesIn(home.path), [
    "copy.db",
    "copy.db.sha256",
    "test.db",
    "test.db-shm",
    "test.db-wal",
    "test.db.lock",
  ]);
});

Deno.test("A database too damaged to open is replaced by the backup, and stays beside it with its log", async () => {
  await using home = await stage();
  await Deno.writeTextFile(home.file, "no database any more");
  await Deno.writeTextFile(`${home.file}-wal`, "nor a log");
  const { code, out } = await operate(home.file, ["restore", home.copy]);
  assert.equal(code, 0);
  const [, previous] = /is now (\S+)\.\n/.exec(out)!;
  assert.equal(await Deno.readTextFile(previous), "no database any more");
  assert.equal(await Deno.readTextFile(`${previous}-wal`), "nor a log");
  assert.deepEqual(namesIn(home.path).filter((name) => /^test\.db-/.test(name)), []);
  assert.deepEqual(await usernames(home.file), ["ada", "grace", "mallory"]);
});

Deno.test("On a new machine the backup is restored where no database was", async () => {
  await using home = await stage();
  const { code, out } = await operate(`${home.path}/data/new.db`, ["restore", home.copy]);
  assert.equal(code, 0);
  assert.match(out, /No database was there before/);
  assert.deepEqual(await usernames(`${home.path}/data/new.db`), ["ada", "grace", "mallory"]);
});
