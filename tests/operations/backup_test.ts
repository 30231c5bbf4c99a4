import assert from "node:assert/strict";
import { backUp, checkBackup } from "../../server/operations/backup.ts";
import { restore } from "../../server/operations/restore.ts";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { startApp } from "../support/app.ts";
import { freshDb } from "../support/db.ts";
import { folder, namesIn, operate, operateByTask, query } from "../support/operate.ts";
import { pngUrl } from "../media/pictures.ts";
import { cast } from "../support/people.ts";
import { startProcess } from "../support/process.ts";
import { uploaded } from "../support/uploads.ts";

Deno.test("A backup taken while people write has every earlier message and none half stored; restored on another machine, a service starts on it with the sessions of before, and logs JSON only", async () => {
  await using home = await folder();
  const [copy, moved] = [`${home.path}/copy.db`, `${home.path}/elsewhere/test.db`];
  await using app = await startApp({ folder: home.path });
  const ada = await app.person("Ada");
  const path = `/groups/${(await app.group(ada)).id}/messages`;
  let written = 0;
  const write = async () =>
    (await app.call("POST", path, ada, { content: `${written++} `.padEnd(500, "x") })).body.message.seq as number;
  for (let n = 0; n < 20; n++) await write();
  let isOver = false;
  const copying = operate(`${home.path}/test.db`, ["backup", copy]).finally(() => isOver = true);
  let last = 0;
  while (!isOver) last = (await Promise.all([write(), write(), write()])).at(-1)!;
  const { code, out, err } = await copying;
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /^Copied to .*copy\.db: \d+\.\d MB, 1 user, 1 group, \d+ messages\. The copy was checked/);
  assert.ok(last > 23, "nothing was written meanwhile");
  await app.stop();
  assert.deepEqual(namesIn(home.path).filter((name) => !name.startsWith("test.db")), ["copy.db", "copy.db.sha256"]);
  assert.equal((await Deno.stat(copy)).mode! & 0o777, 0o600);
  const checked = await operate(`${home.path}/test.db`, ["backup", "--check", copy]);
  assert.match(checked.out, /copy\.db is whole: 1 user, 1 group, \d+ messages\. Its checksum is right\.\n$/);

  assert.equal((await restore(copy, `file:${moved}`)).previous, undefined);
  await using service = await startProcess(moved);
  const cookie = await fetch(`${service.url}/api/auth/me`, { headers: { Cookie: `${sessionCookie}=${ada.token}` } });
  assert.equal((await cookie.json()).id, ada.id);
  const seqs: number[] = [];
  for (let hasMore = true; hasMore;) {
    const { body } = await service.call("GET", `${path}?after=${seqs.at(-1) ?? 0}&limit=100`, ada.token);
    seqs.push(...body.messages.map(({ seq }: { seq: number }) => seq));
    hasMore = body.hasMore;
  }
  assert.ok(seqs.length >= 20);
  assert.deepEqual(seqs, seqs.map((_, index) => index + 1));
  const { status, body } = await service.call("POST", path, ada.token, { content: "Where were we?" });
  assert.deepEqual([status, body.message.seq], [201, seqs.length + 1]);
  assert.equal((await service.end("SIGTERM")).code, 0);
  assert.ok(service.logged.filter(({ msg }) => msg === "request").length >= 3);
});

Deno.test("A file name without a folder is relative to the folder that a command is given in", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  const from = { INIT_CWD: home.path };
  await startApp({ folder: home.path }).then((app) => app.stop());
  const copied = await operateByTask(file, ["backup", "copy.db"], from);
  assert.deepEqual([copied.code, copied.err], [0, ""]);
  assert.ok(copied.out.startsWith(`Copied to ${home.path}/copy.db: `), copied.out);
  const restored = await operate(`${home.path}/other.db`, ["restore", "copy.db"], from);
  assert.ok(restored.out.startsWith(`Restored from ${home.path}/copy.db: `), restored.out + restored.err);
  await Deno.writeTextFile(`${home.path}/books.csv`, "title,author\n,Nobody\n");
  const imported = ["catalogue", "import", "books.csv", "--report", "refused.txt"];
  assert.equal((await operate(file, imported, from)).code, 0);
  assert.match(await Deno.readTextFile(`${home.path}/refused.txt`), /^line 2: refused, it has no title\n$/);
});

