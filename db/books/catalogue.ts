import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { isbn13 } from "../../server/contract/books/isbn.ts";
import type { BookResult } from "../../server/contract/books/shapes.ts";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { type Db, prepared } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { searchable } from "../engine/searchable.ts";
import { catalogue, catalogueAuthors, imports } from "../schema.ts";

export type CatalogueBook = Omit<BookResult, "coverImage">;

export interface CatalogueEntry {
  /** In the list it is from; without one its ISBN is the key, or else its title, author, publisher and date. */
  key?: string;
  book: CatalogueBook;
}

const { max } = peopleLimits.search;

/**
 * First titles that begin with the query, then books with all its words, then with words that begin with them. Every
 * step reads an index in its own order and stops when it has enough: a query that half of all books match is no slower.
 */
export async function searchCatalogue(db: Db, query: string): Promise<CatalogueBook[]> {
  const isbn = isbn13(query);
  if (isbn) return (await byIsbn(db).all({ isbn })).map(asBook);
  const words = searchable(query).split(" ").filter(Boolean).slice(0, 12);
  if (words.length === 0) return [];
  const found = new Map<number, CatalogueBook>();
  for (const match of steps(words)) {
    for (const row of await byWords(db).all({ match })) found.set(row.number, found.get(row.number) ?? asBook(row));
    if (found.size >= max) break;
  }
  return [...found.values()].slice(0, max);
}

/** Of FTS5: searchable words contain none of its operators. */
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

interface Batch {
  entries: CatalogueEntry[];
  authors: { key: string; name: string }[];
  position: ImportPosition;
}

/** Counts are stored with the batch, so that they are right after a crash, too: storing it again changes nothing. */
export async function storeBatch(db: Db, { entries, authors, position }: Batch): Promise<ImportPosition["counts"]> {
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

export async function findStarterShelfVersion(db: Db): Promise<number> {
  const row = await db.q.get<{ version: number | null }>(sql`select ${storedVersion} as version`);
  return row.version ?? 0;
}

/** Unless this version or a later one is stored: an instance of an earlier version may have been starting for long. */
export async function replaceStarterShelf(
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
const shelfPrefix = "shelf ";

const storedVersion = sql`(select max(cast(substr(fingerprint, ${shelfPrefix.length + 1}) as integer))
  from imports where name = ${shelfName})`;

export async function findAuthors(db: Db, keys: string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db.q.select().from(catalogueAuthors)
    .where(sql`${catalogueAuthors.key} in ${listed(keys)}`);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

type CatalogueRow = Omit<typeof catalogue.$inferInsert, "number">;

function rowsOf(entries: CatalogueEntry[], source: CatalogueRow["source"]): CatalogueRow[] {
  const rows = entries.map(({ key, book }): CatalogueRow => {
    const titleWords = searchable(book.title);
    const authorWords = searchable(book.author ?? "");
    const described = [titleWords, authorWords, searchable(book.publisher ?? ""), book.publishedDate ?? ""].join("/");
    return {
      ...book,
      source,
      titleWords,
      authorWords,
      key: book.isbn ?? key ?? described,
      subjectWords: searchable([book.publisher ?? "", ...book.categories].join(" ")),
    };
  });
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

const { number: _, ...written } = getTableColumns(catalogue);
const stored = Object.fromEntries(Object.entries(written).map(([property, { name }]) => [name, property]));

interface Merging {
  value: (given: string, column: string) => string;
  only: string;
  condition?: SQL;
}

const replacing: Merging = { value: (given) => given, only: "true" };
/** Unless they are empty; the shelf's own books are not changed. */
const onlyImported: Merging = {
  value: (given, column) => `coalesce(nullif(nullif(${given}, ''), '[]'), catalogue.${column})`,
  only: "catalogue.source = 'import'",
};

const columns = Object.keys(stored);
const [, ...changing] = columns;
const newValue = (column: string) => `value ->> '${stored[column]}'`;

/** A cross join fixes SQLite's join order. */
const joined = (rows: CatalogueRow[]): SQL =>
  sql`from json_each(${JSON.stringify(rows)}) cross join catalogue on catalogue.key = value ->> 'key'`;

const differs = ({ value, only }: Merging, from = newValue): SQL => {
  const values = changing.map((column) => value(from(column), column));
  return sql.raw(`(${only} and (${changing.map((column) => `catalogue.${column}`)}) is not (${values}))`);
};

function upsert(db: Db, rows: CatalogueRow[], merging: Merging) {
  const excluded = (column: string) => `excluded.${column}`;
  const values = changing.map((column) => merging.value(excluded(column), column));
  return db.q.run(sql`insert into catalogue (${sql.raw(columns.join(", "))})
    select ${sql.raw(columns.map(newValue).join(", "))} from json_each(${JSON.stringify(rows)})
    where ${merging.condition ?? sql`true`}
    on conflict (key) do update set (${sql.raw(changing.join(", "))}) = (${sql.raw(values.join(", "))})
    where ${differs(merging, excluded)}`);
}

export interface ImportPosition {
  fingerprint: string;
  name: string;
  lines: number;
  counts: Record<string, number>;
  finishedAt: number | null;
}

export const findPosition = (db: Db, fingerprint: string): Promise<ImportPosition | undefined> =>
  db.q.select().from(imports).where(eq(imports.fingerprint, fingerprint)).get();

export const storePosition = (db: Db, { fingerprint, ...position }: ImportPosition) =>
  db.q.insert(imports).values({ fingerprint, ...position })
    .onConflictDoUpdate({ target: imports.fingerprint, set: position });

function addCounts(
  db: Db,
  { fingerprint }: ImportPosition,
  { from, counts }: { from: SQL; counts: Record<string, SQL> },
) {
  const sums = Object.entries(counts).map(([name, more]) =>
    sql`${`$.${name}`}, cast(coalesce(counts ->> ${name}, 0) + ${more} as integer)`
  );
  return db.q.update(imports).set({ counts: sql`(select json_set(counts, ${sql.join(sums, sql`, `)}) from ${from})` })
    .where(eq(imports.fingerprint, fingerprint)).returning({ counts: imports.counts });
}
