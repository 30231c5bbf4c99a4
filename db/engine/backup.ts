/** Database files: copying one in use, checking one, folding its log in. */
import { pathToFileURL } from "node:url";
import { type Client, createClient, LibsqlError } from "@libsql/client/sqlite3";
import { overwriteDeleted } from "./cleaning.ts";
import { DatabaseInUse } from "./file_lock.ts";
import { findDamagedFiles } from "../chat/damaged_files.ts";
import { knownMigrations } from "./migrate.ts";

/** A file that is no usable database; its message is one line for the operator. */
export class UnfitDatabase extends Error {}

/** How much a database holds. */
export interface Contents {
  users: number;
  groups: number;
  messages: number;
  /** Uploaded files and pictures whose bytes are not those that were stored. */
  damaged: string[];
}

/** How large a copy would be, in bytes. */
export const copySize = (file: string): Promise<number> =>
  onFile(file, async (client) => {
    const { rows: [{ bytes }] } = await client.execute(
      `SELECT (page_count - freelist_count) * page_size AS bytes
        FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    );
    return Number(bytes);
  });

/**
 * Copies a database that may be written to meanwhile: the copy is as of one commit. It blocks the thread that
 * calls it, and leaves an unfinished copy behind where it fails.
 *
 * @param to a file that does not exist yet, or is empty
 */
export const copyDatabase = (file: string, to: string): Promise<void> =>
  onFile(file, async (client) => {
    await client.execute(overwriteDeleted);
    await client.execute({ sql: "VACUUM INTO ?", args: [to] });
  });

/**
 * Folds the write-ahead log into the file, so that the file alone is the database.
 *
 * @throws DatabaseInUse when another process has it open
 */
export const foldLog = (file: string): Promise<void> =>
  onFile(file, async (client) => {
    // Leaving WAL mode needs an exclusive lock, and every connection in that mode holds a shared one.
    await client.executeMultiple("PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE; ROLLBACK").catch((error) => {
      throw /^SQLITE_(BUSY|LOCKED)/.test(error.code) ? new DatabaseInUse(`${file} is in use.`) : error;
    });
  });

/**
 * Checks a whole database for damage, and whether it is one of ours.
 *
 * @throws UnfitDatabase when it is damaged, something else, or made by a later version than this one
 */
export const checkDatabase = (file: string): Promise<Contents> =>
  onFile(file, async (client) => {
    try {
      await refuseDamaged(client);
      await refuseForeign(client);
      return { ...await count(client), damaged: await findDamagedFiles(client) };
    } catch (error) {
      if (!(error instanceof LibsqlError)) throw error;
      throw new UnfitDatabase(
        error.code === "SQLITE_NOTADB" ? "It is no database." : `It is damaged: ${error.message}`,
      );
    }
  });

async function refuseDamaged(client: Client): Promise<void> {
  const { rows: [{ integrity_check: verdict }] } = await client.execute("PRAGMA integrity_check(1)");
  if (verdict !== "ok") throw new UnfitDatabase(`It is damaged: ${String(verdict).split("\n")[0]}`);
}

const ownTables = ["__drizzle_migrations", "users", "sessions", "groups", "members", "messages"];

async function refuseForeign(client: Client): Promise<void> {
  const tables = await client.execute("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const names = new Set(tables.rows.map(({ name }) => name));
  const missing = ownTables.find((name) => !names.has(name));
  if (missing) throw new UnfitDatabase(`It is no database of Chapterhouse: it has no table ${missing}.`);
  const known = knownMigrations();
  const { rows } = await client.execute("SELECT created_at AS at FROM __drizzle_migrations ORDER BY created_at");
  const applied = rows.map(({ at }) => Number(at));
  if (applied[0] !== known[0]) throw new UnfitDatabase("It is no database of Chapterhouse: it began as another one.");
  if (applied.at(-1)! > known.at(-1)!) throw new UnfitDatabase("It was made by a later version of Chapterhouse.");
}

async function count(client: Client): Promise<Omit<Contents, "damaged">> {
  const tables = ["users", "groups", "messages"];
  const columns = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
  const { rows: [{ users, groups, messages }] } = await client.execute(`SELECT ${columns.join(", ")}`);
  return { users: Number(users), groups: Number(groups), messages: Number(messages) };
}

/** Works on a database file with a connection of its own. */
async function onFile<T>(file: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url: pathToFileURL(file).href, timeout: 1000, concurrency: 1 });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}
