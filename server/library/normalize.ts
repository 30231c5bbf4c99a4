/** Books of sources and lists, normalized to the contract. */
import * as booksLimits from "../contract/books/limits.ts";
import type { BookResult } from "../contract/books/books.ts";
import { isbn13 } from "../contract/books/isbn.ts";
import { normalize } from "../contract/site/normalize.ts";

/** A book as a source or a list describes it. */
export interface RawBook {
  title?: string | null;
  subtitle?: string | null;
  authors?: (string | null | undefined)[] | null;
  description?: string | null;
  coverImage?: string | null;
  /** `342`, `"342"`, `"342 p."` */
  pageCount?: number | string | null;
  publishedDate?: string | number | null;
  publisher?: string | null;
  categories?: (string | null | undefined)[] | null;
  /** `en`, `eng`, `en-US`, `English` */
  language?: string | null;
  /** The first valid one counts. */
  isbns?: (string | null | undefined)[] | null;
  googleBooksId?: string | null;
}

const { book } = booksLimits;

/** A book within the contract's limits; undefined without a title. */
export function normalizeBook(raw: RawBook): BookResult | undefined {
  const title = [tidy(raw.title), tidy(raw.subtitle)].filter(Boolean).join(": ");
  if (!tidy(raw.title)) return undefined;
  return {
    title: cut(title, book.title),
    author: joinedNames(raw.authors ?? []),
    description: cut(tidy(raw.description), book.description) || null,
    coverImage: raw.coverImage ?? null,
    pageCount: pagesOf(raw.pageCount),
    publishedDate: dateOf(raw.publishedDate),
    publisher: cut(tidy(raw.publisher), book.publisher) || null,
    categories: categoriesOf(raw.categories ?? []),
    language: languageOf(raw.language),
    isbn: raw.isbns?.map((isbn) => isbn && isbn13(isbn)).find(Boolean) || null,
    googleBooksId: /^[\w-]{1,64}$/.exec(raw.googleBooksId ?? "")?.[0] ?? null,
  };
}

/** On one line, in Unicode NFC, without control characters. */
const tidy = (text: string | null | undefined): string =>
  normalize((text ?? "").toWellFormed()).replace(/[\s\p{Cc}]+/gu, " ").trim();

const cut = (text: string, max: number) => text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

/** Names separated by commas, as many as fit. */
export function joinedNames(names: (string | null | undefined)[]): string | null {
  let author = "";
  for (const name of new Set(names.map(tidy).filter(Boolean))) {
    const longer = author ? `${author}, ${name}` : name;
    if (author && longer.length > book.author) break;
    author = cut(longer, book.author);
  }
  return author || null;
}

function pagesOf(pages: RawBook["pageCount"]): number | null {
  const [, digits] = /^(\d{1,6})(?:\.0*)?(?:\s*p(?:ages|p)?\.?)?$/i.exec(String(pages ?? "").trim()) ?? [];
  return digits && Number(digits) <= book.pages ? Number(digits) || null : null;
}

/** A year or any other date; spreadsheets write `2008.0`. */
const dateOf = (date: RawBook["publishedDate"]): string | null =>
  cut(tidy(String(date ?? "")).replace(/^(-?\d{1,4})\.0+$/, "$1"), book.publishedDate) || null;

const categoriesOf = (names: (string | null | undefined)[]): string[] =>
  [...new Set(names.map((name) => cut(tidy(name), book.category)).filter(Boolean))].slice(0, 5);

/** ISO 639-1 where there is a code, else ISO 639-3. Libraries' own codes, such as `ger`, are known too. */
function languageOf(language: string | null | undefined): string | null {
  const name = tidy(language).toLowerCase();
  const [code] = /^[a-z]{2,3}(?=$|[-_])/.exec(name) ?? [languageNames().get(name)];
  if (!code || code === "und") return null;
  return new Intl.Locale(code).language;
}

let names: Map<string, string> | undefined;

/** Language codes by English name, for lists that use names. */
function languageNames(): Map<string, string> {
  if (names) return names;
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = letters.flatMap((a) => letters.map((b) => a + b));
  const english = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  return names = new Map(
    codes.flatMap((code) => {
      const name = english.of(code)?.toLowerCase();
      return name ? [[name, code] as const] : [];
    }).reverse(),
  );
}
