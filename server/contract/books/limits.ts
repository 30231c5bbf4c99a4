/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * `copies`: how many kinds its readers have; `defaultPages`: for an unknown page count; `changes`: stored of each, to
 * be undone, in at most `changesBytes` but for the latest; a removed one can be brought back for `restorableFor`.
 */
export const book = {
  title: 300,
  author: 300,
  description: 5000,
  publisher: 200,
  publishedDate: 40,
  category: 100,
  categories: 20,
  language: 35,
  isbn: 40,
  coverImage: 2010,
  googleBooksId: 64,
  pages: 100_000,
  defaultPages: 100,
  query: 200,
  copies: 100,
  changes: 10,
  changesBytes: 60_000,
  changesListed: 20,
  places: 10_000,
  restorableFor: 30 * day,
};
/**
 * Beside the books that are read or next (`groups.books`): what a group has of others, and one member suggests. On the
 * shelf's page are `page` of each state, and `restorable` that can be brought back. Of people who would read a book
 * `interested` are named in a list of books, and `names` on the page.
 */
export const shelf = {
  suggested: 200,
  done: 500,
  ownSuggestions: 20,
  page: 25,
  restorable: 50,
  interested: 20,
  names: 5,
};
/**
 * Books beside the chat: `read` now or next, and `others` each of those suggested and done. Characters of
 * descriptions, about so many in all and at least so many each.
 */
export const booksPanel = { read: 50, others: 20, descriptions: 100_000, description: 200 };
/** A source that is late, or sends more than `answerBytes`, is left out; after `failures` in a row for `pause`. `hosts`: of how many that is known. */
export const library = {
  results: 20,
  timeout: 2.5 * second,
  answerBytes: 4 * 1024 * 1024,
  failures: 3,
  pause: 1 * minute,
  hosts: 1000,
  keepAnswer: 10 * minute,
  keptAnswers: 500,
};
/** A failed one is fetched again after `retryAfter`; the address of one that no book uses goes after `forgetAfter`. */
export const cover = {
  bytes: 3 * 1024 * 1024,
  pixels: 20_000_000,
  width: 256,
  height: 384,
  smallest: 16,
  cacheBytes: 64 * 1024 * 1024,
  redirects: 3,
  retryAfter: 10 * minute,
  forgetAfter: 1 * day,
};
