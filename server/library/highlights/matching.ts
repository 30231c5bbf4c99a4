/** Which book of a reader's a highlight is of, and where in it. */
import { searchable } from "../../../db/engine/searchable.ts";
import { bookPageAt, ownPages, pageAt, textEnd } from "../../contract/reading/positions.ts";
import type { Copy } from "../../contract/reading/shapes.ts";
import type { Highlight } from "./highlight.ts";

interface Titled {
  title: string;
  author: string | null;
}

export interface TitledBook extends Titled {
  /** In milliseconds; null for a book that they have not read in. */
  readAt: number | null;
}

/** Books of one title that are looked through: each highlight might name another author. */
const mostAlike = 100;

/** Of an author, or several: what one file may ask about is bounded. */
const mostNames = 30;

interface BookByAuthors<Book> {
  book: Book;
  names: Set<string>;
}

/** Books by what their titles are without accents, with and without what follows a colon or is in brackets. */
export class TitleIndex<Book extends TitledBook> {
  #whole = new Map<string, BookByAuthors<Book>[]>();
  #short = new Map<string, BookByAuthors<Book>[]>();

  add(book: Book): void {
    const named = { book, names: namesIn(book.author) };
    append(this.#whole, wholeTitle(book), named);
    append(this.#short, shortTitle(book), named);
  }

  /** Of several the one that was read last. A subtitle may be missing on one side, and is no other one. */
  find(highlight: Titled): Book | undefined {
    const [whole, short] = [wholeTitle(highlight), shortTitle(highlight)];
    const alike = [this.#whole.get(whole), short === whole ? this.#short.get(whole) : this.#whole.get(short)];
    const names = namesIn(highlight.author);
    for (const books of alike) {
      const [latest] = (books ?? []).filter((book) => isSameAuthor(book.names, names))
        .sort((a, b) => (b.book.readAt ?? -1) - (a.book.readAt ?? -1));
      if (latest) return latest.book;
    }
  }
}

function append<Book>(index: Map<string, Book[]>, key: string, book: Book): void {
  if (!key) return;
  const books = index.get(key);
  if (!books) index.set(key, [book]);
  else if (books.length < mostAlike) books.push(book);
}

const wholeTitle = ({ title }: Titled): string => searchable(title);

const shortTitle = ({ title }: Titled): string =>
  searchable(title.replace(/\s*[([][^()[\]]*[)\]]\s*$/, "").split(/[:：]/, 1)[0]);

/** Names in any order: `Austen, Jane` is Jane Austen, and one of several authors is enough. */
function isSameAuthor(a: Set<string>, b: Set<string>): boolean {
  if (a.size === 0 || b.size === 0) return true;
  return a.isSubsetOf(b) || b.isSubsetOf(a);
}

/** Without initials, which not every source has. */
const namesIn = (author: string | null): Set<string> =>
  new Set(searchable(author ?? "").split(" ").filter((name) => [...name].length > 1).slice(0, mostNames));

/**
 * A location has about 23 words (https://booksprung.com/how-long-is-a-location-in-a-kindle-ebook), and a printed page
 * about 300.
 */
const usualLocations = 13;

/** How many locations of a device are on a page: as its own pages say, or else as is usual and fits into the copy. */
function locationsPerPage(highlights: Highlight[], pageCount: number): number {
  let [locations, pages, furthest] = [0, 0, 0];
  for (const { page, location } of highlights) {
    if (!location) continue;
    furthest = Math.max(furthest, location[0]);
    if (!page) continue;
    locations += location[0];
    pages += page;
  }
  return locations > 0 ? locations / pages : Math.max(usualLocations, furthest / pageCount);
}

/**
 * The book's page of each of its highlights; undefined where nothing says where it is, and beyond the end of the
 * reader's copy.
 */
export function pagesOfHighlights(
  book: { pageCount: number; edition: Copy | null },
  highlights: Highlight[],
): (highlight: Pick<Highlight, "page" | "location" | "share">) => number | undefined {
  const own = ownPages(book.pageCount);
  const copy = book.edition?.unit === "pages" ? book.edition : own;
  const perPage = locationsPerPage(highlights, copy.pageCount);
  return ({ page, location, share }) => {
    if (page === null && !location) return share === null ? undefined : pageAt(own, Math.floor(share * textEnd));
    const inCopy = page ?? Math.max(1, Math.round(location![0] / perPage));
    if (inCopy > copy.pageCount) return undefined;
    return copy === own ? inCopy : bookPageAt(book, inCopy);
  };
}
