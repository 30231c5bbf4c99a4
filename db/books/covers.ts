/** Covers of books: which ones the sources have named, and the bytes of those shown lately. */
import * as booksLimits from "../../server/contract/books/limits.ts";
import { Buffer } from "node:buffer";
import { eq, sql } from "drizzle-orm";
import { type Db, shortWait, type Statement } from "../engine/client.ts";
import { covers } from "../schema.ts";

export interface CoverAddress {
  key: string;
  url: string;
}

export interface Cover extends CoverAddress {
  usedAt: number;
  failedAt: number | null;
  /** WebP; null until it is fetched. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** A cover that a source has named. */
export async function findCover(db: Db, key: string): Promise<Cover | undefined> {
  const row = await db.q.select({
    key: covers.key,
    url: covers.url,
    usedAt: covers.usedAt,
    failedAt: covers.failedAt,
    bytes: covers.bytes,
  }).from(covers).where(eq(covers.key, key)).get();
  return row && { ...row, bytes: row.bytes && new Uint8Array(row.bytes) };
}

/** The statements that store which covers a source has named. */
export const insertCovers = (db: Db, named: CoverAddress[], now: number): Statement[] =>
  named.map((cover) =>
    db.q.insert(covers).values({ ...cover, seenAt: now })
      .onConflictDoUpdate({ target: covers.key, set: { seenAt: now } })
  );

/** Stores a cover's bytes. Where the bytes of all exceed `max`, those of the least recently used ones are deleted. */
export const storeCover = (
  db: Db,
  key: string,
  { bytes, now, max = booksLimits.cover.cacheBytes }: { bytes: Uint8Array; now: number; max?: number },
) =>
  db.write([
    db.q.update(covers).set({ bytes: Buffer.from(bytes), size: bytes.length, usedAt: now, failedAt: null })
      .where(eq(covers.key, key)),
    db.q.update(covers).set({ bytes: null, size: 0 }).where(sql`key in (
      select key from (
        select key, sum(size) over (order by used_at desc, key) as total from covers where size > 0
      ) where total > ${max}
    )`),
  ], shortWait);

/** Stores when a cover was last used, so that it is not the first to be deleted. */
export const touchCover = (db: Db, key: string, now: number) =>
  db.write([db.q.update(covers).set({ usedAt: now }).where(eq(covers.key, key))], shortWait);

/** Stores that a cover could not be fetched. */
export const failCover = (db: Db, key: string, now: number) =>
  db.write([db.q.update(covers).set({ failedAt: now }).where(eq(covers.key, key))], shortWait);

/** The statement that deletes covers that no source has named since then and no book has. */
export const deleteCovers = (db: Db, seenBefore: number): Statement =>
  db.q.delete(covers).where(sql`${covers.seenAt} < ${seenBefore}
    and not exists (select 1 from books where cover_key = ${covers.key})`);
