import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { Cover } from "../../../islands/ui/Cover.tsx";
import type { BookSearch } from "../../../islands/books/BookSearch.tsx";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import { scanTexts } from "../../../server/contract/books/scan_texts.ts";
import { shelfPaths } from "../../../server/contract/books/shelf_paths.ts";
import { shelfTexts as words } from "../../../server/contract/books/shelf_texts.ts";
import type { BookResult } from "../../../server/contract/books/shapes.ts";
import { booksTexts } from "../../../server/contract/books/texts.ts";
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
  const isUnlisted = failed !== undefined && !failed.refusal.issues;
  return (
    <details className="fold" id="suggest" open={failed !== undefined || searched !== undefined}>
      <summary>{words.suggest}</summary>
      {hasOthers && <p className="muted">{words.suggestHint}</p>}
      {isUnlisted && <FormError text={failed.refusal.message} />}
      <form action={shelfPaths.search(groupId)} className="narrow-form" role="search">
        <Field
          name="query"
          type="search"
          label={words.search}
          dir="auto"
          maxLength={booksLimits.book.query}
          defaultValue={searched?.query}
          required
        />
        <div className="cluster">
          <Button type="submit">{words.find}</Button>
          <LinkButton kind="plain" href={shelfPaths.scan(groupId)}>{scanTexts.scan}</LinkButton>
        </div>
      </form>
      {searched && <Found groupId={groupId} formKey={formKey} found={searched.found} />}
      <SuggestManually groupId={groupId} formKey={formKey} failed={failed} title={searched?.query} />
    </details>
  );
}

interface FoundProps {
  groupId: string;
  formKey: string;
  found: BookSearch["found"];
}

function Found({ groupId, formKey, found }: FoundProps) {
  if (!found) return <FormError text={booksTexts.searchFailed} />;
  if (found.length === 0) return <p role="status">{booksTexts.noMatch}</p>;
  return (
    <ul className="lined-list">
      {found.map((book, index) => <FoundBook key={index} groupId={groupId} formKey={formKey} book={book} />)}
    </ul>
  );
}

const FoundBook = ({ groupId, formKey, book }: Omit<FoundProps, "found"> & { book: BookResult }) => (
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

function SuggestManually({ groupId, formKey, failed, title: query }: Omit<Props, "searched" | "hasOthers"> & {
  formKey: string;
  title?: string;
}) {
  const { title = query, author, pageCount } = failed?.sent ?? {};
  const issues = failed?.refusal.issues;
  return (
    <form method="post" action={shelfPaths.suggest(groupId)} className="narrow-form">
      <h3>{booksTexts.addManually}</h3>
      <input type="hidden" name="formKey" value={formKey} />
      <Field
        {...fieldOf("title", issues)}
        label={words.bookTitle}
        dir="auto"
        maxLength={booksLimits.book.title}
        defaultValue={title}
        required
      />
      <Field
        {...fieldOf("author", issues)}
        label={words.author}
        dir="auto"
        maxLength={booksLimits.book.author}
        defaultValue={author}
      />
      <PagesField {...fieldOf("pageCount", issues)} defaultValue={pageCount} />
      <Submit kind="primary">{words.suggest}</Submit>
    </form>
  );
}
