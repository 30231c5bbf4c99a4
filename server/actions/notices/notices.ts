import { listUnreadAbout, markNoticesRead as markRead, type NoticesAbout } from "../../../db/notices/notices.ts";
import { noticePaths } from "../../contract/notices/paths.ts";
import { NoticesRead, NoticesReadForm } from "../../contract/notices/shapes.ts";
import { noticesServerTexts, noticesTexts } from "../../contract/notices/texts.ts";
import { count } from "../../contract/site/shapes.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { operation } from "../../operation.ts";
import { sendUnread, tryToNotify } from "./notify.ts";

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
  run: async ({ deps, user }, which) => ({ unread: await readNotices(deps, user, which) }),
});

/** @returns how many others are unread */
export async function readNotices(deps: Deps, user: Pick<User, "id">, which: string[] | "all"): Promise<number> {
  const ids = await markRead(deps.db, user.id, which, deps.clock());
  return await sendUnread(deps, user.id, { ids });
}

/** They have answered it. */
export const readNoticesAbout = (deps: Deps, user: Pick<User, "id">, about: NoticesAbout) =>
  tryToNotify(deps, async () => {
    const ids = await listUnreadAbout(deps.db, user.id, about);
    if (ids.length > 0) await readNotices(deps, user, ids);
  });
