import * as readingLimits from "../../../../server/contract/reading/limits.ts";
import { listLibrary } from "../../../../db/reading/reading_list.ts";
import { EmptyState } from "../../../../islands/ui/EmptyState.tsx";
import { LinkButton } from "../../../../islands/ui/Button.tsx";
import { removeBook } from "../../../../server/actions/reading/reading_log.ts";
import { id } from "../../../../server/contract/site/fields.ts";
import { LibraryQuery } from "../../../../server/contract/reading/reading_log.ts";
import { readingLogTexts as words } from "../../../../server/contract/reading/log_texts.ts";
import { flashAndRedirect, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { readerLocale } from "../../../../server/http/reader_locale.ts";
import { router } from "../../../../server/http/router.ts";
import { failures, LoadError, tryLoad } from "../../../layout/LoadError.tsx";
import { page } from "../../../layout/page.tsx";
import { BookList } from "./books.tsx";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { descriptions } from "../../../../server/contract/site/texts.ts";

/** All books of the viewer's own list. */
export const libraryPage = router();

const { shown } = readingLimits.ownLibrary;

libraryPage.get(readingPaths.library, signedInPage, async (c) => {
  const { deps: { db }, user } = c.var;
  const { after } = LibraryQuery.parse(c.req.query());
  const found = await tryLoad(c, () => listLibrary(db, user.id, { after, limit: shown + 1 }));
  const books = found?.slice(0, shown);
  return await page(c, {
    title: words.allBooks,
    description: descriptions.readingLog,
    width: "wide",
    styles: ["reading-log"],
    toasts: failures(!found && words.loadFailed),
    body: books
      ? (
        <div className="reading-log">
          <div className="page-head">
            <h1>{words.allBooks}</h1>
            <LinkButton href={readingPaths.reading} icon="arrow-left">{words.back}</LinkButton>
          </div>
          {books.length > 0
            ? <BookList books={books} language={readerLocale(c).language} heading="h2" />
            : (
              <EmptyState picture="books" text={words.noBooks}>
                <p className="muted">{words.noBooksHint}</p>
              </EmptyState>
            )}
          {found!.length > shown && (
            <div>
              <LinkButton href={readingPaths.libraryAfter(books.at(-1)!.id)}>{words.more}</LinkButton>
            </div>
          )}
        </div>
      )
      : <LoadError text={words.loadFailed} again={readingPaths.library} />,
  });
});

const removal = `${readingPaths.library}/:id/remove`;

libraryPage.get(removal, (c) => c.redirect(readingPaths.library, 303));

libraryPage.post(removal, signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: id, fields: c.req.param("id") },
    (id) => removeBook(c.var.deps, c.var.user, id),
  );
  return flashAndRedirect(c, outcome, { success: words.removed, to: readingPaths.library });
});
