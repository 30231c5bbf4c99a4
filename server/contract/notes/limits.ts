/** Times are milliseconds, lengths are characters, sizes are bytes. */

/**
 * `own`: how many are listed; `part`: read at a time; `searched`: characters that one search reads; `before`: characters
 * of an excerpt before what was found.
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
