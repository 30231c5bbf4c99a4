import type { Hono } from "hono";
import type { Config } from "../server/config.ts";
import type { Env } from "../server/http/router.ts";
import { api } from "./api/mod.ts";
import { auth } from "./pages/auth.tsx";
import { dashboard } from "./pages/dashboard.tsx";
import { devMail } from "./pages/dev_mail.tsx";
import { group } from "./pages/group/mod.ts";
import { people } from "./pages/people.tsx";
import { open } from "./pages/home.tsx";
import { reset } from "./pages/reset.tsx";
import { users } from "./pages/profile.tsx";
import { verify } from "./pages/verify.tsx";

/** Mounts every route but the files. */
export function mount(app: Hono<Env>, config: Config): void {
  app.route(config.apiBase, api());
  for (const pages of [open, auth, verify, reset, dashboard, group, users, people, devMail()]) app.route("/", pages);
}
