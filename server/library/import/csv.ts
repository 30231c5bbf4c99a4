/** Lists of books as CSV with a header, whose names may be written in many ways. */
import type { RawBook } from "../normalize.ts";
import { type Item, type Outcome, outcomeOf } from "./item.ts";
import type { Line } from "./lines.ts";
import { columnsOf, type Header, readRecords } from "./records.ts";

/**
 * Names of columns, without case, blanks and punctuation; of several columns for one field the first that is not empty
 * counts.
 */
const names = {
  title: ["title", "booktitle", "originaltitle"],
  subtitle: ["subtitle"],
  authors: ["authors", "author", "authornames", "authorname", "creators", "creator"],
  isbn: ["isbn13", "isbn", "isbn10", "ean"],
  pageCount: ["pagecount", "pages", "numpages", "numberofpages", "pagenumber"],
  publisher: ["publisher", "publishers", "publishername"],
  publishedDate: [
    "publisheddate",
    "publicationdate",
    "publishdate",
    "datepublished",
    "publicationyear",
    "publishedyear",
    "yearpublished",
    "year",
    "originalpublicationyear",
    "date",
  ],
  language: ["language", "languagecode", "lang", "languages"],
  categories: ["categories", "category", "subjects", "subject", "genres", "genre"],
  description: ["description", "summary", "edition"],
  googleBooksId: ["googlebooksid", "googleid", "volumeid"],
};
type Field = keyof typeof names;

/** A file's delimiter and columns, by its first line. */
export type Layout = Header<Field>;

/** Reads a header; undefined where it names no column for titles. */
export const layoutOf = (header: string): Layout | undefined => columnsOf(header, names);

/** Reads books, a record each. */
export async function* readCsv(lines: AsyncIterable<Line>, layout: Layout): AsyncGenerator<Item> {
  for await (const { fields, ...place } of readRecords(lines, layout)) {
    yield {
      ...place,
      ...fields ? rowOutcome(fields, layout) : { refused: "its quotes do not match, or it is too long" },
    };
  }
}

function rowOutcome(fields: string[], { columns, width }: Layout): Outcome {
  while (fields.length > width && fields.at(-1)!.trim() === "") fields.pop();
  if (fields.length !== width) return { refused: `it has ${fields.length} columns where the header has ${width}` };
  const all = (field: Field) => columns[field].map((column) => fields[column].trim()).filter(Boolean);
  return outcomeOf(rawBookOf((field) => all(field)[0] ?? "", all("isbn")));
}

const rawBookOf = (value: (field: Field) => string, isbns: string[]): RawBook => ({
  title: value("title"),
  subtitle: value("subtitle"),
  description: value("description"),
  pageCount: value("pageCount"),
  publisher: value("publisher"),
  publishedDate: value("publishedDate"),
  language: value("language"),
  googleBooksId: value("googleBooksId"),
  authors: listOf(value("authors")),
  categories: listOf(value("categories"), ","),
  isbns: isbns.map(withZeros),
});

/** Several values in one: `A; B`, `A | B`, `['A', 'B']`. In names a comma separates nothing: `Abbott, Edwin`. */
function listOf(written: string, separator?: string): string[] {
  const list = /^\[(.*)\]$/.exec(written)?.[1];
  if (list !== undefined) return list.split(/,\s*(?=['"])/).map((value) => value.trim().replace(/^['"]|['"]$/g, ""));
  if (/[;|]/.test(written)) return written.split(/[;|]/);
  return separator ? written.split(separator) : [written];
}

/** Spreadsheets read an ISBN as a number, and drop its leading zeros. */
const withZeros = (isbn: string) => /^\d{7,8}[\dXx]$/.test(isbn) ? isbn.padStart(10, "0") : isbn;
