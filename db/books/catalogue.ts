/** The books that can be found without a network. */
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BookResult } from "../../server/contract/books/books.ts";
import { isbn13 } from "../../server/contract/books/isbn.ts";
import { type Db, prepared } from "../engine/client.ts";
import { folded } from "../engine/searchable.ts";
import { addCounts, type Position, storePosition } from "./imports.ts";
import { catalogue, catalogueAuthors } from "../schema.ts";

export type CatalogueBook = Omit<BookResult, "coverImage">;

/** A book to be stored in the catalogue. */
export interface CatalogueEntry {
  /** Its key in the list it is from; without one its ISBN is the key, or else its title, author, publisher and date. */
  key?: string;
  book: CatalogueBook;
}

const { max } = peopleLimits.search;

/**
 * Finds books by title, author, publisher and subject, without regard to case and accents, or by ISBN: first the titles
 * that begin with the query, then books that have all its words, then books with words that begin with its words.
 * Within each, the shelf's come first and the others in the order of their lists.
 *
 * Every step reads an index in its own order and stops when it has enough, so that a query that half of all books match
 * costs no more than one that matches few.
 */
export async function searchCatalogue(db: Db, query: string): Promise<CatalogueBook[]> {
  const isbn = isbn13(query);
  if (isbn) return (await byIsbn(db).all({ isbn })).map(asBook);
  const words = folded(query).split(" ").filter(Boolean).slice(0, 12);
  if (words.length === 0) return [];
  const found = new Map<number, CatalogueBook>();
  for (const match of steps(words)) {
    for (const row of await byWords(db).all({ match })) found.set(row.number, found.get(row.number) ?? asBook(row));
    if (found.size >= max) break;
  }
  return [...found.values()].slice(0, max);
}

/** A query of FTS5. Folded words contain none of its operators. */
const steps = (words: string[]): string[] => [
  `title_words : ^ "${words.join(" ")}"`,
  words.map((word) => `"${word}"`).join(" AND "),
  `title_words : ^ "${words.join(" ")}" *`,
  words.map((word) => `"${word}" *`).join(" AND "),
];

const bookColumns = {
  number: catalogue.number,
  title: catalogue.title,
  author: catalogue.author,
  description: catalogue.description,
  pageCount: catalogue.pageCount,
  publishedDate: catalogue.publishedDate,
  publisher: catalogue.publisher,
  categories: catalogue.categories,
  language: catalogue.language,
  isbn: catalogue.isbn,
  googleBooksId: catalogue.googleBooksId,
};

const byIsbn = prepared((q) =>
  q.select(bookColumns).from(catalogue).where(eq(catalogue.isbn, sql.placeholder("isbn"))).limit(max).prepare()
);

const byWords = prepared((q) =>
  q.select(bookColumns).from(sql`catalogue_words`)
    .innerJoin(catalogue, sql`${catalogue.number} = catalogue_words.rowid`)
    .where(sql`catalogue_words match ${sql.placeholder("match")}`)
    .orderBy(sql`catalogue_words.rowid`).limit(max).prepare()
);

const asBook = ({ number: _, ...book }: CatalogueBook & { number: number }): CatalogueBook => book;

/** A part of a list, to be stored in one transaction. */
export interface Part {
  entries: CatalogueEntry[];
  authors: { key: string; name: string }[];
  /** The position after this part, with its counts except those of books. */
  position: Position;
}

/**
 * Stores a part of an operator's list together with its counts, so that they are right after a crash, too. Details of a
 * later line replace those of an earlier one, but missing ones do not; the shelf's own books are not changed. Storing
 * the same part again changes nothing.
 *
 * @returns the counts so far: books not there before are `added`, others `changed` or the `same`
 */
export async function storePart(db: Db, { entries, authors, position }: Part): Promise<Position["counts"]> {
  const rows = rowsOf(entries, "import");
  const [, [{ counts }]] = await db.write([
    storePosition(db, position),
    addCounts(db, position, {
      // Before the books are stored: `changes()` after it counts what the search index writes, too.
      from: sql`(select count(*) as known, total(${differs(onlyImported)}) as changed ${joined(rows)})`,
      counts: {
        added: sql`${rows.length} - known`,
        changed: sql`changed`,
        same: sql`${entries.length - rows.length} + known - changed`,
      },
    }),
    upsert(db, rows, onlyImported),
    db.q.run(sql`insert into catalogue_authors (key, name)
      select value ->> 'key', value ->> 'name' from json_each(${JSON.stringify(authors)}) where true
      on conflict (key) do update set name = excluded.name where name <> excluded.name`),
  ]);
  return counts;
}

