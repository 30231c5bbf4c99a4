import { listWanted } from "../../../db/reading/reading_list.ts";
import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { Cover } from "../../../islands/ui/Cover.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { IconButton } from "../../../islands/ui/Button.tsx";
import { addWanted, removeWanted } from "../../../server/actions/reading/wanted.ts";
import { book as limits } from "../../../server/contract/books/limits.ts";
import { ReadingListQuery } from "../../../server/contract/reading/input_shapes.ts";
import { readingList } from "../../../server/contract/reading/limits.ts";
import { readingLogTexts } from "../../../server/contract/reading/log_texts.ts";
import {
  readingPaths,
  removeWantedPath,
  wantedAfter,
  wantedForm,
  wantedPath,
} from "../../../server/contract/reading/paths.ts";
import type { ListedBook } from "../../../server/contract/reading/shapes.ts";
import { wantedTexts as words } from "../../../server/contract/reading/wanted_texts.ts";
import { withNext } from "../../../server/contract/site/paths.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { type C, type FailedForm, failures, LoadError, page, tryLoad } from "../../layout/page.tsx";
import { BackLink, LinkRow, Submit } from "../../layout/parts.tsx";

async function showWanted(c: C, failed?: FailedForm): Promise<Response> {
  const { deps: { db }, user } = c.var;
  const { after } = ReadingListQuery.parse(failed ? {} : c.req.query());
  const found = await tryLoad(c, () => listWanted(db, user.id, { after, limit: readingList.shown }));
  return await page(c, {
    title: words.title,
    description: words.description,
    width: "wide",
    styles: ["reading-log"],
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message, !found && readingLogTexts.loadFailed),
    body: found
      ? (
        <div className="reading-log">
          <div>
            <BackLink href={readingPaths.reading}>{readingLogTexts.title}</BackLink>
            <h1>{words.title}</h1>
          </div>
          {found.books.length > 0 ? <WantedBooks books={found.books} /> : (
            <EmptyState picture="books" text={words.none}>
              <p className="muted">{words.noneHint}</p>
            </EmptyState>
          )}
          {found.hasMore && <LinkRow href={wantedAfter(found.books.at(-1)!.id)}>{readingLogTexts.more}</LinkRow>}
          <details className="card fold" open={failed !== undefined || found.books.length === 0}>
            <summary>{words.add}</summary>
            <AddForm failed={failed} />
          </details>
        </div>
      )
      : <LoadError text={readingLogTexts.loadFailed} href={wantedPath} />,
  });
}

function AddForm({ failed }: { failed?: FailedForm }) {
  const field = (name: string) => ({
    ...fieldOf(name, failed?.refusal.issues),
    defaultValue: failed?.sent[name] ?? "",
  });
  return (
    <form method="post" action={wantedForm} className="stack">
      <Field {...field("title")} label={words.book} dir="auto" maxLength={limits.title} required />
      <Field {...field("author")} label={words.author} dir="auto" maxLength={limits.author} />
      <Field {...field("isbn")} label={words.isbn} maxLength={limits.isbn} />
      <Field {...field("pageCount")} label={words.pageCount} inputMode="numeric" />
      <Submit>{words.add}</Submit>
    </form>
  );
}

const WantedBooks = ({ books }: { books: ListedBook[] }) => (
  <ul className="library">
    {books.map((book) => (
      <li key={book.id} className="library-book">
        <Cover book={{ ...book, coverImage: null }} width={48} />
        <div className="library-text">
          <h2 className="library-title" dir="auto">{book.title}</h2>
          {book.author && (
            <p className="muted">
              <bdi>{book.author}</bdi>
            </p>
          )}
          {book.pageCount && <p className="muted">{readingLogTexts.pageCount(book.pageCount)}</p>}
        </div>
        <form method="post" action={removeWantedPath}>
          <input type="hidden" name="id" value={book.id} />
          <IconButton type="submit" icon="trash" label={readingLogTexts.removeBook(book.title)} />
        </form>
      </li>
    ))}
  </ul>
);

interface WantProps {
  book: { id: string; title: string };
  /** The address of the page it is on. */
  from: string;
  isListed: boolean;
}

/** A button that adds a book of a group. */
export const WantButton = ({ book: { id, title }, from, isListed }: WantProps) =>
  isListed ? <p className="muted">{words.isListed}</p> : (
    <form method="post" action={withNext(wantedForm, from)}>
      <input type="hidden" name="bookId" value={id} />
      <Submit aria-label={words.wantOf(title)}>{words.want}</Submit>
    </form>
  );

export const WantedLink = () => (
  <p>
    <a href={wantedPath}>{words.list}</a>
  </p>
);

export const wanted = router();

wanted.get(wantedPath, signedInPage, (c) => showWanted(c));
mountForm(wanted, addWanted, {
  refused: (c, refusal, { fields }) => refusal.issues && showWanted(c, { refusal, sent: fields }),
});
mountForms(wanted, [removeWanted]);
