import { and, eq, gt, lte, sql } from "drizzle-orm";
import { Buffer } from "node:buffer";
import * as booksLimits from "../../server/contract/books/limits.ts";
import type { BookResult } from "../../server/contract/books/shapes.ts";
import { type Db, shortWait, type Statement } from "../engine/client.ts";
import { covers, searches } from "../schema.ts";

interface SourceQuery {
  source: string;
  query: string;
}

const { keepAnswer, keptAnswers } = booksLimits.library;

export async function findAnswer(
  db: Db,
  { source, query }: SourceQuery,
  now: number,
): Promise<BookResult[] | undefined> {
  const row = await db.q.select({ results: searches.results }).from(searches)
    .where(and(eq(searches.source, source), eq(searches.query, query), gt(searches.answeredAt, now - keepAnswer)))
    .get();
  return row?.results;
}

export const storeAnswer = (
  db: Db,
  sourceQuery: SourceQuery,
  { results, covers }: { results: BookResult[]; covers: CoverAddress[] },
  now: number,
) =>
  db.write([
    db.q.insert(searches).values({ ...sourceQuery, results, answeredAt: now })
      .onConflictDoUpdate({ target: [searches.source, searches.query], set: { results, answeredAt: now } }),
    db.q.delete(searches).where(
      lte(
        searches.answeredAt,
        sql`(select answered_at from searches order by answered_at desc limit 1 offset ${keptAnswers})`,
      ),
    ),
    ...insertCovers(db, covers, now),
  ], shortWait);

export const deleteStale = (db: Db, now: number) =>
  db.write([
    db.q.delete(searches).where(lte(searches.answeredAt, now - keepAnswer)),
    deleteCovers(db, now - booksLimits.cover.forgetAfter),
  ]);

export interface CoverAddress {
  key: string;
  url: string;
}

export interface Cover extends CoverAddress {
  usedAt: number;
  failedAt: number | null;
  bytes: Uint8Array<ArrayBuffer> | null;
}

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

export const insertCovers = (db: Db, named: CoverAddress[], now: number): Statement[] =>
  named.map((cover) =>
    db.q.insert(covers).values({ ...cover, seenAt: now })
      .onConflictDoUpdate({ target: covers.key, set: { seenAt: now } })
  );

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

export const touchCover = (db: Db, key: string, now: number) =>
  db.write([db.q.update(covers).set({ usedAt: now }).where(eq(covers.key, key))], shortWait);

export const failCover = (db: Db, key: string, now: number) =>
  db.write([db.q.update(covers).set({ failedAt: now }).where(eq(covers.key, key))], shortWait);

const deleteCovers = (db: Db, seenBefore: number): Statement =>
  db.q.delete(covers).where(sql`${covers.seenAt} < ${seenBefore}
    and not exists (select 1 from books where cover_key = ${covers.key})`);
