/** Answers of book sources, cached so that the same search is not sent to them twice. */
import * as booksLimits from "../../server/contract/books/limits.ts";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { BookResult } from "../../server/contract/books/books.ts";
import { type Db, shortWait } from "../engine/client.ts";
import { type CoverAddress, deleteCovers, insertCovers } from "./covers.ts";
import { searches } from "../schema.ts";

interface Asked {
  source: string;
  query: string;
}

const { keepAnswer, keptAnswers } = booksLimits.library;

/** A source's answer to a query, if it is less than ten minutes old. */
export async function findAnswer(db: Db, { source, query }: Asked, now: number): Promise<BookResult[] | undefined> {
  const row = await db.q.select({ results: searches.results }).from(searches)
    .where(and(eq(searches.source, source), eq(searches.query, query), gt(searches.answeredAt, now - keepAnswer)))
    .get();
  return row?.results;
}

/** Stores an answer and the covers it names; the oldest answers are deleted where there are too many. */
export const storeAnswer = (
  db: Db,
  asked: Asked,
  { results, covers }: { results: BookResult[]; covers: CoverAddress[] },
  now: number,
) =>
  db.write([
    db.q.insert(searches).values({ ...asked, results, answeredAt: now })
      .onConflictDoUpdate({ target: [searches.source, searches.query], set: { results, answeredAt: now } }),
    db.q.delete(searches).where(
      lte(
        searches.answeredAt,
        sql`(select answered_at from searches order by answered_at desc limit 1 offset ${keptAnswers})`,
      ),
    ),
    ...insertCovers(db, covers, now),
  ], shortWait);

/** Deletes expired answers, and covers that no book has. */
export const deleteStale = (db: Db, now: number) =>
  db.write([
    db.q.delete(searches).where(lte(searches.answeredAt, now - keepAnswer)),
    deleteCovers(db, now - booksLimits.cover.forgetAfter),
  ]);
