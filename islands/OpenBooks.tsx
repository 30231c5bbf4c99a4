import * as parts from "./BookParts.tsx";
import { Books, type BooksProps } from "./Books.tsx";

/** The shelf of a group where a book is open, or one is added, when the page comes. */
export const OpenBooks = (props: BooksProps) => <Books {...props} parts={parts} />;
