/** Times are milliseconds, lengths are characters, sizes are bytes. */

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
  /** Bytes of HTML of a table's head that is repeated where the table goes on in the next part. */
  head: 1500,
  sections: 2000,
  section: 200,
  printPages: 10_000,
  pictures: 1000,
  picture: { source: 20 * 1024 * 1024, bytes: 512 * 1024, side: 1600, all: 100 * 1024 * 1024 },
  /**
   * Of one picture that is decoded as a whole, of a JPEG, which is decoded line by line and smaller, and of all that are
   * decoded: a thousand of two megapixels, or two hundred scanned pages.
   */
  pixels: { whole: 20_000_000, byLine: 50_000_000, all: 2_000_000_000 },
  /** Of the first look at a file, for which its sender waits; and of each later step. */
  openWithin: 30_000,
  readWithin: 2 * 60_000,
  /** Of the time between two heartbeats: encoding a picture may take ten seconds on a quiet machine. */
  heartbeatWithin: 30_000,
  /**
   * Megabytes of the thread that reads; the dearest files that were tried at the other limits need less than 72. One
   * that needs more hangs (Deno 2.9.6 reports no event) until its next heartbeat is overdue, and does not end the
   * service.
   */
  heap: { old: 128, young: 4 },
  /** What a text that is not well-formed may have, of which a tree is made. */
  untidy: 2 * 1024 * 1024,
  /** Bytes of all parts, and for each character beyond the first two megabytes: a formula has some thirty. */
  html: 64 * 1024 * 1024,
  htmlOfCharacter: 100,
  /** A longer paragraph is cut, at a sentence where there is one. */
  block: 7000,
  /** Bytes of the elements in it that are open at once. */
  openInline: 2500,
  /** Browsers take 512. Each level makes the XML parser slower for all that is in it. */
  depth: 250,
  /** Of the documents that say what the book is made of: all files, all in their order, and pages of print. */
  elements: 40_000,
  /** Of all documents, as often as they are read: four for each of the 31,102 verses of a Bible are 125,000. */
  bookElements: 500_000,
  documents: 48 * 1024 * 1024,
  /** Of a tree that is made of what is not well-formed, which can have many times the elements of its source. */
  untidyElements: 50_000,
  /** Characters before the first element. */
  prolog: 256 * 1024,
  attributes: 200,
  /** Two at each verse of a Bible are 62,000. */
  links: 80_000,
  /** Of a path with its id. */
  address: 600,
  /** Pictures within addresses: characters of one, and of all. */
  inlinePicture: { one: 500_000, all: 5_000_000 },
  ids: 200_000,
  /** Characters of an id. */
  id: 200,
  /** That lead back to where they are referred to. */
  notes: 20_000,
  entities: { number: 100, length: 200 },
  /** Of those that a document names, `sheets` count; of an element's class, so many `names`. */
  styles: { bytes: 256 * 1024, all: 1024 * 1024, rules: 5000, sheets: 6, names: 10 },
  /** Characters of parts that wait as they are: an ordinary novel's. Others are packed meanwhile. */
  waiting: 4_000_000,
};
/**
 * In the text of a book: `hits` are answered at once, each with its line of `before` characters and so many after it;
 * `words` of a query count, `gap` characters that are none may be between them, and `parts` are read at a time.
 */
export const textSearch = { hits: 50, before: 60, after: 120, words: 10, gap: 8, parts: 8 };
/**
 * How a file arrives: milliseconds it may take, which at 400 kbit/s are seventeen minutes for the largest, and which it
 * waits then while others are read in.
 */
export const arriving = { time: 25 * 60_000, turn: 30_000, form: 128 * 1024 };
/** What arrives at once is held in memory: a whole file of one sender, and two in all. */
const whole = epub.bytes + 1024 * 1024;
export const textMemory = { perAccount: whole, perAddress: whole, total: 2 * whole };
