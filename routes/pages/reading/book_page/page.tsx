import { findReader } from "../../../../db/reading/readers.ts";
import { Tabs } from "../../../../islands/ui/Tabs.tsx";
import { bookPaths } from "../../../../server/contract/books/paths.ts";
import { booksServerTexts } from "../../../../server/contract/books/texts.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";
import { type BookPageTab, bookPageTabs, readingPaths } from "../../../../server/contract/reading/paths.ts";
import { bookPageTexts } from "../../../../server/contract/reading/texts.ts";
import { sitePaths } from "../../../../server/contract/site/paths.ts";
import { descriptions } from "../../../../server/contract/site/texts.ts";
import { setFlash } from "../../../../server/http/cookies.ts";
import { failures, tryLoad } from "../../../layout/LoadError.tsx";
import { page } from "../../../layout/page.tsx";
import { copyTab } from "./copy_tab.tsx";
import { notesTab } from "./notes_tab.tsx";
import { paceTab } from "./pace_tab.tsx";
import { questionsTab } from "./questions_tab.tsx";
import type { C, FailedForm, Tab } from "./tab.tsx";

const tabs: Record<BookPageTab, Tab> = { pace: paceTab, notes: notesTab, questions: questionsTab, copy: copyTab };

/** The page of the book that the address names, at a tab, or else at the one that the address names. */
export async function showBookPage(c: C, tab?: BookPageTab, failed?: FailedForm): Promise<Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const reader = await tryLoad(c, () => findReader(c.var.deps.db, c.var.user.id, bookId));
  if (reader?.groupId !== groupId) {
    setFlash(c, "error", booksServerTexts.notFound);
    return c.redirect(reader ? groupPaths.group(groupId) : sitePaths.dashboard, 303);
  }
  const current = tab ?? bookPageTabs.find((name) => name === c.req.query("tab")) ?? "pace";
  const { content, toasts = [], styles = [] } = await tabs[current](c, { ...reader, bookId }, failed);
  return page(c, {
    title: reader.title,
    description: descriptions.bookPage,
    styles: ["together-page", ...styles],
    status: failed?.refusal.status,
    headers: failed?.refusal.headers,
    toasts: [...failures(failed?.refusal.message), ...toasts],
    body: (
      <div className="together">
        <header>
          <a href={bookPaths.book(groupId, bookId)}>{bookPageTexts.back}</a>
          <h1 dir="auto">{reader.title}</h1>
        </header>
        <Tabs
          label={bookPageTexts.title}
          tabs={bookPageTabs.map((name) => ({
            href: readingPaths.bookPage(groupId, bookId, name),
            text: bookPageTexts.tabs[name],
            current: name === current,
          }))}
        />
        {content}
      </div>
    ),
  });
}
