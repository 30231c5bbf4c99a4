import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { Cover } from "../../../islands/ui/Cover.tsx";
import type { BookSearch } from "../../../islands/books/BookSearch.tsx";
import { IsbnField } from "../../../islands/books/IsbnField.tsx";
import { isbn13, isbnProblem, isBookNumber } from "../../../server/contract/books/isbn.ts";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import { scanTexts } from "../../../server/contract/books/scan_texts.ts";
import { shelfPaths } from "../../../server/contract/books/shelf_paths.ts";
import { shelfTexts } from "../../../server/contract/books/shelf_texts.ts";
import type { BookResult } from "../../../server/contract/books/shapes.ts";
import { booksTexts } from "../../../server/contract/books/texts.ts";
import { ownTexts } from "../../../server/contract/groups/kind_texts.ts";
import { formKeyFor } from "../../../server/http/form.ts";
import type { FailedForm } from "../../layout/page.tsx";
import { Submit } from "../../layout/parts.tsx";
import { PagesField } from "./pages_field.tsx";

interface Props {
  groupId: string;
  hasOthers: boolean;
  searched?: BookSearch;
  failed?: FailedForm;
}

export function SuggestBook({ groupId, hasOthers, searched, failed }: Props) {
  const formKey = formKeyFor(failed?.sent);
  const words = hasOthers ? shelfTexts : ownTexts;
  const isUnlisted = failed !== undefined && !failed.refusal.issues;
  return (
    <details className="fold" id="suggest" open={failed !== undefined || searched !== undefined}>
      <summary>{words.suggest}</summary>
      {hasOthers && <p className="muted">{shelfTexts.suggestHint}</p>}
      {isUnlisted && <FormError text={failed.refusal.message} />}
      <form action={shelfPaths.search(groupId)} className="narrow-form" role="search">
        <Field
          name="query"
          type="search"
          label={shelfTexts.search}
          dir="auto"
          maxLength={booksLimits.book.query}
          defaultValue={searched?.query}
          required
        />
        <div className="cluster">
          <Button type="submit">{shelfTexts.find}</Button>
          <LinkButton kind="plain" href={shelfPaths.scan(groupId)}>{scanTexts.scan}</LinkButton>
        </div>
      </form>
      {searched && <Found groupId={groupId} formKey={formKey} words={words} {...searched} />}
      <SuggestManually groupId={groupId} formKey={formKey} failed={failed} words={words} query={searched?.query} />
    </details>
  );
}

interface FoundProps extends BookSearch {
  groupId: string;
  formKey: string;
  words: SuggestTexts;
}

type SuggestTexts = Pick<typeof ownTexts, "suggest" | "suggestIt" | "suggestOf">;

function Found({ query, found, ...form }: FoundProps) {
  if (!found) return <FormError text={booksTexts.searchFailed} />;
  if (found.length === 0) return <p role="status">{isbnProblem(query) ?? booksTexts.noMatch}</p>;
  return (
    <ul className="lined-list">
      {found.map((book, index) => <FoundBook key={index} {...form} book={book} />)}
    </ul>
  );
}

const FoundBook = ({ groupId, formKey, words, book }: Omit<FoundProps, keyof BookSearch> & { book: BookResult }) => (
  <li className="shelf-book">
    <Cover book={book} width={36} />
    <div className="shelf-text">
      <h3 dir="auto">{book.title}</h3>
      {book.author && <p className="muted" dir="auto">{book.author}</p>}
    </div>
    <form method="post" action={shelfPaths.suggest(groupId)}>
      <input type="hidden" name="formKey" value={formKey} />
      <input type="hidden" name="book" value={JSON.stringify(book)} />
      <Button type="submit" aria-label={words.suggestOf(book.title)}>{words.suggestIt}</Button>
    </form>
  </li>
);

interface ManualProps extends Omit<FoundProps, keyof BookSearch>, Pick<Props, "failed"> {
  query?: string;
}

function SuggestManually({ groupId, formKey, words, failed, query = "" }: ManualProps) {
  const {
    title = isBookNumber(query) ? undefined : query,
    isbn = isbn13(query),
    author,
    pageCount,
  } = failed?.sent ?? {};
  const issues = failed?.refusal.issues;
  return (
    <form method="post" action={shelfPaths.suggest(groupId)} className="narrow-form">
      <h3>{booksTexts.addManually}</h3>
      <input type="hidden" name="formKey" value={formKey} />
      <Field
        {...fieldOf("title", issues)}
        label={shelfTexts.bookTitle}
        dir="auto"
        maxLength={booksLimits.book.title}
        defaultValue={title}
        required
      />
      <Field
        {...fieldOf("author", issues)}
        label={shelfTexts.author}
        dir="auto"
        maxLength={booksLimits.book.author}
        defaultValue={author}
      />
      <PagesField {...fieldOf("pageCount", issues)} defaultValue={pageCount} />
      <IsbnField isbn={isbn} />
      <Submit kind="primary">{words.suggest}</Submit>
    </form>
  );
}
