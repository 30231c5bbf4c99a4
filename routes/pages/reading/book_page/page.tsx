import { LinkButton } from "../../../../islands/ui/Button.tsx";
import { bringTexts } from "../../../../server/contract/books/bring_texts.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { findBook } from "../../../../db/books/books.ts";
import { findBookRights } from "../../../../db/books/rights.ts";
import { findGroupName } from "../../../../db/groups/groups.ts";
import { findReader, type Reader } from "../../../../db/reading/readers.ts";
import { listOnList } from "../../../../db/reading/reading_list.ts";
import { Cover } from "../../../../islands/ui/Cover.tsx";
import { Tabs } from "../../../../islands/ui/Tabs.tsx";
import { saveNote } from "../../../../server/actions/notes/own_notes.ts";
import { removeBook, restoreBook } from "../../../../server/actions/books/removal.ts";
import { answerNote, removeNoteAnswer, shareNote } from "../../../../server/actions/notes/shared_notes.ts";
import { findChapters, saveChapterPages, setCopy, typeChapters } from "../../../../server/actions/reading/copies.ts";
import { removePlan, savePlan } from "../../../../server/actions/reading/plan.ts";
import { catchUp, markOpenedSeen, sharePage, turnPage } from "../../../../server/actions/reading/progress.ts";
import { askQuestion, removeQuestion, saveAnswer } from "../../../../server/actions/reading/questions.ts";
import { openBookTexts } from "../../../../server/contract/books/open_book_texts.ts";
import type { Book } from "../../../../server/contract/books/shapes.ts";
import { fromShelf } from "../../../../server/contract/books/shelf_paths.ts";
import { bookPaths } from "../../../../server/contract/books/paths.ts";
import { removalTexts } from "../../../../server/contract/groups/settings_texts.ts";
import { aboutPaths } from "../../../../server/contract/groups/about_paths.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";
import { tabTexts } from "../../../../server/contract/reading/book_page_texts.ts";
import {
  bookEndPath,
  type BookPageTab,
  bookPageTabs,
  readingPaths,
} from "../../../../server/contract/reading/paths.ts";
import { bookPageTexts } from "../../../../server/contract/reading/texts.ts";
import { sitePaths } from "../../../../server/contract/site/paths.ts";
import { descriptions } from "../../../../server/contract/site/texts.ts";
import { bookNotFound } from "../../../../server/errors.ts";
import { setFlash } from "../../../../server/http/cookies.ts";
import { type FormDoor, mountForm, mountForms } from "../../../../server/http/form_door.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { inTimeZone } from "../../../api/reading.ts";
import {
  type C,
  type FailedForm,
  failures,
  isFetchedAhead,
  page,
  partOfPage,
  type Tab,
  tryLoad,
} from "../../../layout/page.tsx";
import { BackLink, Submit } from "../../../layout/parts.tsx";
import { missingBook } from "../../books/missing_book.ts";
import { askCard } from "../../groups/ask_card.tsx";
import { WantButton, WantedLink } from "../wanted.tsx";
import type { BookOfPage } from "./book_of_page.ts";
import { copyTab } from "./copy_tab.tsx";
import { notesTab } from "./notes_tab.tsx";
import { currentPace, type FailedPace, paceSection } from "./pace_section.tsx";
import { pageTab } from "./page_tab.tsx";
import { questionsTab } from "./questions_tab.tsx";
import { talkTab } from "./talk_tab.tsx";

const tabs: Record<BookPageTab, Tab<BookOfPage>> = {
  page: pageTab,
  notes: notesTab,
  questions: questionsTab,
  talk: talkTab,
  copy: copyTab,
};

interface Shown {
  tab?: BookPageTab;
  /** A form of the tab. */
  failed?: FailedForm;
  pace?: FailedPace;
}

async function showBookPage(c: C, { tab, failed, pace = {} }: Shown = {}): Promise<Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const { user, deps: { db } } = c.var;
  const [reader, book, groupName, ask] = await tryLoad(c, () =>
    Promise.all([
      findReader(db, user.id, bookId),
      findBook(db, user.id, bookId),
      findGroupName(db, user.id, groupId),
      askCard(c, { groupId, from: bookId, isFolded: true }),
    ])) ?? [];
  if (!book || reader?.groupId !== groupId || groupName === undefined || !ask) {
    setFlash(c, "error", await missingBook(c, bookId));
    return c.redirect(groupName === undefined ? sitePaths.dashboard : groupPaths.group(groupId), 303);
  }
  const isOpening = c.req.method === "GET" && c.req.query("opened") !== undefined;
  if (isOpening && isFetchedAhead(c)) return c.body(null, 503);
  const current = tab ?? bookPageTabs.find((name) => name === c.req.query("tab")) ?? "page";
  const [{ opened, place, more }, { content, toasts = [], styles = [] }, onList] = await Promise.all([
    paceSection(c, reader, { failed: pace, isGroupAsking: ask.card !== null }),
    tabs[current](c, { ...reader, book }, failed),
    reader.readAt === null ? listOnList(db, user.id, [book]) : null,
  ]);
  if (isOpening && reader.openedSeen < reader.reached) await tryLoad(c, () => markOpenedSeen(c.var.deps, user, reader));
  const refusal = (failed ?? pace.plan ?? pace.turn)?.refusal;
  return page(c, {
    title: reader.title,
    description: descriptions.bookPage,
    width: "wide",
    styles: ["together-page", ...styles, ...ask.styles],
    lateStyles: ["written"],
    refusal,
    toasts: [...failures(refusal?.message), ...toasts],
    body: (
      <div className="together">
        <div className="together-head">
          <BookHead book={book} groupName={groupName} />
          {reader.textState === "ready" && (
            <p>
              <LinkButton kind="primary" icon="book" href={textPaths.here(groupId, bookId)}>
                {bringTexts.read}
              </LinkButton>
            </p>
          )}
          {opened}
          {reader.finishedAt !== null && <a href={bookEndPath(groupId, bookId)}>{openBookTexts.end}</a>}
        </div>
        <div className="together-pace">
          {place}
          {ask.card}
        </div>
        <div className="together-content">
          <BookTabs book={book} current={current} />
          {content}
        </div>
        <div className="together-more">
          {more}
          {onList && <Wanted book={book} isListed={onList.has(bookId)} />}
          {reader.mayRemove && <RemoveBook book={reader} isAsked={c.req.query("remove") !== undefined} />}
        </div>
      </div>
    ),
  });
}

