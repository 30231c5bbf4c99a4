import { markNoticesRead as markRead } from "../../../db/notices/notices.ts";
import { noticePaths } from "../../contract/notices/paths.ts";
import { NoticesRead, NoticesReadForm } from "../../contract/notices/shapes.ts";
import { noticesServerTexts, noticesTexts } from "../../contract/notices/texts.ts";
import { count } from "../../contract/site/shapes.ts";
import { operation } from "../../operation.ts";
import { sendUnread } from "./notify.ts";

export const markNoticesRead = operation({
  call: "POST /notices/read",
  summary: "Marks notices as read",
  access: "signedIn",
  guests: true,
  takes: NoticesRead,
  gives: { unread: count },
  form: {
    path: noticePaths.readNotices,
    takes: NoticesReadForm,
    says: noticesServerTexts.marked,
    failed: noticesTexts.readFailed,
    to: () => noticePaths.notices,
  },
  async run({ deps, user }, which) {
    const ids = await markRead(deps.db, user.id, which, deps.clock());
    return { unread: await sendUnread(deps, user.id, { ids }) };
  },
});
