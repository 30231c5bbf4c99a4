import type { BookRights } from "../../../db/books/rights.ts";
import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import type { Book } from "../../../server/contract/books/shapes.ts";
import { fromShelf, shelfPaths } from "../../../server/contract/books/shelf_paths.ts";
import { shelfTexts as words } from "../../../server/contract/books/shelf_texts.ts";
import { aboutPaths } from "../../../server/contract/groups/about_paths.ts";
import { removalTexts } from "../../../server/contract/groups/settings_texts.ts";
import type { FailedForm } from "../../layout/page.tsx";
import { ConfirmFold, Submit } from "../../layout/parts.tsx";
import { CoverChoice } from "./cover_choice.tsx";
import { PagesField } from "./pages_field.tsx";
import { shownStates } from "./shelf_part.tsx";

interface Props {
  book: Book & BookRights;
  /** Addresses of those that were looked for. */
  covers?: string[];
  /** What was typed before those were looked for. */
  typed?: Record<string, string>;
  failed?: FailedForm;
}

/** What a member may change of a book. */
export const BookChange = ({ book, covers, typed, failed }: Props) => (
  <>
    {book.mayMove && <Move book={book} />}
    {book.mayCorrect && <Correct book={book} covers={covers} typed={typed} failed={failed} />}
    {book.mayRemove && <Remove book={book} />}
  </>
);

const Move = ({ book: { id, groupId, state } }: Props) => (
  <section className="card stack" aria-labelledby="move">
    <h2 id="move">{words.move}</h2>
    <form method="post" action={shelfPaths.change(groupId, id)} className="shelf-states">
      {shownStates.map((other) => (
        <Button
          key={other}
          type={other === state ? "button" : "submit"}
          name="state"
          value={other}
          kind={other === state ? "primary" : "quiet"}
          aria-pressed={other === state}
        >
          {words.moveTo[other]}
        </Button>
      ))}
    </form>
  </section>
);

function Correct({ book, covers, typed, failed }: Props) {
  const { refusal, sent } = failed ?? {};
  const needsConfirm = refusal?.code === "pages_read";
  const issues = needsConfirm ? [{ path: "pageCount", message: refusal!.message }] : refusal?.issues;
  const shown = { title: book.title, authors: book.author ?? "", pageCount: String(book.pageCount) };
  const { was = JSON.stringify(shown), title, authors, pageCount } = { ...shown, ...typed, ...sent };
  return (
    <section className="card" aria-labelledby="correct">
      <h2 id="correct">{words.correct}</h2>
      <form method="post" action={shelfPaths.change(book.groupId, book.id)} className="narrow-form">
        <input type="hidden" name="was" value={was} />
        <Field
          {...fieldOf("title", issues)}
          label={words.bookTitle}
          dir="auto"
          maxLength={booksLimits.book.title}
          defaultValue={title}
          required
        />
        <Field
          {...fieldOf("authors", issues)}
          label={words.author}
          dir="auto"
          maxLength={booksLimits.book.author}
          defaultValue={authors}
        />
        <PagesField
          {...fieldOf("pageCount", issues)}
          hint={words.correctHint}
          defaultValue={pageCount}
          required
        />
        <CoverChoice book={book} found={covers} chosen={sent?.coverImage} />
        {needsConfirm && (
          <label className="check-row">
            <input type="checkbox" name="confirm" />
            <span>{words.fewerPages}</span>
          </label>
        )}
        <Submit kind="primary">{words.save}</Submit>
      </form>
    </section>
  );
}

const Remove = ({ book: { id, groupId } }: Props) => (
  <section className="card">
    <ConfirmFold
      action={aboutPaths.removeBook(groupId, id) + fromShelf}
      title={<h2>{removalTexts.remove}</h2>}
      text={removalTexts.action}
      hint={removalTexts.confirm}
    />
  </section>
);
