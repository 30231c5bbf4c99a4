/** What others say of a book, made into what we say of it. */
import type { BookResult } from "../contract/books.ts";
import { isbn13 } from "../contract/isbn.ts";
import * as limits from "../contract/constants.ts";
import { normalize } from "../contract/normalize.ts";

/** What a source or a list says, as loosely as it says it. */
export interface Facts {
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

const { book } = limits;

/** A book as the contract has it, within its limits; undefined without a title. */
export function bookOf(facts: Facts): BookResult | undefined {
  const title = [tidy(facts.title), tidy(facts.subtitle)].filter(Boolean).join(": ");
  if (!tidy(facts.title)) return undefined;
  return {
    title: cut(title, book.title),
    author: joinedNames(facts.authors ?? []),
    description: cut(tidy(facts.description), book.description) || null,
    coverImage: facts.coverImage ?? null,
    pageCount: pagesOf(facts.pageCount),
    publishedDate: dateOf(facts.publishedDate),
    publisher: cut(tidy(facts.publisher), book.publisher) || null,
    categories: categoriesOf(facts.categories ?? []),
    language: languageOf(facts.language),
    isbn: facts.isbns?.map((isbn) => isbn && isbn13(isbn)).find(Boolean) || null,
    googleBooksId: /^[\w-]{1,64}$/.exec(facts.googleBooksId ?? "")?.[0] ?? null,
  };
}

/** On one line, in Unicode NFC, without what cannot be shown. */
const tidy = (text: string | null | undefined): string =>
  normalize((text ?? "").toWellFormed()).replace(/[\s\p{Cc}]+/gu, " ").trim();

const cut = (text: string, max: number) => text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

/** Names parted by commas, as many as there is room for. */
export function joinedNames(names: (string | null | undefined)[]): string | null {
  let author = "";
  for (const name of new Set(names.map(tidy).filter(Boolean))) {
    const longer = author ? `${author}, ${name}` : name;
    if (author && longer.length > book.author) break;
    author = cut(longer, book.author);
  }
  return author || null;
}

function pagesOf(pages: Facts["pageCount"]): number | null {
  const [, digits] = /^(\d{1,6})(?:\.0*)?(?:\s*p(?:ages|p)?\.?)?$/i.exec(String(pages ?? "").trim()) ?? [];
  return digits && Number(digits) <= book.pages ? Number(digits) || null : null;
}

/** A year, or whatever else is said; spreadsheets say `2008.0`. */
const dateOf = (date: Facts["publishedDate"]): string | null =>
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

/** English names of languages, by which some lists go. */
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
