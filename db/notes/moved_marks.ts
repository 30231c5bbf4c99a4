/** Highlights whose book has another text than the one that their places are of. */
import { and, asc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import { bookTexts, highlights, textParts, texts } from "../schema.ts";

interface TextOfBook {
  hash: string;
  characters: number;
}

const isReady = and(eq(texts.hash, bookTexts.hash), eq(texts.state, "ready"));

export const findTextToMoveTo = (db: Db, bookId: string): Promise<TextOfBook | undefined> =>
  db.q.select({ hash: texts.hash, characters: texts.characters }).from(bookTexts)
    .innerJoin(texts, isReady).where(eq(bookTexts.bookId, bookId)).get();

/** In the order of ids, after one of them: whether highlights of a book are to be looked for in its text. */
export const listBooksWithText = (
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<{ bookId: string; hasMoved: boolean }[]> =>
  db.q.select({
    bookId: bookTexts.bookId,
    hasMoved: sql<boolean>`exists (select 1 from highlights
      where highlights.book_id = ${bookTexts.bookId} and highlights.hash <> ${bookTexts.hash})`.mapWith(Boolean),
  }).from(bookTexts).innerJoin(texts, isReady).where(gt(bookTexts.bookId, after))
    .orderBy(asc(bookTexts.bookId)).limit(limit);

/** @param after the number of the last one */
export const listPlainParts = (
  db: Db,
  hash: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ number: number; plain: string }[]> =>
  db.q.select({ number: textParts.number, plain: textParts.plain }).from(textParts)
    .where(and(eq(textParts.hash, hash), gt(textParts.number, after))).orderBy(asc(textParts.number)).limit(limit);

/** By place. */
export async function listMovedMarks(
  db: Db,
  { bookId, hash, limit }: { bookId: string; hash: string; limit: number },
): Promise<string[]> {
  const rows = await db.q.select({ id: highlights.id }).from(highlights)
    .where(and(eq(highlights.bookId, bookId), ne(highlights.hash, hash)))
    .orderBy(asc(highlights.fromPlace)).limit(limit);
  return rows.map(({ id }) => id);
}

export const listQuotes = (db: Db, ids: string[]) =>
  db.q.select({
    id: highlights.id,
    hash: highlights.hash,
    from: highlights.fromPlace,
    exact: highlights.exact,
    prefix: highlights.prefix,
    suffix: highlights.suffix,
  }).from(highlights).where(inArray(highlights.id, ids)).orderBy(asc(highlights.fromPlace));

export interface FoundMark {
  id: string;
  /** The text that its places were of. */
  before: string;
  /** Null where its words are not found: its places stay as they were. */
  range: { from: number; to: number } | null;
}

/** While the book still has this text. @returns how many were stored */
export async function placeMarks(
  db: Db,
  { bookId, hash, found }: { bookId: string; hash: string; found: FoundMark[] },
  now: number,
): Promise<number> {
  const rows = JSON.stringify(
    found.map(({ id, before, range }) => [id, before, range?.from ?? null, range?.to ?? null]),
  );
  const [{ rowsAffected }] = await db.write([
    db.q.run(sql`update highlights set hash = ${hash}, from_place = coalesce(places.first, from_place),
        to_place = coalesce(places.last, to_place), lost_at = case when places.first is null then ${now} end
      from (select value ->> 0 as mark_id, value ->> 1 as former, value ->> 2 as first, value ->> 3 as last
        from json_each(${rows})) as places
      where highlights.id = places.mark_id and highlights.hash = places.former
        and exists (select 1 from book_texts where book_texts.book_id = ${bookId} and book_texts.hash = ${hash})`),
  ]);
  return rowsAffected;
}
