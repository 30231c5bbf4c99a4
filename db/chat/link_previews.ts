import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { Buffer } from "node:buffer";
import { linkPreview as limits } from "../../server/contract/chat/link_limits.ts";
import { type Db, shortWait } from "../engine/client.ts";
import { linkPreviews, users } from "../schema.ts";
import { type Change, changeMessage } from "./message_changes.ts";
import type { MessageId } from "./messages.ts";

export interface LinkedPage {
  url: string;
  site: string;
  title: string;
  picture?: { name: string; bytes: Uint8Array };
}

/** Whether it was fetched lately, or could not be; undefined where it is to be fetched. */
export async function findFetched(db: Db, key: string, now: number): Promise<"there" | "failed" | undefined> {
  const row = await db.q.select({ fetchedAt: linkPreviews.fetchedAt, failedAt: linkPreviews.failedAt })
    .from(linkPreviews).where(eq(linkPreviews.key, key)).get();
  if (isWithin(limits.retryAfter, row?.failedAt, now)) return "failed";
  return isWithin(limits.reusedFor, row?.fetchedAt, now) ? "there" : undefined;
}

/** The clock may have been set back since. */
const isWithin = (period: number, time: number | null | undefined, now: number): boolean =>
  typeof time === "number" && Math.abs(now - time) < period;

/** What was there before of the page is replaced. Where the pictures are too many, those of the oldest pages go. */
export const storePage = (
  db: Db,
  key: string,
  { picture, ...page }: LinkedPage,
  { now, max = limits.cacheBytes }: { now: number; max?: number },
) => {
  const bytes = picture && Buffer.from(picture.bytes);
  const stored = {
    ...page,
    pictureName: picture?.name ?? null,
    picture: bytes ?? null,
    size: bytes?.length ?? 0,
    fetchedAt: now,
    failedAt: null,
  };
  return db.write([
    db.q.insert(linkPreviews).values({ key, ...stored })
      .onConflictDoUpdate({ target: linkPreviews.key, set: stored }),
    db.q.update(linkPreviews).set({ picture: null, pictureName: null, size: 0 }).where(sql`key in (
      select key from (
        select key, sum(size) over (order by fetched_at desc, key) as total from link_previews where size > 0
      ) where total > ${max}
    )`),
  ], shortWait);
};

/** Messages that show what was there before go on showing it. */
export const failPage = (db: Db, key: string, now: number) =>
  db.write([
    db.q.insert(linkPreviews).values({ key, failedAt: now })
      .onConflictDoUpdate({ target: linkPreviews.key, set: { failedAt: now } }),
  ], shortWait);

/** Shows a page below a message, as long as its text is still the one that links to it. */
export const showLink = (
  db: Db,
  authorId: string,
  { content, key, ...message }: MessageId & { content: string; key: string },
): Promise<Change> =>
  changeMessage(db, authorId, message, {
    set: sql`link_key = ${key}`,
    where: sql`content = ${content} and link_key is not ${key}
      and exists (select 1 from link_previews where key = ${key} and fetched_at is not null)`,
  });

/** Guests of the demo are nobody's account: nothing is fetched for them. */
export const isGuest = async (db: Db, userId: string): Promise<boolean> =>
  await db.q.select({ id: users.id }).from(users)
    .where(and(eq(users.id, userId), sql`guest_until is not null`)).get() !== undefined;

export async function findLinkPicture(db: Db, name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = await db.q.select({ picture: linkPreviews.picture }).from(linkPreviews)
    .where(eq(linkPreviews.pictureName, name)).get();
  return row?.picture ? new Uint8Array(row.picture) : undefined;
}

/** How many are looked at in one write. */
const part = 500;

/**
 * Deletes those that no message shows, and forgets failures of long ago.
 *
 * @param after the last key that was looked at; gives that of this part, undefined once there are no more
 */
export async function deletePartOfUnusedPages(db: Db, now: number, after = ""): Promise<string | undefined> {
  const keys = await db.q.select({ key: linkPreviews.key }).from(linkPreviews)
    .where(gt(linkPreviews.key, after)).orderBy(linkPreviews.key).limit(part);
  const last = keys.at(-1)?.key;
  if (last === undefined) return undefined;
  await db.write([
    db.q.delete(linkPreviews).where(sql`key > ${after} and key <= ${last}
      and ${isBefore("fetched_at", now - limits.unusedFor)} and ${isBefore("failed_at", now - limits.retryAfter)}
      and not exists (select 1 from messages where link_key = link_previews.key)`),
  ]);
  return last;
}

const isBefore = (column: "fetched_at" | "failed_at", time: number): SQL => {
  const name = sql.raw(column);
  return sql`(${name} is null or ${name} < ${time})`;
};
