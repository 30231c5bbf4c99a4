/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const pageTurnDelay = 500;
/** Minutes; `shownFor`: how long afterwards its readers are shown what they have read. */
export const timer = { minutes: 180, usual: 25, listed: 100, faces: 12, shownFor: 1 * hour };
/** Turning back within `takenBackWithin` takes back what it has opened. */
export const turn = { takenBackWithin: 10 * minute };
export const chapters = { max: 300, title: 200, typed: 40_000 };
/** How far beyond a page somebody is near it, as positions: a tenth of the book. */
export const nearPage = 100_000_000;
export const question = { max: 1000, answer: 4000, perBook: 500, perReader: 50, page: 100 };
/** `listed`: at once, and as many readers who have finished; the others of what the end page of a book shows. */
export const review = { max: 5000, listed: 100, questions: 5, quotes: 10, next: 10 };
/** Books a year. */
export const goal = { books: 1000 };
/** Of a file that is imported a review has several lines; `importPart`: how many rows are stored at once. */
export const readingList = {
  books: 20_000,
  listed: 100,
  shown: 24,
  importBytes: 5 * 1024 * 1024,
  importRows: 10_000,
  importLines: 200_000,
  importPart: 200,
  refusedLines: 20,
  daysAddedUp: 7,
};
/** Books that the dashboard begins with; `faces`: how many of the readers ahead, and behind, are named. */
export const today = { books: 4, faces: 3 };
/** Messages about a book: so many are listed at once, and `onPage` beside one of its pages. */
export const talk = { page: 50, onPage: 10 };
/** At most five years. Late readers are reminded every `remindEvery`, until so many days after its end. */
export const plan = { days: 1827, listed: 100, remindEvery: 7 * day, remindAfterEnd: 7 };
/** Of what organizers see: members on a page, and the latest books. */
export const overview = { page: 100, books: 20, named: 50, remindEvery: 24 * 3600_000 };
