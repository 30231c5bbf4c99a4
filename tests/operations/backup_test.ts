import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { backUp, checkBackup } from "../../server/operations/backup.ts";
import { restore } from "../../server/operations/restore.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { freshDb } from "../support/db.ts";
import { folder, namesIn, operate } from "../support/operate.ts";
import { pngUrl } from "../media/pictures.ts";
import { cast } from "../support/people.ts";
import { uploaded } from "../support/uploads.ts";

const seqs = async (app: TestApp, ada: Person, groupId: string): Promise<number[]> => {
  const found: number[] = [];
  for (let hasMore = true; hasMore;) {
    const { body } = await app.call("GET", `/groups/${groupId}/messages?after=${found.at(-1) ?? 0}&limit=100`, ada);
    found.push(...body.messages.map(({ seq }: { seq: number }) => seq));
    hasMore = body.hasMore;
  }
  return found;
};

// spec: trust.19
Deno.test("A backup taken during writes has every earlier write, none half stored, and a service starts on it", async () => {
  await using home = await folder();
  const [file, copy] = [`${home.path}/test.db`, `${home.path}/copy.db`];
  let ada: Person;
  let group: { id: string };
  let acknowledged = 0;
  {
    await using app = await startApp({ folder: home.path });
    ada = await app.person("Ada");
    group = await app.group(ada);
    let n = 0;
    const write = async () => {
      const { body } = await app.call("POST", `/groups/${group.id}/messages`, ada, {
        content: `${n++} `.padEnd(500, "x"),
      });
      return body.message.seq as number;
    };
    for (let i = 0; i < 20; i++) acknowledged = await write();
    let copying = true;
    const copied = operate(file, ["backup", copy]).finally(() => copying = false);
    let written = 0;
    while (copying) written = (await Promise.all([write(), write(), write()])).at(-1)!;
    const { code, out, err } = await copied;
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /^Copied to .*copy\.db: \d+\.\d MB, 1 user, 1 group, \d+ messages\. The copy was checked/);
    assert.ok(written > acknowledged + 3, "nothing was written meanwhile");
    assert.deepEqual(namesIn(home.path).filter((name) => !name.startsWith("test.db")), ["copy.db", "copy.db.sha256"]);
  }
  const checked = await operate(file, ["backup", "--check", copy]);
  assert.deepEqual([checked.code, checked.err], [0, ""]);
  assert.match(checked.out, /copy\.db is whole: 1 user, 1 group, \d+ messages\. Its checksum is right\.\n$/);
  assert.equal((await Deno.stat(copy)).mode! & 0o777, 0o600);
  const elsewhere = `${home.path}/elsewhere`;
  const restored = await operate(`${elsewhere}/test.db`, ["restore", copy]);
  assert.deepEqual([restored.code, restored.err], [0, ""]);
  await using app = await startApp({ folder: elsewhere });
  const found = await seqs(app, ada, group.id);
  assert.ok(found.length >= acknowledged);
  assert.deepEqual(found, found.map((_, index) => index + 1));
  const { status, body } = await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "Where were we?" });
  assert.deepEqual([status, body.message.seq], [201, found.length + 1]);
});

Deno.test("A file name without a folder is relative to the folder of the command", async () => {
  await using home = await folder();
  await using app = await startApp({ folder: home.path });
  await app.stop();
  const from = { INIT_CWD: home.path };
  const copied = await operate(`${home.path}/test.db`, ["backup", "copy.db"], from);
  assert.deepEqual([copied.code, copied.err], [0, ""]);
  assert.ok(copied.out.startsWith(`Copied to ${home.path}/copy.db: `), copied.out);
  const restored = await operate(`${home.path}/other.db`, ["restore", "copy.db"], from);
  assert.ok(restored.out.startsWith(`Restored from ${home.path}/copy.db: `), restored.out + restored.err);
  await Deno.writeTextFile(`${home.path}/books.csv`, "title,author\n,Nobody\n");
  const imported = ["catalogue", "import", "books.csv", "--report", "refused.txt"];
  assert.equal((await operate(`${home.path}/other.db`, imported, from)).code, 0);
  assert.match(await Deno.readTextFile(`${home.path}/refused.txt`), /^line 2: refused, it has no title\n$/);
});

