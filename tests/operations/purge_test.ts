import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { deleteGroup } from "../../db/groups/groups.ts";
import { openPurge } from "../../server/operations/purge.ts";
import { openLog } from "../../server/log.ts";
import { freshDb } from "../support/db.ts";
import { lineOutput } from "../support/log.ts";
import { until } from "../support/operate.ts";
import { cast } from "../support/people.ts";

Deno.test("contents of deleted groups that could not be deleted are deleted later", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await deleteGroup(db, "ada", "engine");
  const lines: string[] = [];
  const log = openLog("warn", lineOutput((line) => lines.push(line)));
  await db.write([db.q.run(sql`alter table groups rename to elsewhere`)]);
  const purge = openPurge({ db, log, retryAfter: 20 });
  purge.sweep();
  await until(() => lines.length >= 2);
  await db.write([db.q.run(sql`alter table elsewhere rename to groups`)]);
  const left = async () => (await db.q.all<{ left: number }>(sql`select count(*) as left from groups`))[0].left;
  // One turn of the event loop between queries, which take none themselves.
  while (await left() > 0) await new Promise((resolve) => setTimeout(resolve));
  assert.match(lines[0], /could not be deleted yet/);
  await purge.close();
});
