import { parse } from "csv-parse/sync";
import { type Item, type Line, type Outcome, outcomeOf } from "./lines.ts";

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

type Layout = Header<Field>;

export const layoutOf = (header: string): Layout | undefined => columnsOf(header, names);

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
  const value = (field: Field) => all(field)[0] ?? "";
  return outcomeOf({
    ...Object.fromEntries((Object.keys(names) as Field[]).map((field) => [field, value(field)])),
    authors: listOf(value("authors")),
    categories: listOf(value("categories"), ","),
    isbns: all("isbn").map(withZeros),
  });
}

/** `A; B`, `A | B`, `['A', 'B']`. In names a comma separates nothing: `Abbott, Edwin`. */
function listOf(written: string, separator?: string): string[] {
  const list = /^\[(.*)\]$/.exec(written)?.[1];
  if (list !== undefined) return list.split(/,\s*(?=['"])/).map((value) => value.trim().replace(/^['"]|['"]$/g, ""));
  if (/[;|]/.test(written)) return written.split(/[;|]/);
  return separator ? written.split(separator) : [written];
}

/** Spreadsheets read an ISBN as a number, and drop its leading zeros. */
const withZeros = (isbn: string) => /^\d{7,8}[\dXx]$/.test(isbn) ? isbn.padStart(10, "0") : isbn;

export interface Header<Field extends string> {
  delimiter: string;
  columns: Record<Field, number[]>;
  width: number;
}

type Names<Field extends string> = Record<Field | "title", string[]>;

export function columnsOf<Field extends string>(header: string, names: Names<Field>): Header<Field> | undefined {
  const layouts = [",", ";", "\t", "|"].map((delimiter) => {
    const written = fieldsOf(header, delimiter) ?? [];
    const plain = written.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
    const columns = Object.entries<string[]>(names).map(([field, known]) =>
      [field, known.map((name) => plain.indexOf(name)).filter((column) => column >= 0)] as const
    );
    return {
      delimiter,
      columns: Object.fromEntries(columns) as Header<Field | "title">["columns"],
      width: written.length,
    };
  });
  const [best] = layouts.sort((a, b) => b.width - a.width).filter((layout) => layout.columns.title.length > 0);
  return best;
}

interface CsvRecord {
  line: number;
  end: number;
  fields: string[] | undefined;
}

interface ReadOptions extends Pick<Header<string>, "delimiter"> {
  relaxed?: boolean;
  longest?: number;
}

// A record with a quoted field may span several lines. Of a malformed one only its first line is taken: a streaming
// parser would take everything up to the next quote for part of the field.
export async function* readRecords(
  lines: AsyncIterable<Line>,
  { delimiter, relaxed, longest = Infinity }: ReadOptions,
): AsyncGenerator<CsvRecord> {
  const source = lookAhead(lines);
  for (let first = await source.next(); first; first = await source.next()) {
    const line = first.number;
    if (first.text?.trim() === "") continue;
    const taken = [first];
    let [length, quotes] = [lengthOf(first), quotesIn(first)];
    while (quotes % 2 === 1 && taken.length < 200 && length <= longest) {
      const more = await source.next();
      if (!more) break;
      taken.push(more);
      length += lengthOf(more);
      quotes += quotesIn(more);
    }
    const text = length > longest ? undefined : textOf(taken);
    const fields = text === undefined ? undefined : fieldsOf(text, delimiter, relaxed);
    if (!fields) source.back(taken.slice(1));
    yield { line, end: fields ? taken.at(-1)!.number : line, fields };
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

const lengthOf = ({ text = "" }: Line): number => text.length;

const quotesIn = ({ text = "" }: Line): number => text.split('"').length - 1;

const textOf = (lines: Line[]): string | undefined =>
  lines.some(({ text }) => text === undefined) ? undefined : lines.map(({ text }) => text).join("\n");

function fieldsOf(text: string, delimiter: string, relaxed = false): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  try {
    const records: string[][] = parse(text, { delimiter, relax_quotes: relaxed });
    return records.length === 1 ? records[0] : undefined;
  } catch {
    return undefined;
  }
}
