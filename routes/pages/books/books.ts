import { addBook } from "../../../server/actions/books/books.ts";
import { saveProgress } from "../../../server/actions/reading/progress.ts";
import { NewBook, ProgressUpdate } from "../../../server/contract/books/books.ts";
import { flashAndRedirect, formFailure, idempotencyKey, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import { router } from "../../../server/http/router.ts";
import { openedBook, pageOfForm } from "../groups/addresses.ts";
import { showGroup } from "../groups/page.tsx";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { booksTexts } from "../../../server/contract/books/texts.ts";
import { progressTexts } from "../../../server/contract/reading/texts.ts";

export const books = router();

books.get("/group/:id/books", pageOfForm);
books.get("/group/:id/books/:bookId/progress", pageOfForm);

/** A book that was found comes whole, as JSON, in `book`; one that is added manually in fields of its own. */
books.post("/group/:id/books", signedInPage, async (c) => {
  const { deps, user } = c.var;
  const groupId = c.req.param("id");
  const sent = await readForm(c);
  const { title, author, pageCount } = sent;
  const isFound = sent.book !== undefined;
  const fields = isFound ? readJson(sent.book) : { title, author, pageCount };
  const outcome = await runFormAction(c, { schema: NewBook, fields }, (book) => {
    const id = idempotencyKey(sent, JSON.stringify([user.id, groupId, book]));
    return addBook(deps, user, groupId, { ...book, id });
  });
  if (!outcome.ok) {
    const book = isFound ? undefined : { typed: { title, author, pageCount }, failure: formFailure(outcome) };
    return await showGroup(c, groupId, { refusal: outcome, sent, books: { book } });
  }
  const success = isFound ? booksTexts.addedToGroup : booksTexts.added;
  return flashAndRedirect(c, outcome, { success, to: groupPaths.group(groupId) });
});

books.post("/group/:id/books/:bookId/progress", signedInPage, async (c) => {
  const { id: groupId, bookId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: ProgressUpdate, fields: sent },
    (update) => saveProgress(c.var.deps, c.var.user, { ...update, bookId, timeZone: readerLocale(c).timeZone }),
  );
  if (!outcome.ok) {
    const page = { typed: sent.page ?? sent.currentPage, failure: formFailure(outcome) };
    return await showGroup(c, groupId, { refusal: outcome, sent, books: { page } });
  }
  const to = openedBook(c, outcome.value.page);
  return flashAndRedirect(c, outcome, { success: progressTexts.updated, to });
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The schema refuses it.
  }
}
