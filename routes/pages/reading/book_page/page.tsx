import { findReader, type Reader } from "../../../../db/reading/readers.ts";
import { Tabs } from "../../../../islands/ui/Tabs.tsx";
import { removeBook } from "../../../../server/actions/books/removal.ts";
import { answerNote, removeNoteAnswer, shareNote } from "../../../../server/actions/notes/shared_notes.ts";
import { findChapters, saveChapterPages, setCopy, typeChapters } from "../../../../server/actions/reading/copies.ts";
import { removePlan, savePlan } from "../../../../server/actions/reading/plan.ts";
import { catchUp, sharePage } from "../../../../server/actions/reading/progress.ts";
import { askQuestion, removeQuestion, saveAnswer } from "../../../../server/actions/reading/questions.ts";
import { bookPaths } from "../../../../server/contract/books/paths.ts";
import { booksServerTexts } from "../../../../server/contract/books/texts.ts";
import { removalTexts } from "../../../../server/contract/groups/settings_texts.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";
import { type BookPageTab, bookPageTabs, readingPaths } from "../../../../server/contract/reading/paths.ts";
import { bookPageTexts } from "../../../../server/contract/reading/texts.ts";
import { sitePaths } from "../../../../server/contract/site/paths.ts";
import { descriptions } from "../../../../server/contract/site/texts.ts";
import { setFlash } from "../../../../server/http/cookies.ts";
import { type FormDoor, mountForm, mountForms } from "../../../../server/http/form_door.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { inTimeZone } from "../../../api/reading.ts";
import { type C, type FailedForm, failures, page, type Tab, tryLoad } from "../../../layout/page.tsx";
import { Submit } from "../../../layout/parts.tsx";
import { askCard } from "../../groups/ask_card.tsx";
import { copyTab } from "./copy_tab.tsx";
import { notesTab } from "./notes_tab.tsx";
import { paceTab } from "./pace_tab.tsx";
import { questionsTab } from "./questions_tab.tsx";

const tabs: Record<BookPageTab, Tab<Reader>> = {
  pace: paceTab,
  notes: notesTab,
  questions: questionsTab,
  copy: copyTab,
};

async function showBookPage(c: C, tab?: BookPageTab, failed?: FailedForm): Promise<Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const reader = await tryLoad(c, () => findReader(c.var.deps.db, c.var.user.id, bookId));
  if (reader?.groupId !== groupId) {
    setFlash(c, "error", booksServerTexts.notFound);
    return c.redirect(reader ? groupPaths.group(groupId) : sitePaths.dashboard, 303);
  }
  const current = tab ?? bookPageTabs.find((name) => name === c.req.query("tab")) ?? "pace";
  const [{ content, toasts = [], styles = [] }, ask] = await Promise.all([
    tabs[current](c, reader, failed),
    askCard(c, { groupId, from: bookId }),
  ]);
  return page(c, {
    title: reader.title,
    description: descriptions.bookPage,
    styles: ["together-page", ...styles, ...ask.styles],
    refusal: failed?.refusal,
    toasts: [...failures(failed?.refusal.message), ...toasts],
    body: (
      <div className="together">
        <header>
          <a href={bookPaths.book(groupId, bookId)}>{bookPageTexts.back}</a>
          <h1 dir="auto">{reader.title}</h1>
        </header>
        {ask.card}
        <Tabs
          label={bookPageTexts.title}
          tabs={bookPageTabs.map((name) => ({
            href: readingPaths.bookPage(groupId, bookId, name),
            text: bookPageTexts.tabs[name],
            current: name === current,
          }))}
        />
        {content}
        {reader.mayRemove && <RemoveBook book={reader} isAsked={c.req.query("remove") !== undefined} />}
      </div>
    ),
  });
}

const RemoveBook = ({ book: { groupId, bookId }, isAsked }: { book: Reader; isAsked: boolean }) => (
  <details className="together-remove" id="remove" open={isAsked}>
    <summary>{removalTexts.remove}</summary>
    <form method="post" action={groupPaths.removeBook(groupId, bookId)} className="stack">
      <p>{removalTexts.confirm}</p>
      <Submit kind="danger">{removalTexts.action}</Submit>
    </form>
  </details>
);

export const bookPage = router();

bookPage.get("/group/:id/books/:bookId", signedInPage, (c) => showBookPage(c));

const shownAgainAt = (tab: BookPageTab): FormDoor => ({
  refused: (c, refusal, { fields }) => showBookPage(c, tab, { refusal, sent: fields }),
});

mountForm(bookPage, setCopy, shownAgainAt("copy"));
mountForm(bookPage, typeChapters, shownAgainAt("copy"));
mountForm(bookPage, saveChapterPages, shownAgainAt("copy"));
mountForm(bookPage, savePlan, { ...shownAgainAt("pace"), input: inTimeZone });
mountForm(bookPage, catchUp, { input: inTimeZone });
mountForm(bookPage, askQuestion, shownAgainAt("questions"));
mountForm(bookPage, saveAnswer, {
  refused: (c, refusal, { fields, params }) =>
    showBookPage(c, "questions", { refusal, sent: { ...fields, questionId: params.questionId } }),
});
mountForm(bookPage, answerNote, {
  refused: (c, refusal, { params, fields }) =>
    showBookPage(c, "notes", { refusal, sent: { ...fields, noteId: params.noteId } }),
});
mountForms(bookPage, [findChapters, removePlan, removeBook, sharePage, removeQuestion, shareNote, removeNoteAnswer]);
