import { hyphenated } from "../../server/contract/books/isbn.ts";
import { isbnTexts } from "../../server/contract/books/isbn_texts.ts";

/** The number that no source knew, for the book that is added by hand. */
export const IsbnField = ({ isbn }: { isbn?: string }) =>
  isbn && (
    <>
      <input type="hidden" name="isbn" value={isbn} />
      <p className="muted">{isbnTexts.addedWith(hyphenated(isbn))}</p>
    </>
  );
