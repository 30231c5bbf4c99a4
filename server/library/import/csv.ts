/** Lists of books as CSV with a header, whose names may be written in many ways. */
import { parse } from "csv-parse/sync";
import type { RawBook } from "../normalize.ts";
import { type Item, type Outcome, outcomeOf } from "./item.ts";
import type { Line } from "./lines.ts";

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
export interface Layout {
  delimiter: string;
  /** By field: its columns, the preferred one first. */
  columns: Record<Field, number[]>;
  width: number;
}

/** Reads a header; undefined where it names no column for titles. */
export function layoutOf(header: string): Layout | undefined {
  const layouts = [",", ";", "\t", "|"].map((delimiter): Layout => {
    const written = fieldsOf(header, delimiter) ?? [];
    const plain = written.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
    const columns = Object.entries(names).map(([field, known]) =>
      [field, known.map((name) => plain.indexOf(name)).filter((column) => column >= 0)] as const
    );
    return { delimiter, columns: Object.fromEntries(columns) as Layout["columns"], width: written.length };
  });
  const [best] = layouts.sort((a, b) => b.width - a.width).filter((layout) => layout.columns.title.length > 0);
  return best;
}

/**
 * Reads records; one with a quoted field may span several lines. A malformed one is refused, and reading goes on with
 * the line after its first: a streaming parser would take everything up to the next quote for part of the field.
 */
export async function* readCsv(lines: AsyncIterable<Line>, layout: Layout): AsyncGenerator<Item> {
  const source = lookAhead(lines);
  for (let first = await source.next(); first; first = await source.next()) {
    const line = first.number;
    if (first.text?.trim() === "") continue;
    const taken = [first];
    while (isOpen(taken) && taken.length < 200) {
      const more = await source.next();
      if (!more) break;
      taken.push(more);
    }
    const text = textOf(taken);
    const fields = text === undefined ? undefined : fieldsOf(text, layout.delimiter);
    if (!fields) source.back(taken.slice(1));
    const end = fields ? taken.at(-1)!.number : line;
    yield {
      line,
      end,
      ...fields ? rowOutcome(fields, layout) : { refused: "its quotes do not match, or it is too long" },
    };
  }
}

function lookAhead(lines: AsyncIterable<Line>) {
  const iterator = lines[Symbol.asyncIterator]();
  const waiting: Line[] = [];
  return {
    next: async (): Promise<Line | undefined> => waiting.shift() ?? (await iterator.next()).value,
    back: (lines: Line[]) => void waiting.unshift(...lines),
  };
}

/** Whether a quoted field continues after these lines. */
const isOpen = (lines: Line[]) => (textOf(lines)?.split('"').length ?? 1) % 2 === 0;

const textOf = (lines: Line[]): string | undefined =>
  lines.some(({ text }) => text === undefined) ? undefined : lines.map(({ text }) => text).join("\n");

/** The fields of one record; undefined where it is malformed. */
function fieldsOf(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  try {
    const records: string[][] = parse(text, { delimiter });
    return records.length === 1 ? records[0] : undefined;
  } catch {
    return undefined;
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
