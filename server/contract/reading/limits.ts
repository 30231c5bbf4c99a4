/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long after the last turn of a page it is saved. */
export const pageTurnDelay = 500;
/**
 * Of a session in which a group reads in silence: its longest time and what the form offers first, in minutes; how many
 * of its readers are listed and shown; and for how long afterwards its readers are shown what they have read.
 */
export const timer = { minutes: 180, usual: 25, listed: 100, faces: 12, shownFor: 1 * hour };
/**
 * Of a turned page: for how long turning back takes back what it has opened, and how often at most others are told that
 * readers of a book have turned.
 */
export const turn = { takenBackWithin: 10 * minute, toldEvery: 5 * second };
/** Of a table of contents: how many chapters, the length of a title, and of all of it as it is typed. */
export const chapters = { max: 300, title: 200, typed: 40_000 };
/** Of questions: the length of one and of an answer, and how many a book has, in all and of one reader. */
export const question = { max: 1000, answer: 4000, perBook: 500, perReader: 50, page: 100 };
/**
 * Of somebody's own list of books: how many it has at most, how many an answer has and how many a page shows. Of a file
 * that is imported: its bytes, rows, and lines, of which a review has several; how many rows are stored at once, and how
 * many of its refused lines are listed.
 */
export const readingList = {
  books: 20_000,
  listed: 100,
  shown: 24,
  importBytes: 5 * 1024 * 1024,
  importRows: 10_000,
  importLines: 200_000,
  importPart: 200,
  refusedLines: 20,
};
/**
 * Of a plan to read a book: at most so many days, five years; `listed` readers who share their page are shown; a
 * reader who is behind is reminded every `remindEvery` at most, and not later than so many days after its end.
 */
export const plan = { days: 1827, listed: 100, remindEvery: 7 * day, remindAfterEnd: 7 };
