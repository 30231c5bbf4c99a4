/** A fresh, migrated database file for each test. */
import type { Client, InArgs, InStatement } from "@libsql/client";
import { type Db, openDb } from "../../db/engine/client.ts";
import { inScene } from "./in_scene.ts";
import { cast } from "./people.ts";
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

/** How the engine answers the statements that something asks: of each the details of its plan. */
export async function plansOf(db: Db, ask: () => Promise<unknown>): Promise<string[][]> {
  const { $client: client } = db.q as Db["q"] & { $client: Client };
  const execute = client.execute.bind(client);
  const asked: { sql: string; args: InArgs }[] = [];
  client.execute = (query: InStatement) => (asked.push(query as typeof asked[number]), execute(query));
  await ask();
  const plans = asked.map((query) => execute({ ...query, sql: `explain query plan ${query.sql}` }));
  return (await Promise.all(plans)).map(({ rows }) => rows.map(({ detail }) => String(detail)));
}

/** A database in which Ada has the group `engine`, Grace is in it, and Mallory is not. */
async function castDb(): Promise<FreshDb> {
  const fresh = await freshDb();
  await cast(fresh.db);
  return fresh;
}

/** Defines a test with a database of the cast, or with an empty one. */
export const test = Object.assign(inScene(castDb), { empty: inScene(freshDb) });
