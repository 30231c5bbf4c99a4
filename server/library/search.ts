import type { BookResult } from "../contract/books.ts";
import * as limits from "../contract/constants.ts";
import { texts } from "../contract/texts.ts";
import { AppError } from "../errors.ts";
import { merge } from "./merge.ts";

/** Asks one source; what it gives is undefined where the source is left out. It does not throw. */
export type Ask = (query: string) => Promise<BookResult[] | undefined>;

/**
 * Makes the search over several sources, which are asked side by side. The first one's word goes first.
 *
 * @throws AppError (503) from the search, where not one source answered
 */
export const openSearch = (asks: Ask[]) => async (typed: string): Promise<BookResult[]> => {
  const query = typed.replace(/\s+/g, " ").trim();
  if (!query) return [];
  const answers = await Promise.all(asks.map((ask) => ask(query)));
  const heard = answers.filter((answer) => answer !== undefined);
  if (heard.length === 0) throw new AppError(503, "sources_unavailable", texts.books.searchFailed);
  return merge(heard, limits.library.results);
};
