import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import { shelfPaths } from "../../../server/contract/books/shelf_paths.ts";
import { shelfTexts as words } from "../../../server/contract/books/shelf_texts.ts";
import { formKeyFor } from "../../../server/http/form.ts";
import type { FailedForm } from "../../layout/page.tsx";
import { Submit } from "../../layout/parts.tsx";
import { PagesField } from "./pages_field.tsx";

export function SuggestBook({ groupId, failed }: { groupId: string; failed?: FailedForm }) {
  const { title = "", author = "", pageCount = "" } = failed?.sent ?? {};
  const issues = failed?.refusal.issues;
  return (
    <details className="fold" open={failed !== undefined}>
      <summary>{words.suggest}</summary>
      <form method="post" action={shelfPaths.suggest(groupId)} className="shelf-form">
        <p className="muted">{words.suggestHint}</p>
        {failed && !issues && <FormError text={failed.refusal.message} />}
        <input type="hidden" name="formKey" value={formKeyFor(failed?.sent)} />
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
    </details>
  );
}
