import * as actions from "../../server/actions/notices.ts";
import { NoticesQuery, NoticesRead } from "../../server/contract/notices.ts";
import { signedIn } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";
import { json, query } from "../../server/http/validate.ts";

export const notices = router();

notices.get(
  "/",
  signedIn,
  query(NoticesQuery),
  async (c) => c.json(await actions.listNotices(c.var.deps, c.var.user, c.req.valid("query"))),
);

notices.post(
  "/read",
  signedIn,
  json(NoticesRead),
  async (c) => c.json({ unread: await actions.readNotices(c.var.deps, c.var.user, c.req.valid("json")) }),
);
