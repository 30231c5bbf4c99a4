/** A fresh, migrated database file for each test. */
import { type Db, openDb } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";

export interface FreshDb {
  db: Db;
  file: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens an empty database in a folder of its own; `await using` takes both away again. */
export async function freshDb(): Promise<FreshDb> {
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  const file = `${folder}/test.db`;
  const db = await openDb({ url: `file:${file}` });
  await migrate(db);
  return {
    db,
    file,
    async [Symbol.asyncDispose]() {
      await db.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
