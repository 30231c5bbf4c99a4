import type { Hono } from "hono";
import type { Env } from "../server/http/router.ts";
import type { Config } from "../server/settings/settings.ts";
import { api } from "./api/mod.ts";
import { addPeople, addPeopleAsOperator } from "./pages/account/add_people.tsx";
import { cards } from "./pages/account/cards.tsx";
import { login } from "./pages/account/login.tsx";
import { mailedLinks } from "./pages/account/mailed_links.tsx";
import { accountPage } from "./pages/account/page.tsx";
import { registration } from "./pages/account/registration.tsx";
import { scanPage } from "./pages/books/scan_page.tsx";
import { textOfBook } from "./pages/books/text_page.tsx";
import { bookOfGroup } from "./pages/books/book_of_group.ts";
import { shelfPage } from "./pages/books/shelf_page.tsx";
import { messages } from "./pages/chat/messages.ts";
import { threads } from "./pages/chat/threads.tsx";
import { aboutPage } from "./pages/groups/about_page.tsx";
import { archivePage } from "./pages/groups/archive_page.tsx";
import { dashboard } from "./pages/groups/dashboard.tsx";
import { invitePage } from "./pages/groups/invite_page.tsx";
import { join } from "./pages/groups/join.tsx";
import { overviewPage } from "./pages/groups/overview_page.tsx";
import { meetings } from "./pages/groups/meetings.tsx";
import { clubPage } from "./pages/groups/club_page.tsx";
import { conversationsPage } from "./pages/groups/conversations_page.tsx";
import { findPage } from "./pages/groups/find_page.tsx";
import { groupPage } from "./pages/groups/page.tsx";
import { polls } from "./pages/groups/polls.tsx";
import { requestsPage } from "./pages/groups/requests_page.tsx";
import { marksPage } from "./pages/notes/marks_page.tsx";
import { ownNotes } from "./pages/notes/own_notes.tsx";
import { notices } from "./pages/notices/notices.tsx";
import { lists } from "./pages/operator/lists.tsx";
import { numbers } from "./pages/operator/numbers.tsx";
import { operator } from "./pages/operator/page.tsx";
import { people } from "./pages/operator/people.tsx";
import { reports } from "./pages/operator/reports.tsx";
import { firstAccount } from "./pages/operator/set_up.tsx";
import { settings } from "./pages/operator/settings.tsx";
import { site } from "./pages/operator/site.tsx";
import { friends } from "./pages/people/friends.tsx";
import { person } from "./pages/people/person.tsx";
import { profile } from "./pages/people/profile.tsx";
import { reportPage } from "./pages/people/report.tsx";
import { bookEnd } from "./pages/reading/book_end.tsx";
import { bookPage } from "./pages/reading/book_page/page.tsx";
import { textContents } from "./pages/reading/text_page/contents_page.tsx";
import { marginPart } from "./pages/reading/text_page/margin.tsx";
import { textPage } from "./pages/reading/text_page/page.tsx";
import { textSearchPage } from "./pages/reading/text_page/search_page.tsx";
import { wanted } from "./pages/reading/wanted.tsx";
import { readingLog } from "./pages/reading/reading_log.tsx";
import { devMail } from "./pages/site/dev_mail.tsx";
import { demo } from "./pages/site/demo.tsx";
import { developers } from "./pages/site/developers.tsx";
import { home } from "./pages/site/home.tsx";
import { preview } from "./pages/site/preview.tsx";

export function mount(app: Hono<Env>, config: Config): void {
  app.route(config.apiBase, api);
  const pages = [
    ...[home, developers, preview, devMail, ...config.demo ? [demo] : []],
    ...[login, registration, mailedLinks, accountPage],
    // The first guards forms of the others.
    ...[bookOfGroup, dashboard, groupPage, messages, aboutPage, invitePage, overviewPage, polls, meetings, join],
    ...[conversationsPage, findPage, requestsPage, archivePage, clubPage, shelfPage, scanPage, textOfBook, threads],
    ...[friends, profile, person, reportPage],
    ...[readingLog, wanted, bookEnd, bookPage, ownNotes],
    ...[textPage, textContents, textSearchPage, marginPart, marksPage],
    notices,
    ...[addPeople, cards],
    // The first has the guard of the others.
    ...[operator, people, reports, numbers, site, lists, settings, firstAccount, addPeopleAsOperator],
  ];
  for (const page of pages) app.route("/", page);
}
