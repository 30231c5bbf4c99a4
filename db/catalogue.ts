/** The books that can be found without a network, and how far files of them were read. */
import { eq, sql } from "drizzle-orm";
import type { BookResult } from "../server/contract/books.ts";
import { isbn13 } from "../server/contract/isbn.ts";
import * as limits from "../server/contract/limits.ts";
import { type Db, prepared } from "./client.ts";
import { folded } from "./folding.ts";
import { catalogue, catalogueAuthors, imports } from "./schema.ts";

export type CatalogueBook = Omit<BookResult, "coverImage">;

/** A book to put into the catalogue. */
export interface CatalogueEntry {
  /** Its key where the list it is from has one; otherwise its ISBN is, or else what is known of it. */
  key?: string;
  book: CatalogueBook;
}

const { max } = limits.search;

/**
 * Finds books by title, author, publisher and subject, without regard to case and accents, or by ISBN: first the titles
 * that begin with the query, then books that have all its words, then the same for words that only begin so. Within
 * each, the shelf's come first and the others in the order of their lists.
 *
 * Every step reads an index in its own order and stops when it has enough, so that a query that half of all books match
 * costs no more than one that few do.
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

/** In FTS5's language. Folded words hold nothing that has a meaning in it. */
const steps = (words: string[]): string[] => [
  `title_words : ^ "${words.join(" ")}"`,
  words.map((word) => `"${word}"`).join(" AND "),
  `title_words : ^ "${words.join(" ")}" *`,
  words.map((word) => `"${word}" *`).join(" AND "),
];

const columns = {
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
  q.select(columns).from(catalogue).where(eq(catalogue.isbn, sql.placeholder("isbn"))).limit(max).prepare()
);

const byWords = prepared((q) =>
  q.select(columns).from(sql`catalogue_words`)
    .innerJoin(catalogue, sql`${catalogue.number} = catalogue_words.rowid`)
    .where(sql`catalogue_words match ${sql.placeholder("match")}`)
    .orderBy(sql`catalogue_words.rowid`).limit(max).prepare()
);

const asBook = ({ number: _, ...book }: CatalogueBook & { number: number }): CatalogueBook => book;

/** How far a file of books was read. */
export interface Position {
  /** Tells the file. */
  fingerprint: string;
  name: string;
  /** Lines that are done. */
  lines: number;
  counts: Record<string, number>;
  finishedAt: number | null;
}

/** How far a file was read before; undefined for one that is new. */
export const findPosition = (db: Db, fingerprint: string): Promise<Position | undefined> =>
  db.q.select().from(imports).where(eq(imports.fingerprint, fingerprint)).get();

/** Remembers how far a file was read. */
export const keepPosition = (db: Db, position: Position) => db.write([keepPositionOf(db, position)]);

const keepPositionOf = (db: Db, { fingerprint, ...position }: Position) =>
  db.q.insert(imports).values({ fingerprint, ...position })
    .onConflictDoUpdate({ target: imports.fingerprint, set: position });

/** A part of a list, to be stored in one transaction. */
export interface Part {
  entries: CatalogueEntry[];
  authors: { key: string; name: string }[];
  /** How far the list was done before this part. */
  position: Position;
}

/**
 * Stores a part of an operator's list. A later line's facts take the place of an earlier one's, its gaps take nothing
 * away; the shelf's own books stay as they are. Stored again, it changes nothing.
 *
 * @returns how many books were not there before, and how many of the others were changed
 */
export async function storePart(
  db: Db,
  { entries, authors, position }: Part,
): Promise<{ added: number; changed: number }> {
  const rows = rowsOf(entries, "import");
  const [[{ known }], { rowsAffected }] = await db.write([
    db.q.select({ known: sql<number>`count(*)` }).from(catalogue)
      .where(sql`${catalogue.key} in (select value ->> 'key' from json_each(${JSON.stringify(rows)}))`),
    upsert(db, rows, {
      value: unlessEmpty,
      only: "catalogue.source = 'import'",
    }),
    db.q.run(sql`insert into catalogue_authors (key, name)
      select value ->> 'key', value ->> 'name' from json_each(${JSON.stringify(authors)}) where true
      on conflict (key) do update set name = excluded.name where name <> excluded.name`),
    keepPositionOf(db, position),
  ]);
  const added = rows.length - known;
  return { added, changed: rowsAffected - added };
}

/** Makes the starter shelf hold these books and no others; an operator's book of the same ISBN becomes the shelf's. */
export async function replaceShelf(db: Db, entries: CatalogueEntry[], position: Position): Promise<void> {
  const rows = rowsOf(entries, "shelf");
  await db.write([
    upsert(db, rows, { value: (column) => `excluded.${column}`, only: "true" }),
    db.q.delete(catalogue).where(sql`${catalogue.source} = 'shelf' and ${catalogue.key} not in (
      select value ->> 'key' from json_each(${JSON.stringify(rows)}))`),
    db.q.delete(imports).where(eq(imports.name, position.name)),
    keepPositionOf(db, position),
  ]);
}

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
      ...{ ...book, source, titleWords, authorWords },
      key: book.isbn ?? key ?? described,
      subjectWords: folded([book.publisher ?? "", ...book.categories].join(" ")),
    };
  });
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

/** By column: what a row calls it. */
const stored: Record<string, keyof CatalogueRow> = {
  ...{ key: "key", source: "source", title: "title", author: "author", description: "description" },
  ...{ page_count: "pageCount", published_date: "publishedDate", publisher: "publisher", categories: "categories" },
  ...{ language: "language", isbn: "isbn", google_books_id: "googleBooksId" },
  ...{ title_words: "titleWords", author_words: "authorWords", subject_words: "subjectWords" },
};

const unlessEmpty = (column: string) => `coalesce(nullif(nullif(excluded.${column}, ''), '[]'), catalogue.${column})`;

interface Merging {
  /** What a column of a known row becomes. */
  value: (column: string) => string;
  /** Which known rows may change. */
  only: string;
}

/** The statement that stores rows, given as JSON so that their number knows no limit, and changes what is different. */
function upsert(db: Db, rows: CatalogueRow[], { value, only }: Merging) {
  const columns = Object.keys(stored);
  const [, ...changing] = columns;
  const values = changing.map(value).join(", ");
  return db.q.run(sql`insert into catalogue (${sql.raw(columns.join(", "))})
    select ${sql.raw(Object.values(stored).map((name) => `value ->> '${name}'`).join(", "))}
    from json_each(${JSON.stringify(rows)}) where true
    on conflict (key) do update set (${sql.raw(changing.join(", "))}) = (${sql.raw(values)})
    where ${sql.raw(only)} and (${sql.raw(changing.map((column) => `catalogue.${column}`).join(", "))}) is not (${
    sql.raw(values)
  })`);
}
