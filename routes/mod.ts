import type { Hono } from "hono";
import type { Config } from "../server/config.ts";
import type { Env } from "../server/http/router.ts";
import { api } from "./api/mod.ts";
import { files } from "./files.ts";
import { announcement } from "./pages/announcement.ts";
import { account } from "./pages/account/mod.ts";
import { auth } from "./pages/auth.tsx";
import { confirmEmailPage } from "./pages/confirm_email.tsx";
import { blocks } from "./pages/blocks.tsx";
import { loginElsewhere } from "./pages/login_elsewhere.tsx";
import { loginCode } from "./pages/login_code.tsx";
import { dashboard } from "./pages/dashboard.tsx";
import { developers } from "./pages/developers/mod.tsx";
import { devMail } from "./pages/dev_mail.tsx";
import { friends } from "./pages/friends.tsx";
import { group } from "./pages/group/mod.ts";
import { home } from "./pages/home.tsx";
import { invitations } from "./pages/invitations.tsx";
import { join } from "./pages/join.ts";
import { notices } from "./pages/notices.tsx";
import { operator } from "./pages/operator/mod.ts";
import { ownNotes } from "./pages/own_notes.tsx";
import { people } from "./pages/people.tsx";
import { reportPage } from "./pages/report.tsx";
import { profile } from "./pages/profile.tsx";
import { readingLog } from "./pages/reading_log/mod.ts";
import { reset } from "./pages/reset.tsx";
import { together } from "./pages/together/mod.ts";
import { unsubscribe } from "./pages/unsubscribe.tsx";
import { verify } from "./pages/verify.tsx";

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
