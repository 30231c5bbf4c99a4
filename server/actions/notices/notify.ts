import { v7 as uuid } from "uuid";
import { giveWay } from "../../../db/engine/timing.ts";
import * as notices from "../../../db/notices/notices.ts";
import type { NoticesState } from "../../contract/chat/events.ts";
import type { Notice } from "../../contract/notices/shapes.ts";
import type { Deps } from "../../deps.ts";
import { isWithin, type Limiter } from "../../rate_limits.ts";

/** Notices are made after the commit of what they are about: what notifies logs its failures and does not throw. */

export type NewNotice = Omit<notices.NewNotice, "recipients"> & {
  to: string[];
  /** Of those for whom it is not that of all. */
  texts?: Map<string, string>;
};

export async function notify(deps: Deps, notice: NewNotice): Promise<Map<string, Notice>> {
  const made = await notifyQuietly(deps, notice);
  deps.pusher.send([...made].map(([userId, { id, text, url }]) => ({ userId, push: { tag: id, id, text, url } })));
  return made;
}

/** Sends a notice to windows that are open, and does not show it on anybody's device. @returns each person's */
export async function notifyQuietly(
  { db, clock, broadcast }: Deps,
  { to, texts, ...notice }: NewNotice,
): Promise<Map<string, Notice>> {
  const recipients = [...new Set(to)].map((userId) => ({ id: uuid(), userId, text: texts?.get(userId) }));
  const notified = await notices.insertNotices(db, { ...notice, recipients }, clock());
  const made = new Map<string, Notice>();
  // Each is sent as it is read: nothing that was deleted meanwhile.
  for (let start = 0; start < notified.length; start += atOnce) {
    if (start > 0) await giveWay();
    for (const [userId, notice] of await notices.findNotified(db, notified.slice(start, start + atOnce))) {
      made.set(userId, notice);
      broadcast.notice(userId, notice);
    }
  }
  return made;
}

const atOnce = 100;

export async function tryToNotify({ log }: Deps, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.error({ err }, "people could not be notified");
  }
}

export const mayNotify = async (limiter: Limiter, userId: string, count: number): Promise<boolean> =>
  count === 0 || await isWithin(limiter, "notice", userId, count);

export const noticesRemoved = (deps: Deps, removed: (Pick<notices.Notified, "userId"> & { id?: string })[]) =>
  tryToNotify(deps, async () => {
    if (removed.length === 0) return;
    const byUser = Map.groupBy(removed, ({ userId }) => userId);
    for (const [userId, unread] of await notices.countUnreadNoticesOf(deps.db, [...byUser.keys()])) {
      const ids = byUser.get(userId)!.flatMap(({ id }) => id ?? []);
      deps.broadcast.noticesRead(userId, { unread, ids, gone: true });
    }
  });

/** @param ids of notices that are not any more, where they are known */
export async function sendUnread(
  { db, broadcast }: Deps,
  userId: string,
  { ids = [], gone }: Partial<Omit<NoticesState, "unread">> = {},
): Promise<number> {
  const unread = await notices.countUnreadNotices(db, userId);
  broadcast.noticesRead(userId, { unread, ids, gone });
  return unread;
}
