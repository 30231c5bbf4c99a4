import assert from "node:assert/strict";
import { listAssets, storeAssets } from "../../db/site/assets.ts";
import type { Db } from "../../db/engine/client.ts";
import { assets } from "../../db/schema.ts";
import { shareAssets } from "../../server/cluster/assets.ts";
import { startApp } from "../support/app.ts";
import { folder } from "../support/operate.ts";

const day = 24 * 3600_000;
const former = "client-FORMER01.js";

const stored = (db: Db) => db.q.select({ name: assets.name, storedAt: assets.storedAt }).from(assets);

Deno.test("A service stores every script and style it was built with before it listens, and its next start stores nothing", async () => {
  await using home = await folder();
  let now = Date.now();
  const options = { folder: home.path, clock: () => now };
  await using app = await startApp(options);
  const { script, shared, islands, first, styles } = app.deps.assets;
  assert.deepEqual(app.log.filter((line) => !line.includes('"level":"info"')), []);
  const atFirst = await stored(app.deps.db);
  const names = atFirst.map(({ name }) => `/assets/${name}`);
  const linked = [script, ...shared, ...Object.values({ ...islands, ...first }).flat()];
  linked.push(...Object.values(styles).map(({ href }) => href));
  assert.deepEqual(linked.filter((path) => !names.includes(path)), []);
  await app.stop();
  now += day - 1;
  await using again = await startApp(options);
  assert.deepEqual(await stored(again.deps.db), atFirst);
});

Deno.test("Files are stored for as long as a version runs, and thirty days more", async () => {
  let now = Date.now();
  await using app = await startApp({ clock: () => now });
  const { db } = app.deps;
  await storeAssets(db, [{ name: former, content: new Uint8Array(9) }], { now, deleteBefore: 0 });
  now += 30 * day;
  await shareAssets(app.deps);
  assert.ok((await listAssets(db, 0)).includes(former));
  assert.ok((await stored(db)).every(({ name, storedAt }) => name === former || storedAt === now));
  now += day;
  await shareAssets(app.deps);
  const left = await listAssets(db, 0);
  assert.equal(left.includes(former), false);
  assert.ok(left.length > 0);
});
