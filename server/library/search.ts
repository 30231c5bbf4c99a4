import * as booksLimits from "../contract/books/limits.ts";
import type { BookResult } from "../contract/books/books.ts";
import { AppError } from "../errors.ts";
import { merge } from "./merge.ts";
import { booksTexts } from "../contract/books/texts.ts";

/** Searches one source; undefined where the source failed or is paused. It does not throw. */
export type SearchSource = (query: string) => Promise<BookResult[] | undefined>;

/**
 * Makes the search over several sources, which are searched in parallel; the first one is preferred.
 *
 * @throws AppError (503) from the search, where no source answered
 */
export const openSearch = (sources: SearchSource[]) => async (typed: string): Promise<BookResult[]> => {
  const query = typed.replace(/\s+/g, " ").trim();
  if (!query) return [];
  const answers = await Promise.all(sources.map((search) => search(query)));
  const answered = answers.filter((answer) => answer !== undefined);
  if (answered.length === 0) throw new AppError(503, "sources_unavailable", booksTexts.searchFailed);
  return merge(answered, booksLimits.library.results);
};
