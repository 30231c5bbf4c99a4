/** By which a member brings the text of a book, and sees what has become of it. */
import { findBook } from "../../../db/books/books.ts";
import { findTextRights, type TextRights } from "../../../db/books/text_changes.ts";
import { findText } from "../../../db/books/texts.ts";
import { findGroupName } from "../../../db/groups/groups.ts";
import { FieldFrame } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { addText, asText, removeText } from "../../../server/actions/books/texts.ts";
import type { Book } from "../../../server/contract/books/shapes.ts";
import { textPaths } from "../../../server/contract/books/text_paths.ts";
import type { Text } from "../../../server/contract/books/text_shapes.ts";
import { textTexts as words } from "../../../server/contract/books/text_texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { flashAndRedirect, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { z } from "zod";
import { receiveText } from "../../api/books_files.ts";
import { type C, page } from "../../layout/page.tsx";
import { BackLink, ConfirmFold, LinkRow } from "../../layout/parts.tsx";
import { missingBook } from "./missing_book.ts";

export const textOfBook = router();

textOfBook.get("/group/:id/books/:bookId/text", signedInPage, (c) => showText(c));

/** Seconds. */
const again = 2;

async function showText(c: C, refusal?: Refusal): Promise<Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const { user, deps: { db, clock, config } } = c.var;
  const [book, rights, row, groupName] = await Promise.all([
    findBook(db, user.id, bookId),
    findTextRights(db, user.id, bookId),
    findText(db, user.id, bookId),
    findGroupName(db, user.id, groupId),
  ]);
  if (book?.groupId !== groupId || !rights) {
    setFlash(c, "error", await missingBook(c, bookId));
    return c.redirect(groupName === undefined ? sitePaths.dashboard : groupPaths.group(groupId), 303);
  }
  const text = row && asText(row, clock());
  const isReading = text?.state === "reading";
  return await page(c, {
    title: `${words.title}: ${book.title}`,
    description: words.description,
    width: "narrow",
    styles: ["shelf-page"],
    refresh: isReading ? { after: again, to: textPaths.text(groupId, bookId) } : undefined,
    refusal,
    body: (
      <div className="stack">
        <BackLink href={readingPaths.bookPage(groupId, bookId)}>
          <bdi>{book.title}</bdi>
        </BackLink>
        <h1>{words.title}</h1>
        <p>{words.about}</p>
        {text
          ? <State book={book} text={text} mayRemove={rights.mayRemove} />
          : <Bringing book={book} rights={rights} isOff={config.bookTexts === "off"} refusal={refusal} />}
      </div>
    ),
  });
}

const State = ({ book: { groupId, id }, text: { state, problem }, mayRemove }: {
  book: Book;
  text: Text;
  mayRemove: boolean;
}) => (
  <>
    {state === "reading" && <p role="status">{words.reading}</p>}
    {state === "failed" && <FormError text={problem ?? words.failed} />}
    {state === "ready" && (
      <>
        <p role="status">{words.isReady}</p>
        <LinkRow href={textPaths.read(groupId, id)} kind="primary" icon="book">{words.read}</LinkRow>
      </>
    )}
    {mayRemove && state !== "reading" && (
      <ConfirmFold
        action={textPaths.removeText(groupId, id)}
        title={words.remove}
        text={words.removeAction}
        hint={words.removeHint}
      />
    )}
  </>
);

interface BringingProps {
  book: Book;
  rights: TextRights;
  isOff: boolean;
  refusal?: Refusal;
}

function Bringing({ book: { groupId, id }, rights, isOff, refusal }: BringingProps) {
  if (isOff) return <p>{words.off}.</p>;
  if (!rights.mayBring) return <p>{words.onlyOrganizers}</p>;
  const error = refusal?.message;
  return (
    <form
      method="post"
      action={textPaths.text(groupId, id)}
      encType="multipart/form-data"
      className="card stack"
      data-busy={words.bringing}
    >
      <FieldFrame id="file" label={words.file} hint={words.hint} error={error}>
        <input
          className="input"
          type="file"
          id="file"
          name="file"
          accept=".epub,application/epub+zip"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "file-error file-hint" : "file-hint"}
        />
      </FieldFrame>
      <label className="check">
        <input type="checkbox" name="mayShare" value="true" required />
        <span>{words.mayShare}</span>
      </label>
      <div>
        <Button type="submit" kind="primary">{words.bring}</Button>
      </div>
    </form>
  );
}

mountForm(textOfBook, addText, {
  async respond(c) {
    const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
    const whole = { schema: z.unknown(), fields: undefined };
    const outcome = await runFormAction(c, whole, () => receiveText(c, bookId));
    if (!outcome.ok) return await showText(c, outcome);
    const success = outcome.value.state === "ready" ? words.ready : words.brought;
    return flashAndRedirect(c, outcome, { success, to: textPaths.text(groupId, bookId) });
  },
});
mountForm(textOfBook, removeText);
