import { addBook } from "../../../server/actions/books/books.ts";
import { formFailure } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { router } from "../../../server/http/router.ts";
import { showGroup } from "../groups/page.tsx";

export const books = router();

mountForm(books, addBook, {
  refused(c, refusal, { params, fields }) {
    const { title, author, pageCount } = fields;
    const isFound = fields.book !== undefined;
    const book = isFound ? undefined : { typed: { title, author, pageCount }, failure: formFailure(refusal) };
    return showGroup(c, params.id, { refusal, sent: fields, books: { book } });
  },
});
