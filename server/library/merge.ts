import { folded } from "../../db/engine/searchable.ts";
import type { BookResult } from "../contract/books/books.ts";

/**
 * Makes one list of several sources' answers: the best of each first, and each book once. Two are one book where their
 * ISBN is the same, or else title and author; what the first lacks is taken from the second.
 */
export function merge(answers: BookResult[][], max: number): BookResult[] {
  const merged: BookResult[] = [];
  const known = new Map<string, number>();
  for (const book of inTurn(answers)) {
    const keys = keysOf(book);
    const at = keys.map((key) => known.get(key)).find((index) => index !== undefined) ?? merged.length;
    merged[at] = merged[at] ? completed(merged[at], book) : book;
    for (const key of keys) if (!known.has(key)) known.set(key, at);
  }
  return merged.slice(0, max);
}

function* inTurn(answers: BookResult[][]): Generator<BookResult> {
  const longest = Math.max(0, ...answers.map((answer) => answer.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const answer of answers) if (rank < answer.length) yield answer[rank];
  }
}

const keysOf = ({ isbn, title, author }: BookResult): string[] => [
  ...(isbn ? [isbn] : []),
  `${folded(title)}/${author ? nameKey(author) : ""}`,
];

/** Of the first author the last name and the first initial: `J. K. Rowling` and `Joanne Rowling` are one. */
function nameKey(author: string): string {
  const names = folded(author.split(/[,;&]/)[0]).split(" ");
  return `${names.at(-1)} ${names.length > 1 ? names[0][0] : ""}`;
}

const completed = (book: BookResult, other: BookResult): BookResult => ({
  title: book.title,
  author: book.author ?? other.author,
  description: book.description ?? other.description,
  coverImage: book.coverImage ?? other.coverImage,
  pageCount: book.pageCount ?? other.pageCount,
  publishedDate: book.publishedDate ?? other.publishedDate,
  publisher: book.publisher ?? other.publisher,
  categories: book.categories.length > 0 ? book.categories : other.categories,
  language: book.language ?? other.language,
  isbn: book.isbn ?? other.isbn,
  googleBooksId: book.googleBooksId ?? other.googleBooksId,
});
