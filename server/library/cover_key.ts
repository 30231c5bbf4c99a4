import { createHash } from "node:crypto";
import type { CoverAddress } from "../../db/books/covers.ts";
import type { BookResult } from "../contract/books/books.ts";
import { bookPaths } from "../contract/books/paths.ts";

/** The key of a cover, by its source's address. */
const keyOf = (url: string): string => createHash("sha256").update(url).digest("hex").slice(0, 32);

/** The key of a cover, by our address or by its source's; null for anything else. */
export function coverKey(coverImage: string | null | undefined): string | null {
  if (!coverImage) return null;
  const own = /^\/covers\/([0-9a-f]{32})$/.exec(coverImage)?.[1];
  if (own) return own;
  return /^https?:\/\/.{1,2000}$/i.test(coverImage) ? keyOf(coverImage.replace(/^http:/i, "https:")) : null;
}

/** Results with covers at our addresses, and the sources' addresses of these covers. */
export function withOwnCovers(found: BookResult[]): { results: BookResult[]; covers: CoverAddress[] } {
  const covers = new Map<string, CoverAddress>();
  const results = found.map((book) => {
    if (!book.coverImage) return book;
    const key = keyOf(book.coverImage);
    covers.set(key, { key, url: book.coverImage });
    return { ...book, coverImage: bookPaths.cover(key) };
  });
  return { results, covers: [...covers.values()] };
}
