/** A fresh, migrated database file for each test. */
import { type Db, openDb } from "../../db/engine/client.ts";
import { copyTemplate } from "./template.ts";

export interface FreshDb {
  db: Db;
  file: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens an empty database in a folder of its own; `await using` removes both.
 *
 * @param options how many milliseconds it waits for other processes, where that is not as usual
 */
export async function freshDb(options: { lockTimeout?: number } = {}): Promise<FreshDb> {
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  const file = `${folder}/test.db`;
  await copyTemplate("migrated", file);
  const db = await openDb({ url: `file:${file}`, lockTimeout: options.lockTimeout });
  return {
    db,
    file,
    async [Symbol.asyncDispose]() {
      await db.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
