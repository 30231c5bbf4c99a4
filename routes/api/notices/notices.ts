import { NoticeList } from "../../../server/contract/people/answers_people.ts";
import { count } from "../../../server/contract/site/answers_shared.ts";
import { described } from "../../../server/http/describe.ts";
import * as actions from "../../../server/actions/notices/notices.ts";
import { NoticesQuery, NoticesRead } from "../../../server/contract/notices/notices.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json, query } from "../../../server/http/validate.ts";

export const notices = router();

notices.get(
  "/",
  described("The caller's notices, newest first", NoticeList),
  signedIn,
  query(NoticesQuery),
  async (c) => c.json(await actions.listNotices(c.var.deps, c.var.user, c.req.valid("query"))),
);

notices.post(
  "/read",
  described("Marks notices as read", { unread: count }),
  signedIn,
  json(NoticesRead),
  async (c) => c.json({ unread: await actions.readNotices(c.var.deps, c.var.user, c.req.valid("json")) }),
);
