/** Conditions of statements, of a row of `books`. */
import { type SQL, sql } from "drizzle-orm";
import { candidateStates } from "../../server/contract/books/shapes.ts";

/** Of a removed book nobody sees anything, until it is brought back. @param name the table's in the statement */
export const isOnShelf = (name = "books"): SQL => sql.raw(`${name}.removed_at is null`);

export const isCandidate: SQL = sql.raw(`books.state in (${candidateStates.map((state) => `'${state}'`)})`);
