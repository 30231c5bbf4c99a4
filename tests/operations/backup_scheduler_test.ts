import assert from "node:assert/strict";
import { checkDatabase } from "../../db/engine/backup.ts";
import { readConfig } from "../../server/settings/settings.ts";
import { backUp } from "../../server/operations/backup.ts";
import { openBackups } from "../../server/operations/backup_scheduler.ts";
import { withOperator } from "../api/operator/olga.ts";
import { startApp } from "../support/app.ts";
import { readMetrics } from "../support/metrics.ts";
import { folder, namesIn, until } from "../support/operate.ts";
import { codeOf, submit } from "../support/requests.ts";

const hour = 3600_000;
const noon = Date.parse("2030-05-01T12:00:00Z");
const named = (day: string) => `chapterhouse-2030-${day}T11-59-00.000Z.db`;

Deno.test("A backup is made when one is due; the oldest ones, and unfinished ones of a crash, are deleted", async () => {
  await using home = await folder();
  const dir = `${home.path}/backups`;
  await Deno.mkdir(dir);
  const unfinished = `${named("04-30")}.0f0f0f0f.partial`;
  const there = [
    ...[named("04-01"), `${named("04-01")}.sha256`, named("04-29"), named("04-30"), `${named("04-30")}.sha256`],
    ...[named("06-01"), unfinished, "chapterhouse.db"],
  ];
  for (const name of there) await Deno.writeTextFile(`${dir}/${name}`, "");
  await using app = await startApp({ env: { BACKUP_DIR: dir, BACKUP_KEEP: "2" }, clock: () => noon });
  await until(() => namesIn(dir).length === 6);
  const made = "chapterhouse-2030-05-01T12-00-00.000Z.db";
  // One with a time in the future was made while the clock was wrong: it does not count, and is not deleted.
  assert.deepEqual(namesIn(dir), [
    ...[named("04-30"), `${named("04-30")}.sha256`, made, `${made}.sha256`, named("06-01"), "chapterhouse.db"],
  ]);
  assert.equal((await checkDatabase(`${dir}/${made}`)).users, 0);
  const line = JSON.parse(app.log.find((line) => line.includes("backup made"))!);
  assert.deepEqual([line.level, line.file], [30, `${dir}/${made}`]);
  assert.equal((await readMetrics(app)).get("chapterhouse_backup_last_success_timestamp_seconds"), noon / 1000);
});

Deno.test("A backup that failed is logged as an error and tried again long before the next one is due, and the service goes on", async () => {
  await using home = await folder();
  await using app = await startApp();
  const missing = `${home.path}/moved.db`;
  const config = { ...app.deps.config, backupDir: `${home.path}/backups`, databaseUrl: `file:${missing}` };
  assert.equal(config.backupEvery, 24 * hour);
  const backups = openBackups({ ...app.deps, config }, { retryAfter: 20 });
  await backups.start();
  const logged = (text: string) => app.log.filter((line) => line.includes(text)).map((line) => JSON.parse(line).level);
  await until(() => logged("the backup failed").length > 1);
  assert.equal(logged("the backup failed")[0], 50);
  assert.equal((await fetch(`${app.url}/healthz`).then((response) => response.json())).status, "ok");
  await backUp(app.deps.config.databaseUrl, missing);
  await until(() => logged("backup made").length > 0);
  backups.stop();
});

Deno.test("The interval is a number of minutes, hours or days", () => {
  const read = (value: string) => readConfig({ BACKUP_EVERY: value }).backupEvery;
  assert.deepEqual(["30m", "24h", "7d", ""].map(read), [hour / 2, 24 * hour, 7 * 24 * hour, 24 * hour]);
  assert.equal(readConfig({}).backupKeep, 14);
});

Deno.test("Backups begin once an operator names a folder for them, while the service runs", async () => {
  await using home = await folder();
  await using app = await withOperator();
  const { status } = await app.operate("PUT", "/settings", { backupDir: `${home.path}/backups` });
  assert.equal(status, 200);
  await until(() => namesIn(`${home.path}/backups`).some((name) => name.endsWith(".db.sha256")));
});

Deno.test("An operator can have a backup made at once, a few times a day, and is told when it fails", async () => {
  await using home = await folder();
  const backupDir = `${home.path}/backups`;
  let now = noon;
  await using app = await withOperator({ clock: () => now, env: { RATE_LIMITS: "backup=3/86400" } });
  const backUp = async () => codeOf(await app.operate("POST", "/backups"));
  assert.equal(await backUp(), "409 no_folder");
  assert.ok(!(await app.read("/operator/setup")).includes("Back up now"));
  await app.operate("PUT", "/settings", { backupDir });
  const made = () => namesIn(backupDir).filter((name) => name.endsWith(".db"));
  await until(() => made().length === 1);
  assert.ok((await app.read("/operator/setup")).includes("Back up now"));
  now += 1000;
  assert.equal(await backUp(), "200");
  assert.equal(made().length, 2);
  assert.equal((await app.acts()).at(-1), `back up: ${backupDir}`);
  now += 1000;
  const { status, headers } = await submit(app, "/operator/setup/back-up", app.olga, {});
  assert.deepEqual([status, headers.get("Location"), made().length], [303, "/operator/setup", 3]);
  const moved = `${home.path}/moved`;
  await Deno.rename(backupDir, moved);
  await Deno.writeTextFile(backupDir, "");
  assert.deepEqual([await backUp(), await backUp()], ["503 backup_failed", "503 backup_failed"]);
  await Deno.remove(backupDir);
  await Deno.rename(moved, backupDir);
  now += 1000;
  assert.deepEqual([await backUp(), await backUp()], ["200", "429 too_many_requests"]);
  assert.equal(made().length, 4);
});
