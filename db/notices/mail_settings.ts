/** Which notices somebody wants by mail, and the mails that are due. */
import * as noticesLimits from "../../server/contract/notices/limits.ts";
import { and, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { MailSettings, NoticeKind } from "../../server/contract/notices/notices.ts";
import type { Db } from "../engine/client.ts";
import { mailInsertion, type NewMail } from "./mail_queue.ts";
import { cancelMails, isOfPart, type MailPart, mailPartOf } from "./notices.ts";
import { mailSettings, notices, users } from "../schema.ts";

const chosen = { mentions: mailSettings.mentions, digest: mailSettings.digest };

const mailParts: MailPart[] = ["mentions", "digest"];

/** Which notices a user wants by mail: all, unless they chose otherwise. */
export const findMailSettings = async (db: Db, userId: string): Promise<MailSettings> =>
  await db.q.select(chosen).from(mailSettings).where(eq(mailSettings.userId, userId)).get() ??
    { mentions: true, digest: true };

/** The settings that a token of a mail is for; undefined for an unknown one. */
export const findMailSettingsByToken = (db: Db, token: string) =>
  db.q.select({ userId: mailSettings.userId, ...chosen }).from(mailSettings).where(eq(mailSettings.token, token)).get();

/** Stores which notices a user wants by mail. What is not wanted is not mailed even where it was about to be. */
export async function saveMailSettings(
  db: Db,
  userId: string,
  settings: MailSettings,
  newToken: string,
): Promise<void> {
  const unwanted = mailParts.filter((part) => !settings[part]);
  await db.write([
    db.q.insert(mailSettings).values({ userId, token: newToken, ...settings })
      .onConflictDoUpdate({ target: mailSettings.userId, set: settings }),
    ...unwanted.map((part) => cancelMails(db, userId, part)),
  ]);
}

/** The token of a user's mails, which is stored with the first of them. */
export async function mailToken(db: Db, userId: string, newToken: string): Promise<string> {
  const [, [{ token }]] = await db.write([
    db.q.insert(mailSettings).values({ userId, token: newToken }).onConflictDoNothing(),
    db.q.select({ token: mailSettings.token }).from(mailSettings).where(eq(mailSettings.userId, userId)),
  ]);
  return token;
}

const isWaiting = and(isNotNull(notices.mailAt), isNull(notices.readAt));

/** Users of whom notices are due to be mailed, by their ids. @param after the id after which */
export async function listDueUsers(
  db: Db,
  now: number,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  // By the plus the index of what is due is used, and not that of all that is unread.
  const userId = sql<string>`+${notices.userId}`;
  const rows = await db.q.selectDistinct({ userId: notices.userId }).from(notices)
    .where(and(isWaiting, lte(notices.mailAt, now), gt(userId, after))).orderBy(userId).limit(limit);
  return rows.map(({ userId }) => userId);
}

/** A notice as it is mailed. */
export interface MailedNotice {
  id: string;
  kind: NoticeKind;
  text: string;
  url: string;
}

/** How many notices one mail is about at most. */
const maxWaiting = 500;

/** The address of a user, and the notices that their mail would have now, those due first. */
export async function findDigest(db: Db, userId: string, now: number) {
  const to = await db.q.select({ email: users.email, fullName: users.fullName, disabledAt: users.disabledAt }).from(
    users,
  )
    .where(eq(users.id, userId)).get();
  const waiting = await db.q.select({
    id: notices.id,
    kind: notices.kind,
    text: notices.text,
    url: notices.url,
    mailAt: notices.mailAt,
  }).from(notices).where(and(eq(notices.userId, userId), isWaiting)).orderBy(notices.mailAt, notices.id)
    .limit(maxWaiting);
  // All of a part, once one of them is due: the next mail with such notices has to wait.
  const parts = new Set(waiting.filter(({ mailAt }) => mailAt! <= now).map(({ kind }) => mailPartOf(kind)));
  const due = waiting.filter(({ kind }) => parts.has(mailPartOf(kind)));
  return { to, parts: [...parts], due: due satisfies MailedNotice[] };
}

const intervals = { mentions: noticesLimits.notices.mentionsEvery, digest: noticesLimits.notices.digestEvery };

interface Digest {
  userId: string;
  noticeIds: string[];
  parts: MailPart[];
  mail: NewMail;
}

/**
 * Adds a mail about notices to the queue, unless one of them was read, deleted or mailed meanwhile.
 *
 * @returns whether it was added
 */
export async function insertDigest(db: Db, { userId, noticeIds, parts, mail }: Digest, now: number) {
  const ids = JSON.stringify(noticeIds);
  const isStored = sql`exists (select 1 from mails where id = ${mail.id})`;
  const areWaiting = sql`${noticeIds.length} = (
    select count(*) from notices where id in (select value from json_each(${ids}))
      and user_id = ${userId} and mail_at is not null and read_at is null)`;
  const [added] = await db.write([
    db.q.all<{ id: string }>(sql`${mailInsertion(mail, areWaiting)} returning id`),
    db.q.update(notices).set({ mailAt: null }).where(and(eq(notices.userId, userId), isStored, idIn(ids))),
    ...parts.flatMap((part) => [
      db.q.update(mailSettings).set(part === "mentions" ? { mentionsAt: now } : { digestAt: now })
        .where(and(eq(mailSettings.userId, userId), isStored)),
      db.q.update(notices).set({ mailAt: sql`max(${notices.mailAt}, ${now + intervals[part]})` })
        .where(and(eq(notices.userId, userId), isNotNull(notices.mailAt), isOfPart(part), isStored)),
    ]),
  ]);
  return added.length > 0;
}

/** Gives up mailing notices, to somebody to whom no mail can be sent. */
export const cancelDigest = (db: Db, noticeIds: string[]) =>
  db.write([db.q.update(notices).set({ mailAt: null }).where(inArray(notices.id, noticeIds))]);

const idIn = (ids: string) => sql`${notices.id} in (select value from json_each(${ids}))`;
