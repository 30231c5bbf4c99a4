import { and, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import * as noticesLimits from "../../server/contract/notices/limits.ts";
import type { MailSettings, ReminderSettings } from "../../server/contract/notices/shapes.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isQuietAt, quietUntil } from "../../server/contract/groups/quiet_hours.ts";
import { listed } from "../engine/query.ts";
import { quietColumns, quietHoursOf } from "../groups/settings.ts";
import { calendars, groupSettings, mailSettings, notices, users } from "../schema.ts";
import { mailInsertion, type NewMail } from "./mail_queue.ts";
import { cancelMails, hiddenPlace, isOfPart, type MailPart, mailPartOf, mailParts, settingOf } from "./notices.ts";

const chosen = { mentions: mailSettings.mentions, digest: mailSettings.digest };

export const findMailSettingsByToken = (db: Db, token: string) =>
  db.q.select({ userId: mailSettings.userId, ...chosen }).from(mailSettings).where(eq(mailSettings.token, token)).get();

export async function saveMailSettings(
  db: Db,
  userId: string,
  settings: MailSettings,
  newToken: string,
): Promise<void> {
  const unwanted = mailParts.filter((part) => !settings[settingOf(part)]);
  await db.write([
    db.q.insert(mailSettings).values({ userId, token: newToken, ...settings })
      .onConflictDoUpdate({ target: mailSettings.userId, set: settings }),
    ...unwanted.map((part) => cancelMails(db, userId, part)),
  ]);
}

export interface NoticeSettings {
  mail: MailSettings;
  reminders: ReminderSettings;
  /** Of the address of their calendar. */
  calendarToken: string | null;
}

/** All that one page shows. */
export async function findNoticeSettings(db: Db, userId: string): Promise<NoticeSettings> {
  const { meetingDay, meetingHour } = mailSettings;
  const row = await db.q.select({ ...chosen, meetingDay, meetingHour, token: calendars.token }).from(users)
    .leftJoin(mailSettings, eq(mailSettings.userId, users.id)).leftJoin(calendars, eq(calendars.userId, users.id))
    .where(eq(users.id, userId)).get();
  return {
    mail: { mentions: row?.mentions ?? true, digest: row?.digest ?? true },
    reminders: { day: row?.meetingDay ?? true, hour: row?.meetingHour ?? true },
    calendarToken: row?.token ?? null,
  };
}

export const saveReminderSettings = (db: Db, userId: string, { day, hour }: ReminderSettings, newToken: string) =>
  db.write([
    db.q.insert(mailSettings).values({ userId, token: newToken, meetingDay: day, meetingHour: hour })
      .onConflictDoUpdate({ target: mailSettings.userId, set: { meetingDay: day, meetingHour: hour } }),
  ]);

export async function mailToken(db: Db, userId: string, newToken: string): Promise<string> {
  const [, [{ token }]] = await db.write([
    db.q.insert(mailSettings).values({ userId, token: newToken }).onConflictDoNothing(),
    db.q.select({ token: mailSettings.token }).from(mailSettings).where(eq(mailSettings.userId, userId)),
  ]);
  return token;
}

const isWaiting = and(isNotNull(notices.mailAt), isNull(notices.readAt));

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

const maxWaiting = 500;

export async function findDigest(db: Db, userId: string, now: number) {
  const to = await db.q.select({ email: users.email, fullName: users.fullName, disabledAt: users.disabledAt })
    .from(users).where(eq(users.id, userId)).get();
  const waiting = await db.q.select({
    id: notices.id,
    kind: notices.kind,
    text: notices.text,
    subject: notices.subject,
    place: hiddenPlace,
    url: notices.url,
    mailAt: notices.mailAt,
    ...quietColumns,
  }).from(notices).leftJoin(groupSettings, eq(groupSettings.groupId, notices.groupId)).where(
    and(eq(notices.userId, userId), isWaiting),
  ).orderBy(notices.mailAt, notices.id)
    .limit(maxWaiting);
  // All of a part, once one of them is due: the next mail with such notices has to wait.
  const quiet = waiting.map((notice) => ({ notice, hours: quietHoursOf(notice) }))
    .filter(({ hours }) => isQuietAt(now, hours));
  const held = quiet.map(({ notice, hours }) => ({ id: notice.id, until: quietUntil(now, hours!) }));
  const ready = waiting.filter((notice) => !quiet.some((held) => held.notice === notice))
    .map(({ quietFrom: _, quietTo: __, timeZone: ___, ...notice }) => notice);
  const parts = new Set(ready.filter(({ mailAt }) => mailAt! <= now).map(({ kind }) => mailPartOf(kind)));
  const due = ready.filter(({ kind }) => parts.has(mailPartOf(kind)));
  return { to, parts: [...parts], due, held };
}

const intervals = {
  mentions: { column: "mentionsAt", every: noticesLimits.notices.mentionsEvery },
  digest: { column: "digestAt", every: noticesLimits.notices.digestEvery },
} as const;

/** @returns false where one of the notices was read, deleted or mailed meanwhile, and nothing is stored */
export async function insertDigest(
  db: Db,
  { userId, noticeIds, parts, mail }: { userId: string; noticeIds: string[]; parts: MailPart[]; mail: NewMail },
  now: number,
): Promise<boolean> {
  const isStored = sql`exists (select 1 from mails where id = ${mail.id})`;
  const areWaiting = sql`${noticeIds.length} = (
    select count(*) from notices where id in ${listed(noticeIds)}
      and user_id = ${userId} and mail_at is not null and read_at is null)`;
  return await changesRows(db, [
    db.q.run(mailInsertion(mail, areWaiting)),
    db.q.update(notices).set({ mailAt: null }).where(
      and(eq(notices.userId, userId), isStored, inArray(notices.id, noticeIds)),
    ),
    ...parts.filter((part) => part !== "meetings").flatMap((part) => [
      db.q.update(mailSettings).set({ [intervals[part].column]: now })
        .where(and(eq(mailSettings.userId, userId), isStored)),
      db.q.update(notices).set({ mailAt: sql`max(${notices.mailAt}, ${now + intervals[part].every})` })
        .where(and(eq(notices.userId, userId), isNotNull(notices.mailAt), isOfPart(part), isStored)),
    ]),
  ]);
}

/** Until the quiet hours of their groups are over. */
export const holdDigest = (db: Db, held: { id: string; until: number }[]) =>
  db.write([
    db.q.run(sql`update notices set mail_at = max(mail_at, (
        select value ->> 'until' from json_each(${JSON.stringify(held)}) where value ->> 'id' = notices.id))
      where id in ${listed(held.map(({ id }) => id))} and mail_at is not null`),
  ]);

export const cancelDigest = (db: Db, noticeIds: string[]) =>
  db.write([db.q.update(notices).set({ mailAt: null }).where(inArray(notices.id, noticeIds))]);
