/** Conditions of statements, of a row of `books`. */
import { type SQL, sql } from "drizzle-orm";
import { candidateStates } from "../../server/contract/books/shapes.ts";

/** Of a removed book nobody sees anything, until it is brought back. @param name the table's in the statement */
export const isOnShelf = (name = "books"): SQL => sql.raw(`${name}.removed_at is null`);

export const isCandidate: SQL = sql.raw(`books.state in (${candidateStates.map((state) => `'${state}'`)})`);

/** Somebody reads it, or has written about it. */
export const hasReaders: SQL = sql`(exists (select 1 from progress where progress.book_id = books.id)
  or exists (select 1 from notes where notes.book_id = books.id)
  or exists (select 1 from highlights where highlights.book_id = books.id))`;

/** Of a removed book. Any member can make many suggestions, and remove them. */
export const isMissed: SQL = sql`(books.state <> 'suggested' or ${hasReaders})`;
