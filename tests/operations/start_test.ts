import assert from "node:assert/strict";
import { createServer } from "node:net";
import { localUrl } from "../../server/http/address.ts";
import { describeOpenError } from "../../server/operations/files.ts";
import { ConfigError } from "../../server/settings/settings.ts";
import { startApp } from "../support/app.ts";
import { folder, namesIn, until } from "../support/operate.ts";
import { runProcess, startProcess } from "../support/process.ts";

/** Whether this machine has an address of IPv6. */
const hasIPv6 = await new Promise((resolve) => {
  const server = createServer().once("error", () => resolve(false));
  server.listen(0, "::1", () => server.close(() => resolve(true)));
});

Deno.test("The service answers at the address that it says it listens on, whatever HOST is", async () => {
  for (const HOST of ["0.0.0.0", "127.0.0.1", ...hasIPv6 ? ["::", "::1"] : []]) {
    await using app = await startApp({ env: { HOST } });
    const { port } = new URL(app.url);
    assert.equal((await fetch(`${localUrl(HOST, Number(port))}/healthz`)).status, 200, HOST);
  }
});

Deno.test("A service that cannot start says in a line for each wrong setting what is right, and exits with 1", async () => {
  await using home = await folder();
  const settings = { PORT: "70000", MAIL_URL: "http://mail.example", LOG_LEVEL: "loud" };
  const [wrong, unwritable] = await Promise.all([
    runProcess(settings),
    runProcess({ DATABASE_URL: `file:${home.path}/test.db`, BACKUP_DIR: `${home.path}/backups` }),
  ]);
  for (const { code, out } of [wrong, unwritable]) assert.deepEqual([code, out], [1, [""]]);
  assert.match(wrong.err, /^Chapterhouse cannot start\. PORT: [^\n]+\nMAIL_URL: [^\n]+\nLOG_LEVEL: [^\n]+\n$/);
  const below = /^Chapterhouse cannot start\. BACKUP_DIR: the service may only write below [^\n]+\n$/;
  assert.match(unwritable.err, below);
  await using other = await startApp();
  const { port } = new URL(other.url);
  const refusals: [Record<string, string>, RegExp][] = [
    [{ PORT: port }, new RegExp(`^PORT: ${port} is in use on 127\\.0\\.0\\.1: .+$`)],
    // An address reserved for examples, and a name that does not exist.
    ...["203.0.113.9", "nowhere.invalid"].map((HOST): [Record<string, string>, RegExp] => [
      { HOST },
      new RegExp(`^HOST: this machine has no address ${HOST}: use 127.+$`),
    ]),
    [{ DATABASE_URL: `file:${home.path}` }, /^DATABASE_URL: .+ is a folder: name a file in it\.$/],
  ];
  for (const [env, message] of refusals) {
    await assert.rejects(startApp({ env, folder: home.path }), (error: Error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, message);
      return true;
    });
  }
});

Deno.test("A database that cannot be opened is reported with what is wrong with its file or folder", async () => {
  await using home = await folder();
  const why = (message: string, file: string) => describeOpenError(new Error(message), `file:${file}`);
  const missing = `${home.path}/test.db`;
  const unopened = `ConnectionFailed("Unable to open connection to local database ${missing}: 14")`;
  assert.match(await why(unopened, missing), /^The folder \S+ may not be written to by the user this runs as: /);
  await Deno.writeTextFile(missing, "");
  assert.match(await why(unopened, missing), /test\.db may not be written to by the user this runs as: /);
  const readonly = "attempt to write a readonly database";
  assert.match(await why(readonly, missing), /or the folder it is in, may not be written/);
  assert.equal(await why("file is not a database", missing), "file is not a database");
  assert.equal(await describeOpenError(new Error("refused"), "https://db.example"), "refused");
});

Deno.test("Only one service has a database file open, by any of the file's names; once it is killed the next one can, and makes the file and its logs readable by their owner alone", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using first = await startProcess(file);
  await Deno.symlink(file, `${home.path}/other.db`);
  await Deno.symlink(home.path, `${home.path}/elsewhere`);
  const start = (name = "test.db") =>
    startApp({ folder: home.path, env: { DATABASE_URL: `file:${home.path}/${name}` } });
  for (const name of ["test.db", "other.db", "elsewhere/test.db"]) {
    await assert.rejects(start(name), /DATABASE_URL: .+ another service has it open\.$/, name);
  }
  await first.end("SIGKILL");
  const files = ["", "-wal", "-shm", ".lock"].map((ending) => file + ending);
  for (const path of files) await Deno.chmod(path, 0o644);
  await using next = await start();
  const modes = await Promise.all(files.map(async (path) => (await Deno.stat(path)).mode! & 0o777));
  assert.deepEqual(modes, files.map(() => 0o600));
  assert.equal((await next.call("GET", "/auth/me", null)).status, 401);
  assert.equal((await Deno.stat(`${file}.lock`)).size, 0);
  assert.deepEqual(namesIn(home.path).filter((name) => name.startsWith("test.db.lock")), ["test.db.lock"]);
});

Deno.test("The service starts where it may not change the mode of its files, and warns of that and of a misspelt setting", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await startApp({ folder: home.path }).then((app) => app.stop());
  await Deno.chmod(file, 0o644);
  // The service may write below its data folder only, and this one is elsewhere.
  await using service = await startProcess(file, { MAILURL: "smtp://ada:pa55word@mail.example" });
  assert.equal(await service.statusOf("/readyz"), 200);
  assert.equal((await Deno.stat(file)).mode! & 0o777, 0o644);
  const warnings = service.logged.filter(({ level }) => level === 40).map(({ msg }) => msg);
  assert.deepEqual(warnings, [
    "MAILURL is not a setting and is ignored: did you mean MAIL_URL?",
    `${file} can be read by other users of this machine: restrict it with chmod 600`,
    "No backups are made: set BACKUP_DIR, or a folder on the page Admin, Settings",
  ]);
  await until(() => service.logged.some(({ msg }) => msg?.startsWith("Set it up: ")));
  const { level, msg } = service.logged.at(-1)!;
  assert.match(`${level} ${msg}`, /^30 Set it up: http:\/\/\S+:\d+\/setup\?token=[\w-]{43}$/);
  assert.doesNotMatch(service.lines.join("\n"), /pa55word/);
});
