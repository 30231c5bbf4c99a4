/** Times are milliseconds, lengths are characters, sizes are bytes. */

/**
 * `own`: how many are listed; `part`: read at a time; `searched`: characters that one search reads; `before`:
 * characters of an excerpt before the text that was searched for.
 */
export const note = {
  max: 20_000,
  answer: 4000,
  answers: 100,
  query: 200,
  page: 20,
  own: 50,
  books: 100,
  excerpt: 600,
  before: 60,
  part: 25,
  searched: 4e6,
};

/**
 * Highlights of a file: `part` are stored at a time, of `books` titles it is said why they were not. `remembered`:
 * how many of somebody's are known again; `shelf`: books of a reader's groups among which these look, `shelfPart` at
 * a time.
 */
export const highlights = {
  importBytes: 5 * 1024 * 1024,
  importLines: 200_000,
  entries: 10_000,
  part: 25,
  books: 20,
  /** Characters. */
  example: 80,
  remembered: 50_000,
  shelf: 20_000,
  shelfPart: 500,
};

/**
 * Highlights in the text of a book: characters of what is marked, of what is stored of the text around it, and of the
 * note to it; of one reader in a book; shown with a part of the text, and on a page of a list. Sentences of a paragraph
 * that can be chosen one by one.
 */
export const mark = {
  length: 4000,
  context: 32,
  note: 4000,
  answers: 100,
  perBook: 10_000,
  inPart: 200,
  page: 50,
  sentences: 100,
};
