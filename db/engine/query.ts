import { and, Column, eq, is, SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** ISO 8601 UTC with milliseconds. */
export const iso = (ms: number): string => new Date(ms).toISOString();

export const isoOrNull = (ms: number | null): string | null => ms === null ? null : iso(ms);

/** `iso` of a column of milliseconds, as its rows are read: for the engine it would be more work. */
export const isoFrom = <C extends SQLiteColumn>(column: C) =>
  sql`${column}`.mapWith(iso) as SQL<C["_"]["notNull"] extends true ? string : string | null>;

/** `iso` of a column of milliseconds, by the engine: in its JSON. */
export const isoOf = (column: Column): SQL<string> =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;

/** Milliseconds, by the clock of the database's machine, which all instances share. */
export const databaseNow: SQL<number> = sql`cast(unixepoch('subsec') * 1000 as integer)`;

/** As one parameter, however many they are. */
export const listed = (values: readonly (string | number)[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

/** JSON text of a value of this type, made by the engine: far cheaper than many rows. */
export type Json<T> = string & { readonly parsed?: T };

interface Shape {
  [name: string]: Column | SQL | Shape;
}

export const jsonObject = (shape: Shape): SQL<string> =>
  sql`json_object(${
    sql.join(
      Object.entries(shape).flatMap(([name, value]) => [
        sql.raw(`'${name}'`),
        is(value, SQL) || is(value, Column) ? value : jsonObject(value),
      ]),
      sql`, `,
    )
  })`;

/**
 * Cheaper than the engine's own, which parses each text again. It has the order of the subquery that it selects from,
 * which SQLite leaves out only under `count`, `min` and `max`; one within the aggregate a libSQL server does not parse.
 */
export const jsonArray = (text: SQL | SQL.Aliased): SQL<string> =>
  sql`'[' || coalesce(group_concat(${text}), '') || ']'`;

type Order = readonly [SQLiteColumn, SQLiteColumn];

/** Rows after the one that the second column of their order names; all, where none is named. */
export const isAfter = (order: Order, id: string | undefined, among?: SQL) => beyond(">", order, { id, among });

export const isBefore = (order: Order, id: string | undefined, among?: SQL) => beyond("<", order, { id, among });

const beyond = (sign: "<" | ">", [first, second]: Order, { id, among }: { id?: string; among?: SQL }) =>
  id === undefined ? undefined : sql`(${first}, ${second}) ${sql.raw(sign)} (
    select ${first}, ${second} from ${first.table} where ${and(eq(second, id), among)})`;

export interface Page<T> {
  rows: T[];
  hasMore: boolean;
}

export const pageOf = <T>(rows: T[], size: number): Page<T> => (
  { rows: rows.slice(0, size), hasMore: rows.length > size }
);
