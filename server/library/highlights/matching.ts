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

/** Books by what their titles are without accents, with and without what follows a colon or is in brackets. */
export class TitleIndex<Book extends TitledBook> {
  #whole = new Map<string, Book[]>();
  #short = new Map<string, Book[]>();

  add(book: Book): void {
    append(this.#whole, wholeTitle(book), book);
    append(this.#short, shortTitle(book), book);
  }

  /** Of several the one that was read last. A subtitle may be missing on one side, and is no other one. */
  find(highlight: Titled): Book | undefined {
    const [whole, short] = [wholeTitle(highlight), shortTitle(highlight)];
    const alike = [this.#whole.get(whole), short === whole ? this.#short.get(whole) : this.#whole.get(short)];
    for (const books of alike) {
      const [latest] = (books ?? []).filter((book) => hasAuthorOf(book, highlight))
        .sort((a, b) => (b.readAt ?? -1) - (a.readAt ?? -1));
      if (latest) return latest;
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
function hasAuthorOf(one: Titled, other: Titled): boolean {
  const [a, b] = [one, other].map(({ author }) => namesIn(author));
  if (a.size === 0 || b.size === 0) return true;
  return a.isSubsetOf(b) || b.isSubsetOf(a);
}

/** Without initials, which not every source has. */
const namesIn = (author: string | null): Set<string> =>
  new Set(searchable(author ?? "").split(" ").filter((name) => [...name].length > 1));

/** The furthest place that a file has of a book: its end, where that is not known. */
export interface Furthest {
  page: number;
  location: number;
}

export function furthestOf(highlights: Highlight[]): Furthest {
  const furthest = { page: 1, location: 1 };
  for (const { page, location } of highlights) {
    furthest.page = Math.max(furthest.page, page ?? 0);
    furthest.location = Math.max(furthest.location, location?.[1] ?? 0);
  }
  return furthest;
}

/** The book's page of a highlight; undefined where nothing says where it is. */
export function pageOfHighlight(
  book: { pageCount: number; edition: Copy | null },
  { page, location, share }: Pick<Highlight, "page" | "location" | "share">,
  furthest: Furthest,
): number | undefined {
  const own = ownPages(book.pageCount);
  const at = (part: number) => pageAt(own, Math.floor(part * textEnd));
  if (page !== null) {
    const copy = book.edition?.unit === "pages" ? book.edition : own;
    if (page > copy.pageCount) return at(page / furthest.page);
    return copy === own ? page : bookPageAt(book, page);
  }
  if (location) return at(location[0] / furthest.location);
  return share === null ? undefined : at(share);
}
