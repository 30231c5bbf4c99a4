import type { Hono } from "hono";
import type { Config } from "../server/settings/settings.ts";
import type { Env } from "../server/http/router.ts";
import { api } from "./api/mod.ts";
import { files } from "./pages/chat/files.ts";
import { announcement } from "./pages/operator/close_announcement.ts";
import { account } from "./pages/account/mod.ts";
import { blocks } from "./pages/people/blocks.tsx";
import { developers } from "./pages/site/developers/mod.tsx";
import { devMail } from "./pages/site/dev_mail.tsx";
import { friends } from "./pages/people/friends.tsx";
import { groups } from "./pages/groups/mod.ts";
import { home } from "./pages/site/home.tsx";
import { notices } from "./pages/notices/notices.tsx";
import { operator } from "./pages/operator/mod.ts";
import { ownNotes } from "./pages/notes/own_notes.tsx";
import { person } from "./pages/people/person.tsx";
import { search } from "./pages/people/search.tsx";
import { reportPage } from "./pages/people/report.tsx";
import { profile } from "./pages/people/profile.tsx";
import { readingLog } from "./pages/reading/log/mod.ts";
import { bookPage } from "./pages/reading/book_page/mod.ts";
import { unsubscribe } from "./pages/notices/unsubscribe.tsx";

/** Mounts the API and the pages. */
export function mount(app: Hono<Env>, config: Config): void {
  app.route(config.apiBase, api);
  const pages = [
    home,
    announcement,
    groups,
    files,
    friends,
    profile,
    account,
    search,
    person,
    blocks,
    reportPage,
    notices,
    operator,
    readingLog,
    bookPage,
    ownNotes,
    unsubscribe,
    developers,
    devMail,
  ];
  for (const page of pages) app.route("/", page);
}
