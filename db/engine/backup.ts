import { type Client, createClient, type InValue, LibsqlError } from "@libsql/client/sqlite3";
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { DatabaseInUse, overwriteDeleted } from "./database_file.ts";
import { knownMigrations } from "./migrate.ts";

/** Its message is one line for the operator. */
export class InvalidBackup extends Error {}

export interface Contents {
  users: number;
  groups: number;
  messages: number;
  damaged: string[];
}

export const copySize = (file: string): Promise<number> =>
  onFile(file, async (client) => {
    const { rows: [{ bytes }] } = await client.execute(
      `SELECT (page_count - freelist_count) * page_size AS bytes
        FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    );
    return Number(bytes);
  });

/** As of one commit, also while others write; blocks its thread. Where it fails an unfinished copy is left in `to`. */
export const copyDatabase = (file: string, to: string): Promise<void> =>
  onFile(file, async (client) => {
    await client.execute(overwriteDeleted);
    await client.execute({ sql: "VACUUM INTO ?", args: [to] });
  });

/** Makes the file alone the database. @throws DatabaseInUse while another process has it open */
export const checkpoint = (file: string): Promise<void> =>
  onFile(file, async (client) => {
    // Leaving WAL mode needs an exclusive lock, and every connection in that mode holds a shared one.
    await client.executeMultiple("PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE; ROLLBACK").catch((error) => {
      throw /^SQLITE_(BUSY|LOCKED)/.test(error.code) ? new DatabaseInUse(`${file} is in use.`) : error;
    });
  });

/** @throws InvalidBackup for a file that is damaged, something else, or of a later version */
export const checkDatabase = (file: string): Promise<Contents> =>
  onFile(file, async (client) => {
    try {
      await refuseDamaged(client);
      await refuseForeign(client);
      return { ...await count(client), damaged: await findDamagedFiles(client) };
    } catch (error) {
      if (!(error instanceof LibsqlError)) throw error;
      throw new InvalidBackup(
        error.code === "SQLITE_NOTADB" ? "It is no database." : `It is damaged: ${error.message}`,
      );
    }
  });

async function refuseDamaged(client: Client): Promise<void> {
  const { rows: [{ integrity_check: verdict }] } = await client.execute("PRAGMA integrity_check(1)");
  if (verdict !== "ok") throw new InvalidBackup(`It is damaged: ${String(verdict).split("\n")[0]}`);
}

const ownTables = ["__drizzle_migrations", "users", "sessions", "groups", "members", "messages"];

async function refuseForeign(client: Client): Promise<void> {
  const tables = await client.execute("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const names = new Set(tables.rows.map(({ name }) => name));
  const missing = ownTables.find((name) => !names.has(name));
  if (missing) throw new InvalidBackup(`It is no database of Chapterhouse: it has no table ${missing}.`);
  const known = knownMigrations();
  const { rows } = await client.execute("SELECT created_at AS at FROM __drizzle_migrations ORDER BY created_at");
  const applied = rows.map(({ at }) => Number(at));
  if (applied[0] !== known[0]) throw new InvalidBackup("It is no database of Chapterhouse: it began as another one.");
  if (applied.at(-1)! > known.at(-1)!) throw new InvalidBackup("It was made by a later version of Chapterhouse.");
}

async function count(client: Client): Promise<Omit<Contents, "damaged">> {
  const tables = ["users", "groups", "messages"];
  const columns = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
  const { rows: [{ users, groups, messages }] } = await client.execute(`SELECT ${columns.join(", ")}`);
  return { users: Number(users), groups: Number(groups), messages: Number(messages) };
}

async function onFile<T>(file: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url: pathToFileURL(file).href, timeout: 1000, concurrency: 1 });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

/** SQLite has no checksum of its pages. Files of before there was a hash are not compared. */
const findDamagedFiles = async (client: Client): Promise<string[]> => [
  ...await damagedUploads(client),
  ...await damagedPictures(client),
];

async function damagedUploads(client: Client): Promise<string[]> {
  // A database of an earlier version.
  if ((await rows(client, "SELECT 1 FROM pragma_table_info('files') WHERE name = 'hash'")).length === 0) return [];
  const damaged: string[] = [];
  for (const { id, name, hash } of await rows(client, "SELECT id, name, hash FROM files WHERE hash IS NOT NULL")) {
    const actual = createHash("sha256");
    for (let number = 0;; number++) {
      const [chunk] = await rows(
        client,
        "SELECT bytes FROM file_chunks WHERE file_id = ? AND variant = 'original' AND number = ?",
        [id, number],
      );
      if (!chunk) break;
      actual.update(new Uint8Array(chunk.bytes as ArrayBuffer));
    }
    if (actual.digest("hex") !== hash) damaged.push(`${name} (${id})`);
  }
  return damaged;
}

async function damagedPictures(client: Client): Promise<string[]> {
  const damaged: string[] = [];
  for (const { hash, size } of await rows(client, "SELECT hash, max(size) AS size FROM media GROUP BY hash")) {
    const [{ bytes }] = await rows(client, "SELECT bytes FROM media WHERE hash = ? AND size = ?", [hash, size]);
    const actual = createHash("sha256").update(new Uint8Array(bytes as ArrayBuffer)).digest("hex");
    if (actual !== hash) damaged.push(`picture ${hash}`);
  }
  return damaged;
}

const rows = async (client: Client, sql: string, args: InValue[] = []) => (await client.execute({ sql, args })).rows;
