import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { ExportedBook, NewListedBook } from "../../db/reading/reading_list.ts";
import { isbn13 } from "../contract/books/isbn.ts";
import * as booksLimits from "../contract/books/limits.ts";
import { readingLogTexts } from "../contract/reading/log_texts.ts";
import type { ReadingStatus } from "../contract/reading/shapes.ts";
import { optionalText, requiredText } from "../contract/site/fields.ts";
import { columnsOf, type Header } from "./import/csv.ts";

const { refusals } = readingLogTexts;

const names = {
  title: ["title"],
  author: ["author", "authors"],
  isbn: ["isbn13", "isbn", "isbnuid"],
  pageCount: ["numberofpages", "pages"],
  status: ["exclusiveshelf", "readstatus"],
  startedOn: ["datestarted"],
  finishedOn: ["dateread", "lastdateread"],
  datesRead: ["datesread"],
  rating: ["myrating", "starrating"],
};
type Field = keyof typeof names;
export type ReadingListHeader = Header<Field>;

export const readingListHeader = (line: string): ReadingListHeader | undefined => columnsOf(line, names);

const statuses: Record<string, ReadingStatus> = {
  "read": "read",
  "to-read": "to-read",
  "want-to-read": "to-read",
  "currently-reading": "reading",
  "reading": "reading",
};

const Texts = z.object({ title: requiredText(booksLimits.book.title), author: optionalText(booksLimits.book.author) });

export function listedBookOf(
  fields: string[] | undefined,
  { columns, width }: ReadingListHeader,
): { book: Omit<NewListedBook, "id"> } | { refused: string } {
  if (!fields) return { refused: refusals.malformed };
  while (fields.length > width && fields.at(-1)!.trim() === "") fields.pop();
  if (fields.length !== width) return { refused: refusals.otherWidth(fields.length, width) };
  const all = (field: Field) => columns[field].map((column) => plain(fields[column])).filter(Boolean);
  const value = (field: Field) => all(field)[0] ?? "";
  const written = Texts.safeParse({ title: value("title"), author: value("author") });
  if (!written.success) {
    return { refused: value("title") ? refusals.tooLong : refusals.noTitle };
  }
  const { title, author } = written.data;
  if (`${title}${author ?? ""}`.includes("\ufffd")) return { refused: refusals.notUtf8 };
  const [first, last] = datesIn(value("datesRead"));
  const finishedOn = dateOf(value("finishedOn")) ?? last ?? null;
  const status = statusOf(value("status"), finishedOn !== null);
  if (!status) return { refused: refusals.unknownShelf(value("status").slice(0, 40)) };
  return {
    book: {
      title,
      author,
      isbn: all("isbn").map(isbn13).find(Boolean) ?? null,
      pageCount: numberIn(value("pageCount"), booksLimits.book.pages, Math.trunc),
      status,
      startedOn: dateOf(value("startedOn")) ?? first ?? null,
      finishedOn: status === "read" ? finishedOn : null,
      rating: numberIn(value("rating"), 5, (rating) => Math.round(4 * rating) / 4),
    },
  };
}

/** Without what makes a spreadsheet take it for text: `="978…"`, or an apostrophe before a formula. */
const plain = (field: string) => field.trim().replace(/^="(.*)"$/s, "$1").replace(/^'(?=[=+\-@])/, "").trim();

function statusOf(written: string, isFinished: boolean): ReadingStatus | undefined {
  const name = written.toLowerCase().replace(/\s+/g, "-");
  return name ? statuses[name] : isFinished ? "read" : "to-read";
}

function dateOf(written: string): string | undefined {
  const [, ...parts] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})\b/.exec(written) ?? [];
  const day = parts.map((part) => part.padStart(2, "0")).join("-");
  return z.iso.date().safeParse(day).success ? day : undefined;
}

function datesIn(written: string): (string | undefined)[] {
  const [from, to] = (written.split(",").at(-1) ?? "").trim().split(/(?<=\d{4}.\d{1,2}.\d{1,2})\s*-\s*/);
  return [to ? dateOf(from) : undefined, dateOf(to ?? from)];
}

function numberIn(written: string, max: number, rounded: (number: number) => number): number | null {
  if (!/^\d{1,6}(\.\d{1,4})?$/.test(written)) return null;
  const number = rounded(Number(written));
  return number > 0 && number <= max ? number : null;
}

const exported = { "to-read": "to-read", "reading": "currently-reading", "read": "read" };

const exportedColumns =
  "Title,Author,ISBN13,My Rating,Number of Pages,Date Started,Date Read,Date Added,Exclusive Shelf".split(",");

export const exportHeader = (): string => stringify([exportedColumns]);

/** What a spreadsheet would take for a formula has an apostrophe before it. */
export const exportRecords = (books: ExportedBook[]): string =>
  stringify(
    books.map((book) => [
      book.title,
      book.author,
      book.isbn,
      book.rating ?? 0,
      book.pageCount,
      slashed(book.startedOn),
      slashed(book.finishedOn),
      slashed(new Date(book.createdAt).toISOString().slice(0, 10)),
      exported[book.status],
    ]),
    { escape_formulas: true },
  );

const slashed = (day: string | null) => day?.replaceAll("-", "/");
