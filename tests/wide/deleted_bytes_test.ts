import assert from "node:assert/strict";
import { deleteAccount } from "../../server/actions/account/deletion.ts";
import { backUp } from "../../server/operations/backup.ts";
import { sql } from "drizzle-orm";
import { startApp } from "../support/app.ts";
import { folder } from "../support/operate.ts";
import { startSqld } from "../support/sqld.ts";
import { addTraces, findIn, traces } from "../support/traces.ts";

Deno.test("On a libSQL server too, nothing of a deleted account is in a byte of a backup", async () => {
  await using sqld = await startSqld();
  await using home = await folder();
  await using app = await startApp({ env: { DATABASE_URL: sqld.url } });
  const ada = await app.person("Ada");
  await addTraces(app.deps.db, ada.id);
  const file = `${sqld.folder}/data/dbs/default/data`;
  await backUp(`file:${file}`, `${home.path}/before.db`);
  assert.deepEqual(await findIn(`${home.path}/before.db`, traces), traces);
  await deleteAccount(app.deps, ada.id);
  await app.deps.db.write([app.deps.db.q.run(sql`delete from mails`)]);
  await app.deps.purge.sweep();
  await backUp(`file:${file}`, `${home.path}/after.db`);
  assert.deepEqual(await findIn(`${home.path}/after.db`, traces), []);
});
