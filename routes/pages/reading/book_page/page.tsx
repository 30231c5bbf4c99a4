import { findReader } from "../../../../db/reading/readers.ts";
import { Tabs } from "../../../../islands/ui/Tabs.tsx";
import { setFlash } from "../../../../server/http/flash.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { failures, tryLoad } from "../../../layout/LoadError.tsx";
import { page } from "../../../layout/page.tsx";
import { copyTab } from "./copy_tab.tsx";
import { notesTab } from "./notes_tab.tsx";
import { paceTab } from "./pace_tab.tsx";
import { questionsTab } from "./questions_tab.tsx";
import type { C, FailedForm, Tab } from "./tab.ts";
import { readingPaths, type TogetherTab, togetherTabs } from "../../../../server/contract/reading/paths.ts";
import { bookPaths } from "../../../../server/contract/books/paths.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";
import { sitePaths } from "../../../../server/contract/site/paths.ts";
import { booksServerTexts } from "../../../../server/contract/books/texts.ts";
import { descriptions } from "../../../../server/contract/site/texts.ts";
import { bookPageTexts } from "../../../../server/contract/reading/texts.ts";

export const togetherPage = router();

togetherPage.get("/group/:id/books/:bookId", signedInPage, (c) => showTogether(c));

const tabs: Record<TogetherTab, Tab> = { pace: paceTab, notes: notesTab, questions: questionsTab, copy: copyTab };

/**
 * The page of the book that the address names, at the tab that it names.
 *
 * @param failed a form of this tab, which is shown again
 */
export async function showTogether(c: C, tab?: TogetherTab, failed?: FailedForm): Promise<Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const reader = await tryLoad(c, () => findReader(c.var.deps.db, c.var.user.id, bookId));
  if (reader?.groupId !== groupId) {
    setFlash(c, "error", booksServerTexts.notFound);
    return c.redirect(reader ? groupPaths.group(groupId) : sitePaths.dashboard, 303);
  }
  const current = tab ?? togetherTabs.find((name) => name === c.req.query("tab")) ?? "pace";
  const { content, toasts = [], styles = [] } = await tabs[current](c, { ...reader, bookId }, failed);
  return page(c, {
    title: reader.title,
    description: descriptions.together,
    styles: ["together-page", ...styles],
    status: failed?.refusal.status,
    headers: failed?.refusal.headers,
    toasts: [...failures(failed?.refusal.message), ...toasts],
    body: (
      <div className="together">
        <header className="together-head">
          <a href={bookPaths.book(groupId, bookId)}>{bookPageTexts.back}</a>
          <h1 dir="auto">{reader.title}</h1>
        </header>
        <Tabs
          label={bookPageTexts.title}
          tabs={togetherTabs.map((name) => ({
            href: readingPaths.together(groupId, bookId, name),
            text: bookPageTexts.tabs[name],
            current: name === current,
          }))}
        />
        {content}
      </div>
    ),
  });
}
