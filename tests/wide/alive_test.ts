import { openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { assertAlive } from "../support/alive.ts";
import { migrateUpTo, storeFormerGroup, storeFormerMessage } from "../support/former_tables.ts";
import { startSqld } from "../support/sqld.ts";

Deno.test("On a libSQL server too, messages of the version before are changed and found as new ones are", async () => {
  await using sqld = await startSqld();
  const db = await openDb({ url: sqld.url });
  await migrateUpTo(db, "0007_instances");
  await storeFormerGroup(db);
  await migrate(db);
  await assertAlive(db, { storeByFormerVersion: (seq) => storeFormerMessage(db, seq) });
  await db.close();
});
