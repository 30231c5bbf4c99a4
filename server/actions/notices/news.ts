import { listTimeZones } from "../../../db/account/sessions.ts";
import * as notices from "../../../db/notices/notices.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { mayNotify, type NewNotice, noticesRemoved, notify, tryToNotify } from "./notify.ts";

type Many = NonNullable<NewNotice["many"]>;

interface GroupNews extends Pick<NewNotice, "kind" | "subject" | "url" | "seq" | "isUrgent"> {
  groupId: string;
  text(groupName: string): string;
  /** For somebody who is known to be in this time zone. */
  textIn?(timeZone: string, groupName: string): string;
  many?: Many | ((groupName: string) => Many);
  /** All members, if left out. */
  to?: string[];
  /** Members whom it concerns: they are notified also where they want mentions and replies alone. */
  also?: string[];
}

/**
 * For members who are notified of everything in the group, but for the person whose doing it is, if it is somebody's.
 */
export const notifyOfNews = (
  deps: Deps,
  by: User | null,
  { groupId, text, textIn, many, to, also = [], ...news }: GroupNews,
) =>
  tryToNotify(deps, async () => {
    const { groupName, userIds } = await notices.findListeners(deps.db, { groupId, except: by?.id, also });
    const wanted = to && new Set(to);
    const recipients = wanted ? userIds.filter((id) => wanted.has(id)) : userIds;
    if (by && !await mayNotify(deps.limiter, by.id, recipients.length)) return;
    const zones = textIn ? await listTimeZones(deps.db, recipients, deps.clock()) : new Map<string, string>();
    const textOf = new Map([...new Set(zones.values())].map((timeZone) => [timeZone, textIn!(timeZone, groupName)]));
    await notify(deps, {
      ...news,
      to: recipients,
      text: text(groupName),
      texts: new Map([...zones].map(([userId, timeZone]) => [userId, textOf.get(timeZone)!])),
      many: typeof many === "function" ? many(groupName) : many,
      by: by?.id,
      group: { id: groupId, levels: also.length > 0 ? ["all", "mentions"] : ["all"] },
    });
  });

/** Those to all members of a group. */
export const takeBackNotices = (
  deps: Deps,
  about: { kind: notices.NewNotice["kind"]; subject: string; groupId: string },
) => tryToNotify(deps, async () => noticesRemoved(deps, await notices.deleteNoticesOf(deps.db, about)));

/** Unread ones of this alone; what one says of several things stays true of the others. */
export const takeBackNews = (deps: Deps, news: notices.SingleNews) =>
  tryToNotify(deps, async () => noticesRemoved(deps, await notices.deleteSingleNews(deps.db, news)));
