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
/** A source that is late, or sends more than `answerBytes`, is left out; after `failures` in a row for `pause`. */
export const library = {
  results: 20,
  timeout: 2.5 * second,
  answerBytes: 4 * 1024 * 1024,
  failures: 3,
  pause: 1 * minute,
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
/**
 * The file of a text, of which nothing is believed: `entries` in it, `unpacked` of all, `chapter` of one document,
 * `characters` of text, so that a place times them is a whole number in JavaScript. `part`: bytes of the HTML that is
 * shown at once, which compressed fits the first packets with its page. Pictures are re-encoded to `side` pixels.
 */
export const epub = {
  bytes: 50 * 1024 * 1024,
  entries: 10_000,
  unpacked: 200 * 1024 * 1024,
  chapter: 10 * 1024 * 1024,
  package: 2 * 1024 * 1024,
  characters: 9_000_000,
  part: 14_000,
  sections: 2000,
  section: 200,
  printPages: 10_000,
  pictures: 1000,
  picture: { source: 20 * 1024 * 1024, bytes: 512 * 1024, side: 1600 },
  readWithin: 5 * minute,
  /** What a text that is not well-formed may have, of which a tree is made. */
  untidy: 2 * 1024 * 1024,
  /** Bytes of all parts. */
  html: 64 * 1024 * 1024,
  /** A longer paragraph is cut, at a sentence where there is one. */
  block: 7000,
  depth: 1000,
  /** Of the documents that say what the book is made of. */
  elements: 60_000,
  chapterElements: 500_000,
  /** Of all documents, as often as they are read. */
  bookElements: 1_000_000,
  documents: 48 * 1024 * 1024,
  /** Of a tree that is made of what is not well-formed, which can have many times the elements of its source. */
  untidyElements: 100_000,
  /** Characters before the first element. */
  prolog: 256 * 1024,
  attributes: 1000,
  links: 100_000,
  /** Pictures within addresses: characters of one, and of all. */
  inlinePicture: { one: 500_000, all: 5_000_000 },
  ids: 200_000,
  entities: { number: 100, length: 200 },
  styles: { bytes: 256 * 1024, all: 1024 * 1024, rules: 5000 },
};
/**
 * In the text of a book: `hits` are answered at once, each with its line of `before` characters and so many after it;
 * `words` of a query count, `gap` characters that are none may be between them, and `parts` are read at a time.
 */
export const textSearch = { hits: 50, before: 60, after: 120, words: 10, gap: 8, parts: 8 };
