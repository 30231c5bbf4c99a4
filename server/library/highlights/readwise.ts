/** The CSV file that Readwise exports: a row for each highlight, with its book. */
import { type Line } from "../import/lines.ts";
import { columnsOf, type Header, readRecords } from "../import/csv.ts";
import { type Highlight, inOneLine, placeIn } from "./highlight.ts";

const names = {
  title: ["booktitle", "title"],
  author: ["bookauthor", "author"],
  text: ["highlight"],
  remark: ["note"],
  kind: ["locationtype"],
  location: ["location"],
};
type Field = keyof typeof names;

/** Characters of a row. */
export const longestRow = 64 * 1024;

export function readwiseHeader(line: string): Header<Field> | undefined {
  const header = columnsOf(line.slice(0, longestRow), names);
  return header?.columns.text.length ? header : undefined;
}

/** @param lines those after the header */
export async function* readReadwise(
  lines: AsyncIterable<Line>,
  header: Header<Field>,
): AsyncGenerator<Highlight | undefined> {
  for await (const { fields } of readRecords(lines, { ...header, relaxed: true, longest: longestRow })) {
    yield fields && rowOf(fields, header);
  }
}

function rowOf(fields: string[], { columns }: Header<Field>): Highlight | undefined {
  // What a spreadsheet would take for a formula has an apostrophe before it.
  const value = (field: Field) => (fields[columns[field][0]] ?? "").replace(/^'(?=[=+\-@])/, "").trim();
  const title = inOneLine(value("title"));
  const [text, remark] = [value("text"), value("remark")];
  if (!title || !text && !remark) return undefined;
  return {
    title,
    author: inOneLine(value("author")),
    text,
    remark,
    ...readwisePlace(value("kind"), value("location")),
    share: null,
  };
}

/** `order` is the how manieth highlight it is, and `time_offset` a time: these say nothing of a place. */
export function readwisePlace(kind: string, written: unknown): Pick<Highlight, "page" | "location"> {
  const place = placeIn(written);
  const isLocation = ["location", ""].includes(kind.toLowerCase());
  return {
    page: kind.toLowerCase() === "page" ? place : null,
    location: isLocation && place !== null ? [place, place] : null,
  };
}