const BookTabs = ({ book: { groupId, id }, current }: { book: Book; current: BookPageTab }) => (
  <div id="tabs" className="book-tabs">
    <Tabs
      label={bookPageTexts.title}
      tabs={bookPageTabs.map((name) => ({
        href: `${readingPaths.bookPage(groupId, id, name)}#tabs`,
        text: tabTexts[name],
        current: name === current,
      }))}
    />
  </div>
);

const Wanted = ({ book, isListed }: { book: Book; isListed: boolean }) => (
  <div className="cluster">
    <WantButton book={book} from={readingPaths.bookPage(book.groupId, book.id)} isListed={isListed} />
    <WantedLink />
  </div>
);

const BookHead = ({ book, groupName }: { book: Book; groupName: string }) => (
  <header className="book-head">
    <Cover book={book} width={96} />
    <div>
      <BackLink href={groupPaths.group(book.groupId)}>
        <bdi>{groupName}</bdi>
      </BackLink>
      <h1>
        <bdi>{book.title}</bdi>
      </h1>
      {book.author && (
        <p className="muted">
          <bdi>{book.author}</bdi>
        </p>
      )}
    </div>
  </header>
);

const RemoveBook = ({ book: { groupId, bookId }, isAsked }: { book: Reader; isAsked: boolean }) => (
  <details className="fold book-remove" id="remove" open={isAsked}>
    <summary>{removalTexts.remove}</summary>
    <form method="post" action={aboutPaths.removeBook(groupId, bookId)} className="stack">
      <p>{removalTexts.confirm}</p>
      <Submit kind="danger">{removalTexts.action}</Submit>
    </form>
  </details>
);

export const bookPage = router();

bookPage.get(
  "/group/:id/books/:bookId",
  signedInPage,
  (c) => c.req.query("part") === "live" ? showPace(c) : showBookPage(c),
);

async function showPace(c: C): Promise<Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const reader = await findReader(c.var.deps.db, c.var.user.id, bookId);
  if (reader?.groupId !== groupId) throw bookNotFound();
  return partOfPage(c, await currentPace(c, reader));
}

const shownAgainAt = (tab: BookPageTab): FormDoor => ({
  refused: (c, refusal, { fields }) => showBookPage(c, { tab, failed: { refusal, sent: fields } }),
});

mountForm(bookPage, setCopy, shownAgainAt("copy"));
mountForm(bookPage, typeChapters, shownAgainAt("copy"));
mountForm(bookPage, saveChapterPages, shownAgainAt("copy"));
mountForm(bookPage, savePlan, {
  input: inTimeZone,
  refused: (c, refusal, { fields }) => showBookPage(c, { pace: { plan: { refusal, sent: fields } } }),
});
mountForm(bookPage, turnPage, {
  path: "/group/:id/books/:bookId/turn",
  input: inTimeZone,
  refused: (c, refusal, { fields }) => showBookPage(c, { pace: { turn: { refusal, sent: fields } } }),
});
mountForm(bookPage, saveNote, { ...shownAgainAt("page"), path: "/group/:id/books/:bookId/page-note" });
mountForm(bookPage, catchUp, { path: "/group/:id/books/:bookId/caught-up", input: inTimeZone });
mountForm(bookPage, askQuestion, shownAgainAt("questions"));
mountForm(bookPage, saveAnswer, {
  refused: (c, refusal, { fields, params }) =>
    showBookPage(c, { tab: "questions", failed: { refusal, sent: { ...fields, questionId: params.questionId } } }),
});
mountForm(bookPage, answerNote, {
  refused: (c, refusal, { params, fields }) =>
    showBookPage(c, { tab: "notes", failed: { refusal, sent: { ...fields, noteId: params.noteId } } }),
});
mountForm(bookPage, removeBook, {
  async done(c, _, { params: { bookId }, search }) {
    const { deps: { db, clock }, user } = c.var;
    const rights = await findBookRights(db, user.id, bookId, clock());
    if (!rights?.mayUndo) return;
    const { groupId } = rights;
    setFlash(c, "success", removalTexts.removedByOrganizer, { removed: { groupId, bookId } });
    return c.redirect(search === fromShelf ? bookPaths.shelf(groupId) : groupPaths.group(groupId), 303);
  },
});
mountForms(bookPage, [findChapters, removePlan, restoreBook, sharePage, removeQuestion, shareNote, removeNoteAnswer]);
