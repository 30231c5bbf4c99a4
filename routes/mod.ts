import type { Hono } from "hono";
import type { Config } from "../server/settings/settings.ts";
import type { Env } from "../server/http/router.ts";
import { api } from "./api/mod.ts";
import { files } from "./pages/chat/files.ts";
import { announcement } from "./pages/operator/close_announcement.ts";
import { account } from "./pages/account/mod.ts";
import { auth } from "./pages/account/auth.tsx";
import { confirmEmailPage } from "./pages/account/confirm_email.tsx";
import { blocks } from "./pages/people/blocks.tsx";
import { loginElsewhere } from "./pages/account/login_identity_provider.tsx";
import { loginCode } from "./pages/account/login_code.tsx";
import { dashboard } from "./pages/groups/dashboard.tsx";
import { developers } from "./pages/site/developers/mod.tsx";
import { devMail } from "./pages/site/dev_mail.tsx";
import { friends } from "./pages/people/friends.tsx";
import { group } from "./pages/groups/mod.ts";
import { home } from "./pages/site/home.tsx";
import { invitations } from "./pages/groups/invitations.tsx";
import { join } from "./pages/groups/join.ts";
import { notices } from "./pages/notices/notices.tsx";
import { operator } from "./pages/operator/mod.ts";
import { ownNotes } from "./pages/notes/own_notes.tsx";
import { people } from "./pages/people/search.tsx";
import { reportPage } from "./pages/people/report.tsx";
import { profile } from "./pages/people/profile.tsx";
import { readingLog } from "./pages/reading/log/mod.ts";
import { reset } from "./pages/account/reset.tsx";
import { together } from "./pages/reading/book_page/mod.ts";
import { unsubscribe } from "./pages/notices/unsubscribe.tsx";
import { verify } from "./pages/account/verify.tsx";

/** Mounts the API and the pages. */
export function mount(app: Hono<Env>, config: Config): void {
  app.route(config.apiBase, api);
  const pages = [
    home,
    announcement,
    auth,
    verify,
    reset,
    dashboard,
    group,
    files,
    friends,
    profile,
    account,
    join,
    invitations,
    confirmEmailPage,
    loginCode,
    loginElsewhere,
    people,
    blocks,
    reportPage,
    notices,
    operator,
    readingLog,
    together,
    ownNotes,
    unsubscribe,
    developers,
    devMail,
  ];
  for (const page of pages) app.route("/", page);
}
