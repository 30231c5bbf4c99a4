/** Records of CSV, of which one with quoted fields may span several lines. */
import { parse } from "csv-parse/sync";
import type { Line } from "./lines.ts";

/** A file's delimiter and columns, by its first line. */
export interface Header<Field extends string> {
  delimiter: string;
  /** By field: its columns, the preferred one first. */
  columns: Record<Field, number[]>;
  width: number;
}

/** Names of columns by field, in lower case without blanks and punctuation, the preferred one first. */
type Names<Field extends string> = Record<Field | "title", string[]>;

/** Reads a header; undefined where it names no column for titles. */
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

/** A record, by its first and its last line. */
export interface CsvRecord {
  line: number;
  end: number;
  /** Undefined where it is malformed. */
  fields: string[] | undefined;
}

interface Reading extends Pick<Header<string>, "delimiter"> {
  /** Whether a quote within a field without quotes counts as any other character. */
  relaxed?: boolean;
  /** How many characters a record has at most. */
  longest?: number;
}

/**
 * Reads records; one with a quoted field may span several lines. Of a malformed one only its first line is taken, and
 * reading goes on after that: a streaming parser would take everything up to the next quote for part of the field.
 */
export async function* readRecords(
  lines: AsyncIterable<Line>,
  { delimiter, relaxed, longest = Infinity }: Reading,
): AsyncGenerator<CsvRecord> {
  const source = lookAhead(lines);
  for (let first = await source.next(); first; first = await source.next()) {
    const line = first.number;
    if (first.text?.trim() === "") continue;
    const taken = [first];
    let [length, quotes] = [lengthOf(first), quotesIn(first)];
    // A quoted field continues after these lines.
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

/** The fields of one record; undefined where it is malformed. */
function fieldsOf(text: string, delimiter: string, relaxed = false): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  try {
    const records: string[][] = parse(text, { delimiter, relax_quotes: relaxed });
    return records.length === 1 ? records[0] : undefined;
  } catch {
    return undefined;
  }
}