Deno.test("A byte of a backup that has changed is found by the checksum, and the backup is not restored", async () => {
  await using fresh = await freshDb();
  await using home = await folder();
  await cast(fresh.db);
  await query(fresh.file, "update users set bio = 'Reads at night'");
  const [copy, file] = [`${home.path}/copy.db`, `${home.path}/restored.db`];
  await backUp(`file:${fresh.file}`, copy);
  const bytes = await Deno.readFile(copy);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  assert.equal(await Deno.readTextFile(`${copy}.sha256`), `${hash}  copy.db\n`);
  assert.equal((await checkBackup(copy)).hasChecksum, true);
  // In a text, where the engine's own check finds nothing.
  bytes[new TextDecoder("latin1").decode(bytes).indexOf("Reads at night")] ^= 1;
  await Deno.writeFile(copy, bytes);
  await assert.rejects(checkBackup(copy), /^Error: It is damaged: .*copy\.db\.sha256/);
  await assert.rejects(restore(copy, `file:${file}`), /is not restored, and nothing was changed\. It is damaged: /);
  await Deno.remove(`${copy}.sha256`);
  assert.equal((await checkBackup(copy)).hasChecksum, false);
  assert.equal((await restore(copy, `file:${file}`)).users, 3);
});

Deno.test("A byte of an uploaded file or picture that has changed is found when the database is backed up or checked", async () => {
  await using home = await folder();
  await using app = await startApp({ folder: home.path });
  const { databaseUrl } = app.deps.config;
  const ada = await app.person("Ada");
  const { id } = await app.group(ada);
  const file = await uploaded(app, id, { by: ada, content: "Notes on the engine. ".repeat(20_000) });
  await app.call("PUT", "/users/profile", ada, { profileImage: await pngUrl("teal") });
  assert.deepEqual((await backUp(databaseUrl, `${home.path}/before.db`)).damaged, []);
  const flipped = "bytes = cast(substr(bytes, 1, length(bytes) - 1) || x'01' as blob)";
  await query(
    `${home.path}/test.db`,
    `update file_chunks set ${flipped} where number = 1`,
    `update media set ${flipped} where size = (select max(size) from media)`,
  );
  const { damaged } = await backUp(databaseUrl, `${home.path}/after.db`);
  assert.equal(damaged.length, 2);
  assert.equal(damaged[0], `notes.txt (${file.id})`);
  assert.match(damaged[1], /^picture [0-9a-f]{64}$/);
  assert.deepEqual((await checkBackup(`${home.path}/after.db`)).damaged, damaged);
});

Deno.test("A backup never overwrites a file, and one that fails leaves nothing behind, be it for a damaged database", async () => {
  await using home = await folder();
  await using app = await startApp({ folder: home.path });
  await app.stop();
  const [file, copy, there] = ["test.db", "copy.db", "there"].map((name) => `${home.path}/${name}`);
  await Deno.writeTextFile(there, "mine");
  await Deno.mkdir(`${copy}.sha256/full`, { recursive: true });
  const before = namesIn(home.path);
  const to = (path: string, from = file) => backUp(`file:${from}`, path);
  await assert.rejects(to(there), /^Error: \S+there already exists; not overwritten\.$/);
  await assert.rejects(to(`${home.path}/no/such/folder`), /^Error: There is no folder \S+such\.$/);
  await assert.rejects(to(copy, `${home.path}/none.db`), /^Error: There is no database at \S+none\.db\.$/);
  await assert.rejects(to(copy), "its checksum cannot be stored");
  for (const none of [`${home.path}/none.db`, home.path]) {
    await assert.rejects(checkBackup(none), /^Error: There is no file \S+\.$/);
  }
  const bytes = await Deno.readFile(file);
  await Deno.writeFile(file, bytes.fill(0x55, bytes.length / 4, bytes.length / 2));
  await assert.rejects(to(`${home.path}/other.db`), /SQLITE_CORRUPT|The copy was deleted/);
  assert.equal(await Deno.readTextFile(there), "mine");
  assert.deepEqual(namesIn(home.path), before);
  const { code, out, err } = await operate(file, ["backup"], { DATABASE_URI: "file:other.db" });
  assert.deepEqual([code, out], [1, ""]);
  assert.equal(
    err,
    "DATABASE_URI is not a setting and is ignored: did you mean DATABASE_URL?\n" +
      "Usage: deno task backup [--check] FILE\n",
  );
});
