/** A fresh, migrated database file for each test. */
import { type Db, openDb } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";

export interface FreshDb {
  db: Db;
  file: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens an empty database in a folder of its own; `await using` takes both away again.
 *
 * @param options how many milliseconds it waits for other processes, where that is not as usual
 */
export async function freshDb(options: { lockTimeout?: number } = {}): Promise<FreshDb> {
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  const file = `${folder}/test.db`;
  const db = await openDb({ url: `file:${file}`, lockTimeout: options.lockTimeout });
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
