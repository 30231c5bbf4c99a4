/** Lists of books as CSV, with a header whose names are taken as loosely as people write them. */
import { parse } from "csv-parse/sync";
import type { Facts } from "../normalize.ts";
import { type Item, type Outcome, outcomeOf } from "./item.ts";
import type { Line } from "./lines.ts";

/**
 * What a column may be called, without case, blanks and punctuation; of several that are there the first that says
 * something counts.
 */
const names = {
  title: ["title", "booktitle", "originaltitle"],
  subtitle: ["subtitle"],
  authors: ["authors", "author", "authornames", "authorname", "creators", "creator"],
  isbn: ["isbn13", "isbn", "isbn10", "ean"],
  pageCount: ["pagecount", "pages", "numpages", "numberofpages", "pagenumber"],
  publisher: ["publisher", "publishers", "publishername"],
  publishedDate: [
    ...[
      "publisheddate",
      "publicationdate",
      "publishdate",
      "datepublished",
      "publicationyear",
      "publishedyear",
      "yearpublished",
    ],
    ...["year", "originalpublicationyear", "date"],
  ],
  language: ["language", "languagecode", "lang", "languages"],
  categories: ["categories", "category", "subjects", "subject", "genres", "genre"],
  description: ["description", "summary", "edition"],
  googleBooksId: ["googlebooksid", "googleid", "volumeid"],
};
type Field = keyof typeof names;

/** How a file is written, by its first line. */
export interface Layout {
  delimiter: string;
  /** By field: the columns it may be in, the best first. */
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
 * Reads records, which may go over several lines where a field is quoted. One that is not well-formed is refused and
 * costs no other: reading goes on with the line after the one it begins with.
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

/** Whether a quoted field goes on after the last of these lines. */
const isOpen = (lines: Line[]) => (textOf(lines)?.split('"').length ?? 1) % 2 === 0;

const textOf = (lines: Line[]): string | undefined =>
  lines.some(({ text }) => text === undefined) ? undefined : lines.map(({ text }) => text).join("\n");

/** The fields of one record; undefined where it is not well-formed. */
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
  return outcomeOf(factsOf((field) => all(field)[0] ?? "", all("isbn")));
}

const factsOf = (say: (field: Field) => string, isbns: string[]): Facts => ({
  ...{ title: say("title"), subtitle: say("subtitle"), description: say("description") },
  ...{ pageCount: say("pageCount"), publisher: say("publisher"), publishedDate: say("publishedDate") },
  ...{ language: say("language"), googleBooksId: say("googleBooksId") },
  authors: listOf(say("authors")),
  categories: listOf(say("categories"), ","),
  isbns: isbns.map(withZeros),
});

/** Several values in one: `A; B`, `A | B`, `['A', 'B']`. A comma is part of a name. */
function listOf(written: string, otherwise?: string): string[] {
  const list = /^\[(.*)\]$/.exec(written)?.[1];
  if (list !== undefined) return list.split(/,\s*(?=['"])/).map((value) => value.trim().replace(/^['"]|['"]$/g, ""));
  if (/[;|]/.test(written)) return written.split(/[;|]/);
  return otherwise ? written.split(otherwise) : [written];
}

/** Spreadsheets take an ISBN for a number, and zeros before it for nothing. */
const withZeros = (isbn: string) => /^\d{7,8}[\dXx]$/.test(isbn) ? isbn.padStart(10, "0") : isbn;
