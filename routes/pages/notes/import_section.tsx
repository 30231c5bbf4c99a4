import { Button } from "../../../islands/ui/Button.tsx";
import { importTexts as words } from "../../../server/contract/notes/import_texts.ts";
import { notePaths } from "../../../server/contract/notes/paths.ts";
import type { ImportedHighlights } from "../../../server/contract/notes/shapes.ts";
import { readingLogTexts } from "../../../server/contract/reading/log_texts.ts";
import { ownShelfPath } from "../../../server/contract/reading/paths.ts";
import { FileField, PostButton } from "../../layout/parts.tsx";

export const ImportSection = ({ error }: { error?: string }) => (
  <details className="fold" id="import" open={error !== undefined}>
    <summary>{words.title}</summary>
    <form method="post" action={notePaths.importHighlights} encType="multipart/form-data" className="card stack">
      <p className="muted">{words.where}</p>
      <FileField label={words.file} hint={words.hint} error={error} accept=".txt,.csv,.json" />
      <Button type="submit">{words.import}</Button>
    </form>
  </details>
);

/** What is in no note after an import: shown once, in its answer. */
export const NotAdded = ({ books }: Pick<ImportedHighlights, "books">) => (
  <section className="card stack" aria-labelledby="not-added">
    <h2 id="not-added">{words.notAdded}</h2>
    <ul>
      {books.map(({ title, reason, count, example }) => (
        <li key={`${reason} ${title}`}>
          <cite dir="auto">{title}</cite> · {words.count(count)}
          {example && <p dir="auto">{example}</p>}
          <p className="muted">{reason}</p>
        </li>
      ))}
    </ul>
    {books.some(({ reason }) =>
      reason === words.reasons.noBook
    ) && (
      <>
        <p>{words.addBooks}</p>
        <PostButton icon="book" action={ownShelfPath}>{readingLogTexts.openOwnBooks}</PostButton>
      </>
    )}
  </section>
);