// spec: trust.19
Deno.test("A byte of a backup that has changed is found by its checksum, and the backup is not restored", async () => {
  await using fresh = await freshDb();
  await cast(fresh.db);
  await fresh.db.write([fresh.db.q.run(sql`update users set bio = 'Reads at night'`)]);
  await using home = await folder();
  const copy = `${home.path}/copy.db`;
  await backUp(`file:${fresh.file}`, copy);
  const line = await Deno.readTextFile(`${copy}.sha256`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(copy))).toHex();
  assert.equal(line, `${hash}  copy.db\n`);
  assert.equal((await checkBackup(copy)).hasChecksum, true);
  const bytes = await Deno.readFile(copy);
  // In a text, where the engine's own check finds nothing.
  const at = new TextDecoder("latin1").decode(bytes).indexOf("Reads at night");
  bytes[at] ^= 1;
  await Deno.writeFile(copy, bytes);
  await assert.rejects(checkBackup(copy), /^Error: It is damaged: .*copy\.db\.sha256/);
  const file = `${home.path}/restored.db`;
  await assert.rejects(restore(copy, `file:${file}`), /is not restored, and nothing was changed\. It is damaged: /);
  await Deno.remove(`${copy}.sha256`);
  assert.equal((await checkBackup(copy)).hasChecksum, false);
  assert.equal((await restore(copy, `file:${file}`)).users, 3);
});

Deno.test("A byte of an uploaded file or picture that has changed is found when the database is backed up or checked", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const file = await uploaded(app, group.id, { by: ada, content: "Notes on the engine. ".repeat(20_000) });
  await app.call("PUT", "/users/profile", ada, { profileImage: await pngUrl("teal") });
  await using home = await folder();
  const { databaseUrl } = app.deps.config;
  assert.deepEqual((await backUp(databaseUrl, `${home.path}/before.db`)).damaged, []);
  const client = createClient({ url: databaseUrl });
  const flipped = "bytes = cast(substr(bytes, 1, length(bytes) - 1) || x'01' as blob)";
  await client.execute(`update file_chunks set ${flipped} where number = 1`);
  await client.execute(`update media set ${flipped} where size = (select max(size) from media)`);
  client.close();
  const { damaged } = await backUp(databaseUrl, `${home.path}/after.db`);
  assert.equal(damaged.length, 2);
  assert.equal(damaged[0], `notes.txt (${file.id})`);
  assert.match(damaged[1], /^picture [0-9a-f]{64}$/);
  assert.deepEqual((await checkBackup(`${home.path}/after.db`)).damaged, damaged);
});

Deno.test("A backup never overwrites a file, and a failed one leaves nothing behind", async () => {
  await using home = await folder();
  await using app = await startApp({ folder: home.path });
  await app.person("Ada");
  const before = namesIn(home.path);
  const [file, there] = [`${home.path}/test.db`, `${home.path}/there`];
  await Deno.writeTextFile(there, "mine");
  const cases: [string, string[], RegExp][] = [
    [file, [there], /^\S+there already exists; not overwritten\.\n$/],
    [file, [`${home.path}/no/such/folder`], /^There is no folder \S+such\.\n$/],
    [`${home.path}/none.db`, [`${home.path}/copy.db`], /^There is no database at \S+none\.db\.\n$/],
    [file, [], /^Usage: deno task backup \[--check\] FILE\n$/],
    [file, ["--check", `${home.path}/none.db`], /^There is no file \S+none\.db\.\n$/],
    [file, ["--check", home.path], /^There is no file \S+\.\n$/],
  ];
  for (const [database, args, message] of cases) {
    const { code, out, err } = await operate(database, ["backup", ...args]);
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, message);
  }
  assert.equal(await Deno.readTextFile(there), "mine");
  assert.deepEqual(namesIn(home.path).filter((name) => name !== "there"), before);
});

Deno.test("A backup whose checksum cannot be stored is deleted", async () => {
  await using fresh = await freshDb();
  await using home = await folder();
  await Deno.mkdir(`${home.path}/copy.db.sha256/full`, { recursive: true });
  await assert.rejects(backUp(`file:${fresh.file}`, `${home.path}/copy.db`));
  assert.deepEqual(namesIn(home.path), ["copy.db.sha256"]);
});

Deno.test("A damaged database is not backed up", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using app = await startApp({ folder: home.path });
  await app.stop();
  const bytes = await Deno.readFile(file);
  bytes.fill(0x55, bytes.length / 4, bytes.length / 2);
  await Deno.writeFile(file, bytes);
  const { code, err } = await operate(file, ["backup", `${home.path}/copy.db`]);
  assert.equal(code, 1);
  assert.match(err, /^(SQLITE_CORRUPT|The copy was deleted)[^\n]*\n$/);
  assert.deepEqual(namesIn(home.path).filter((name) => name.startsWith("copy")), []);
});
