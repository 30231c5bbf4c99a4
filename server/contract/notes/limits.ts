/** Times are milliseconds, lengths are characters, sizes are bytes. */

/**
 * Of a note: its length, that of an answer and how many it has, and of what is searched for; how many are listed,
 * how much of each of one's own, how many are read at a time; and how many characters one search reads at most.
 */
export const note = {
  max: 20_000,
  answer: 4000,
  answers: 100,
  query: 200,
  page: 20,
  own: 50,
  excerpt: 600,
  part: 25,
  searched: 4e6,
};
