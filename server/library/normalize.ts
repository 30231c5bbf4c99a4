import { z } from "zod";
import { isbn13 } from "../contract/books/isbn.ts";
import * as booksLimits from "../contract/books/limits.ts";
import type { BookResult } from "../contract/books/shapes.ts";
import { normalize } from "../contract/site/normalize.ts";

/** In answers of sources: a field that is not as documented counts as missing. */
export const lenient = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);
export const text = lenient(z.string());
export const texts = lenient(z.array(text));

export interface RawBook {
  title?: string | null;
  subtitle?: string | null;
  authors?: (string | null | undefined)[] | null;
  description?: string | null;
  coverImage?: string | null;
  pageCount?: number | string | null;
  publishedDate?: string | number | null;
  publisher?: string | null;
  categories?: (string | null | undefined)[] | null;
  language?: string | null;
  isbns?: (string | null | undefined)[] | null;
  googleBooksId?: string | null;
}

const { book } = booksLimits;

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

const tidy = (text: string | null | undefined): string =>
  normalize((text ?? "").toWellFormed()).replace(/[\s\p{Cc}]+/gu, " ").trim();

const cut = (text: string, max: number) => text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

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
