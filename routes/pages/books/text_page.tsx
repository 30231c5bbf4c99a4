import { z } from "zod";
import { findText } from "../../../db/books/texts.ts";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { findTextRights, type TextRights } from "../../../db/books/text_storage.ts";
import { asText, bringText, removeText } from "../../../server/actions/books/texts.ts";
import { bringTexts as words } from "../../../server/contract/books/bring_texts.ts";
import { isOtherTitle } from "../../../server/contract/books/text_titles.ts";
import { textPaths } from "../../../server/contract/books/text_paths.ts";
import type { Text } from "../../../server/contract/books/text_shapes.ts";
import { conversationTexts } from "../../../server/contract/groups/conversation_texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { settingsTexts } from "../../../server/contract/groups/settings_texts.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { flashAndRedirect, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { receiveText } from "../../api/books_files.ts";
import type { C } from "../../layout/page.tsx";
import { ConfirmFold, FileField, FileProgress, Submit } from "../../layout/parts.tsx";
import { partOfGroup } from "../groups/part_of_group.tsx";
import { missingBook } from "./missing_book.ts";

export const textOfBook = router();

textOfBook.get("/group/:id/books/:bookId/text", signedInPage, (c) => showText(c));

mountForm(textOfBook, removeText);
mountForm(textOfBook, bringText, {
  async respond(c) {
    const whole = { schema: z.unknown(), fields: undefined };
    const outcome = await runFormAction(c, whole, () => receiveText(c));
    if (!outcome.ok) return showText(c, outcome);
    const { id, bookId } = c.req.param() as { id: string; bookId: string };
    return flashAndRedirect(c, outcome, { success: words.brought, to: textPaths.text(id, bookId) });
  },
});

/** Seconds after which the page looks again. */
const lookAfter = 3;

async function showText(c: C, refusal?: Refusal): Promise<Response> {
  const { deps: { db, clock, config }, user } = c.var;
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const rights = await findTextRights(db, user.id, bookId);
  const row = await findText(db, user.id, bookId);
  const text = row && asText(row, clock());
  const to = textPaths.text(groupId, bookId);
  return partOfGroup(c, {
    groupId,
    description: words.description,
    styles: ["scan-page", "text-file"],
    failed: refusal && { refusal, sent: {} },
    refresh: text?.state === "reading" ? { after: lookAfter, to, always: true } : undefined,
  }, async () => {
    if (rights?.groupId !== groupId) {
      setFlash(c, "error", await missingBook(c, bookId));
      return c.redirect(groupPaths.group(groupId), 303);
    }
    return {
      title: words.title,
      back: { href: readingPaths.bookPage(groupId, bookId), text: rights.title },
      body: (
        <section className="card stack" aria-labelledby="text-title">
          <h2 id="text-title">{rights.title}</h2>
          {text ? <State text={text} to={to} groupId={groupId} /> : <p className="muted">{words.about}</p>}
          {!text && (
            <Bring rights={rights} isOff={config.bookTexts === "off"} bookId={bookId} to={to} refusal={refusal} />
          )}
          {text && text.state !== "reading" && rights.mayRemove && (
            <>
              {isOtherTitle(text.title, rights.title) && <p>{words.otherTitle(text.title, rights.title)}</p>}
              <ConfirmFold
                action={textPaths.removeText(groupId, bookId)}
                text={words.remove}
                hint={words.removeHint}
              />
            </>
          )}
        </section>
      ),
    };
  });
}

function State({ text, to, groupId }: { text: Text; to: string; groupId: string }) {
  if (text.state === "ready") {
    return (
      <>
        <p>{words.isReady(text.title)}</p>
        <p>
          <LinkButton kind="primary" icon="book" href={textPaths.read(groupId, text.bookId)}>{words.read}</LinkButton>
        </p>
      </>
    );
  }
  if (text.state === "failed") return <p role="alert">{text.problem ?? words.failed}</p>;
  return (
    <>
      <p role="status">{words.reading}</p>
      <p>
        <LinkButton href={to}>{words.look}</LinkButton>
      </p>
    </>
  );
}

interface BringProps {
  rights: TextRights;
  isOff: boolean;
  bookId: string;
  to: string;
  refusal?: Refusal;
}

function Bring({ rights, isOff, bookId, to, refusal }: BringProps) {
  if (isOff) return <p className="muted">{words.isOff}</p>;
  if (!rights.mayBring) {
    const why = rights.isOpen ? settingsTexts.organizersOnly.texts : conversationTexts.isClosed;
    return <p className="muted">{why}</p>;
  }
  const isOfConsent = refusal?.issues?.some(({ path }) => path === "mayShare");
  const error = isOfConsent ? undefined : refusal?.message;
  return (
    <form method="post" action={to} encType="multipart/form-data" className="stack" data-bring={bookId} data-own-script>
      <FileField label={words.file} hint={words.hint} error={error} accept=".epub,application/epub+zip" />
      <label className="cluster">
        <input type="checkbox" name="mayShare" value="true" required aria-describedby="share-hint" />
        <span>{words.mayShare}</span>
      </label>
      <p id="share-hint" className="muted">{words.mayShareHint}</p>
      {isOfConsent && <p role="alert" className="field-error">{refusal!.message}</p>}
      <Submit kind="primary">{words.bring}</Submit>
      <FileProgress />
    </form>
  );
}
