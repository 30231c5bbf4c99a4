/** Uploaded files and pictures whose bytes have changed since they were stored: SQLite has no checksum of its pages. */
import { createHash } from "node:crypto";
import type { Client, InValue } from "@libsql/client/sqlite3";

/** The names of those whose bytes are not those of their hash. Files of before there was one are not compared. */
export async function findDamagedFiles(client: Client): Promise<string[]> {
  return [...await damagedUploads(client), ...await damagedPictures(client)];
}

async function damagedUploads(client: Client): Promise<string[]> {
  // Of an earlier version.
  if ((await rows(client, "SELECT 1 FROM pragma_table_info('files') WHERE name = 'hash'")).length === 0) return [];
  const damaged: string[] = [];
  for (const { id, name, hash } of await rows(client, "SELECT id, name, hash FROM files WHERE hash IS NOT NULL")) {
    const actual = createHash("sha256");
    for (let number = 0;; number++) {
      const [chunk] = await rows(
        client,
        "SELECT bytes FROM file_chunks WHERE file_id = ? AND variant = 'original' AND number = ?",
        [id as string, number],
      );
      if (!chunk) break;
      actual.update(new Uint8Array(chunk.bytes as ArrayBuffer));
    }
    if (actual.digest("hex") !== hash) damaged.push(`${name} (${id})`);
  }
  return damaged;
}

/** Of a picture the largest size has the hash. */
async function damagedPictures(client: Client): Promise<string[]> {
  const damaged: string[] = [];
  for (const { hash, size } of await rows(client, "SELECT hash, max(size) AS size FROM media GROUP BY hash")) {
    const [{ bytes }] = await rows(client, "SELECT bytes FROM media WHERE hash = ? AND size = ?", [
      hash as string,
      size as number,
    ]);
    const actual = createHash("sha256").update(new Uint8Array(bytes as ArrayBuffer)).digest("hex");
    if (actual !== hash) damaged.push(`picture ${hash}`);
  }
  return damaged;
}

const rows = async (client: Client, sql: string, args: InValue[] = []) => (await client.execute({ sql, args })).rows;