/** The version of the starter shelf that is stored; 0 where none is. */
export async function findShelfVersion(db: Db): Promise<number> {
  const row = await db.q.get<{ version: number | null }>(sql`select ${storedVersion} as version`);
  return row.version ?? 0;
}

/**
 * Makes the starter shelf hold these books and no others, unless this version of it or a later one is stored: an
 * instance of an earlier version may have been starting for long. An operator's book of the same ISBN becomes the
 * shelf's.
 */
export async function replaceShelf(
  db: Db,
  entries: CatalogueEntry[],
  { version, now }: { version: number; now: number },
): Promise<void> {
  const rows = rowsOf(entries, "shelf");
  const isNewer = sql`coalesce(${storedVersion}, 0) < ${version}`;
  await db.write([
    upsert(db, rows, { ...replacing, condition: isNewer }),
    db.q.delete(catalogue).where(sql`${catalogue.source} = 'shelf' and ${isNewer} and ${catalogue.key} not in (
      select value ->> 'key' from json_each(${JSON.stringify(rows)}))`),
    // Earlier versions' stay: such a service finds its own one, and stores nothing.
    storePosition(db, {
      fingerprint: `${shelfPrefix}${version}`,
      name: shelfName,
      lines: rows.length,
      counts: { added: rows.length },
      finishedAt: now,
    }),
  ]);
}

const shelfName = "the starter shelf";
/** Of the fingerprints of the shelf's positions: its version follows. */
const shelfPrefix = "shelf ";

const storedVersion = sql`(select max(cast(substr(fingerprint, ${shelfPrefix.length + 1}) as integer))
  from imports where name = ${shelfName})`;

/** The names that authors have in Open Library, by their keys. */
export async function findAuthors(db: Db, keys: string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db.q.select().from(catalogueAuthors)
    .where(sql`${catalogueAuthors.key} in (select value from json_each(${JSON.stringify(keys)}))`);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

type CatalogueRow = Omit<typeof catalogue.$inferInsert, "number">;

/** The rows of several books; of those with one key the last. */
function rowsOf(entries: CatalogueEntry[], source: CatalogueRow["source"]): CatalogueRow[] {
  const rows = entries.map(({ key, book }): CatalogueRow => {
    const titleWords = folded(book.title);
    const authorWords = folded(book.author ?? "");
    const described = [titleWords, authorWords, folded(book.publisher ?? ""), book.publishedDate ?? ""].join("/");
    return {
      ...book,
      source,
      titleWords,
      authorWords,
      key: book.isbn ?? key ?? described,
      subjectWords: folded([book.publisher ?? "", ...book.categories].join(" ")),
    };
  });
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

const { number: _, ...written } = getTableColumns(catalogue);
/** By column: the property of a row. */
const stored = Object.fromEntries(Object.entries(written).map(([property, { name }]) => [name, property]));

interface Merging {
  /** The new value of a column of an existing row. */
  value: (given: string, column: string) => string;
  /** Which existing rows may change. */
  only: string;
  /** Without it nothing is stored. */
  condition?: SQL;
}

/** Given values replace stored ones. */
const replacing: Merging = { value: (given) => given, only: "true" };
/** Given values replace stored ones unless they are empty; the shelf's own books are not changed. */
const onlyImported: Merging = {
  value: (given, column) => `coalesce(nullif(nullif(${given}, ''), '[]'), catalogue.${column})`,
  only: "catalogue.source = 'import'",
};

const columns = Object.keys(stored);
const [, ...changing] = columns;
const given = (column: string) => `value ->> '${stored[column]}'`;

/** The given rows, as `value`, joined to stored ones of the same key: a cross join fixes SQLite's join order. */
const joined = (rows: CatalogueRow[]): SQL =>
  sql`from json_each(${JSON.stringify(rows)}) cross join catalogue on catalogue.key = value ->> 'key'`;

/** Whether storing a row of `joined` changes the stored one. */
const differs = ({ value, only }: Merging, from = given): SQL => {
  const values = changing.map((column) => value(from(column), column));
  return sql.raw(`(${only} and (${changing.map((column) => `catalogue.${column}`)}) is not (${values}))`);
};

/**
 * The statement that stores new rows and changes different ones. They are passed as JSON, which has no limit of rows.
 */
function upsert(db: Db, rows: CatalogueRow[], merging: Merging) {
  const excluded = (column: string) => `excluded.${column}`;
  const values = changing.map((column) => merging.value(excluded(column), column));
  return db.q.run(sql`insert into catalogue (${sql.raw(columns.join(", "))})
    select ${sql.raw(columns.map(given).join(", "))} from json_each(${JSON.stringify(rows)})
    where ${merging.condition ?? sql`true`}
    on conflict (key) do update set (${sql.raw(changing.join(", "))}) = (${sql.raw(values.join(", "))})
    where ${differs(merging, excluded)}`);
}
