import { and, asc, desc, eq, inArray, isNotNull, lt, ne, not, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import type { NotifyLevel } from "../../server/contract/groups/shapes.ts";
import * as noticesLimits from "../../server/contract/notices/limits.ts";
import {
  type MailSettings,
  type Notice,
  type NoticeKind,
  noticeKinds,
  type NoticeList,
} from "../../server/contract/notices/shapes.ts";
import { noticesServerTexts } from "../../server/contract/notices/texts.ts";
import { copyOf, pageAt } from "../../server/contract/reading/positions.ts";
import { type Db, prepared, shortWait } from "../engine/client.ts";
import { beginning, copyFor, excerptOf, isSeenBy } from "../chat/message_views.ts";
import { isBefore, isoFrom, jsonObject, listed, pageOf } from "../engine/query.ts";
import { isQuietAt } from "../../server/contract/groups/quiet_hours.ts";
import { quietHoursOf, type QuietRow } from "../groups/settings.ts";
import { isLive } from "../groups/deletion.ts";
import { namedInText, nameFor } from "../groups/names.ts";
import { isOpenFor, mayOrganize, mayRead, mayReadBook, membershipOf } from "../groups/roles.ts";
import { hasBlocked } from "../people/blocks.ts";
import { publicColumns } from "../people/columns.ts";
import { positionIn } from "../reading/copies.ts";
import { groups, members, mentions, notices, users } from "../schema.ts";
import { wordsOf } from "../site/forms.ts";

export interface NewNotice {
  kind: NoticeKind;
  /** With a text of their own, where it is not that of all. */
  recipients: { id: string; userId: string; text?: string }[];
  text: string;
  url: string;
  subject: string;
  group?: { id: string; levels: readonly NotifyLevel[] };
  by?: string;
  seq?: number;
  /** Mailed at once, and not only where it stays unread. */
  isUrgent?: boolean;
  /**
   * Around the number of them, in place of `text`, where it tells of another thing before the first was read; or the
   * latest takes the place of the one before, and is unread again.
   */
  many?: { before: string; after: string } | "latest";
}

export interface Notified {
  id: string;
  userId: string;
}

/** About one person: their mail does not wait for the daily one. */
const addressedKinds: NoticeKind[] = ["mention", "reply", "direct"];

/** Notices that are mailed together. What is about meetings would come too late with the daily mail. */
export const mailParts = ["mentions", "digest", "meetings"] as const;
export type MailPart = (typeof mailParts)[number];

export function mailPartOf(kind: NoticeKind): MailPart {
  if (addressedKinds.includes(kind)) return "mentions";
  return kind === "meeting" ? "meetings" : "digest";
}

/** Which setting wants the mails of a part. */
export const settingOf = (part: MailPart): keyof MailSettings => part === "mentions" ? "mentions" : "digest";

export function isOfPart(part: MailPart): SQL {
  const kinds = noticeKinds.filter((kind) => mailPartOf(kind) === part);
  return inArray(notices.kind, kinds);
}

/** Not too soon after the last mail of its part. Null for mails that are not wanted. */
const mailAt = ({ kind, isUrgent }: Pick<NewNotice, "kind" | "isUrgent">, now: number): SQL => {
  const part = mailPartOf(kind);
  const next = {
    mentions: sql`settings.mentions_at + ${noticesLimits.notices.mentionsEvery}`,
    digest: sql`settings.digest_at + ${noticesLimits.notices.digestEvery}`,
    meetings: sql`0`,
  }[part];
  return sql`case when coalesce(settings.${sql.raw(settingOf(part))}, 1)
    then max(${isUrgent ? now : now + noticesLimits.notices.mailAfter}, coalesce(${next}, 0)) end`;
};

/** It may have changed meanwhile. What has a `seq` is about a message; another reply answers a note or a highlight. */
function isStillAddressed({ kind, subject, seq }: Pick<NewNotice, "kind" | "subject" | "seq">): SQL {
  if (seq === undefined) {
    return kind === "reply"
      ? sql`(exists (select 1 from note_answers where id = ${subject})
        or exists (select 1 from highlight_answers where id = ${subject}))`
      : sql`true`;
  }
  if (kind === "mention") {
    return sql`exists (select 1 from mentions where message_id = ${subject} and user_id = users.id)`;
  }
  if (kind === "reply") return sql`exists (select 1 from messages where id = ${subject} and deleted_at is null)`;
  return sql`true`;
}

export async function insertNotices(
  db: Db,
  { kind, recipients, text, url, subject, group, by, seq, isUrgent, many }: NewNotice,
  now: number,
): Promise<Notified[]> {
  if (recipients.length === 0) return [];
  const isMemberWhoWants = group === undefined ? sql`true` : sql`exists (
    select 1 from members where ${membershipOf(users.id, group.id)}
      and notify in ${listed(group.levels)}
      and (${seq ?? null} is null or last_read_seq < ${seq ?? null}))`;
  const [notified] = await db.write([
    db.q.all<Notified>(sql`
      insert into notices (id, user_id, kind, text, url, group_id, seq, subject, actor_id, created_at, mail_at)
      select json_extract(people.value, '$.id'), users.id, ${kind},
        coalesce(json_extract(people.value, '$.text'), ${text}), ${url}, ${group?.id ?? null},
        ${seq ?? null}, ${subject}, ${by ?? null}, ${now},
        case when users.verified_at is not null and users.email is not null then ${mailAt({ kind, isUrgent }, now)} end
      from json_each(${JSON.stringify(recipients)}) as people
        inner join users on users.id = json_extract(people.value, '$.userId')
        left join mail_settings as settings on settings.user_id = users.id
      where ${isMemberWhoWants} and ${by === undefined ? sql`true` : not(hasBlocked(sql`users.id`, by))} and ${
      isStillAddressed({ kind, subject, seq })
    }
      ${whereThereIsOne(many)} returning id, user_id as "userId"`),
  ]);
  return notified;
}

function whereThereIsOne(many: NewNotice["many"]): SQL {
  if (many === undefined) return sql`on conflict do nothing`;
  return many === "latest" ? takeLatest : countUp(many);
}

const takeLatest = sql`on conflict (user_id, kind, subject) do update set text = excluded.text, url = excluded.url,
  actor_id = excluded.actor_id, created_at = excluded.created_at, mail_at = excluded.mail_at, read_at = null`;

/** One that was read begins anew; an unread one no longer names a single person. */
const countUp = ({ before, after }: { before: string; after: string }): SQL =>
  sql`on conflict (user_id, kind, subject) do update set
    text = case when read_at is null then ${before} || (count + 1) || ${after} else excluded.text end,
    actor_id = case when read_at is not null or actor_id is excluded.actor_id then excluded.actor_id end,
    mail_at = case when read_at is null then mail_at else excluded.mail_at end,
    count = case when read_at is null then count + 1 else 1 end,
    url = excluded.url, seq = excluded.seq, created_at = excluded.created_at, read_at = null`;

interface MessageNames {
  groupName: string;
  author: { fullName: string | null; username: string };
  repliedTo: string | null;
}

export async function findMessageNames(
  db: Db,
  { groupId, userId, replyToSeq }: { groupId: string; userId: string; replyToSeq: number | null },
): Promise<MessageNames | undefined> {
  const [row] = await db.q.all<{ groupName: string; fullName: string | null; username: string; repliedTo: string }>(sql`
    select ${namedInText} as "groupName",
      users.full_name as "fullName", users.username,
      (select user_id from messages where group_id = groups.id and seq = ${replyToSeq}) as "repliedTo"
    from groups inner join users on users.id = ${userId} where groups.id = ${groupId} and ${isLive}`);
  if (!row) return undefined;
  const { fullName, username, ...names } = row;
  return { ...names, author: { fullName, username } };
}

export async function listMentioned(db: Db, messageId: string): Promise<string[]> {
  const rows = await db.q.select({ userId: mentions.userId }).from(mentions).where(eq(mentions.messageId, messageId));
  return rows.map(({ userId }) => userId);
}

/** Members who are notified of everything in a group, and those of the others whom it concerns. */
export async function findListeners(
  db: Db,
  { groupId, except = "", also = [] }: { groupId: string; except?: string; also?: string[] },
): Promise<{ groupName: string; userIds: string[] }> {
  const rows = await db.q.all<{ groupName: string; userId: string }>(sql`
    select ${namedInText} as "groupName", user_id as "userId" from groups inner join members on group_id = groups.id
    where groups.id = ${groupId} and user_id <> ${except} and ${isOpenFor(sql`members.user_id`, sql`groups.id`)}
      and (notify = 'all' or notify = 'mentions' and user_id in ${listed(also)})`);
  return { groupName: rows[0]?.groupName ?? "", userIds: rows.map(({ userId }) => userId) };
}

export async function deleteFormerMentions(
  db: Db,
  message: { id: string; groupId: string; seq: number },
): Promise<Notified[]> {
  const [deleted] = await db.write([
    db.q.all<Notified>(sql`
      delete from notices where group_id = ${message.groupId} and seq = ${message.seq} and kind = 'mention'
        and user_id not in (select user_id from mentions where message_id = ${message.id})
      returning id, user_id as "userId"`),
  ]);
  return deleted;
}

export const listNoticesOf = (db: Db, { groupId, id }: { groupId: string; id: string }): Promise<Notified[]> =>
  db.q.select({ id: notices.id, userId: notices.userId }).from(notices).where(and(
    eq(notices.groupId, groupId),
    sql`${notices.seq} = (select seq from messages where id = ${id})`,
  ));

export async function listNotified(
  db: Db,
  viewerId: string,
  { groupId, userId }: { groupId: string; userId?: string },
): Promise<string[]> {
  const rows = await db.q.selectDistinct({ userId: notices.userId }).from(notices).where(and(
    eq(notices.groupId, groupId),
    userId === viewerId ? undefined : mayOrganize(viewerId, groupId),
    userId === undefined ? undefined : eq(notices.userId, userId),
  ));
  return rows.map(({ userId }) => userId);
}

export const listNotifyLevels = (db: Db, viewerId: string) =>
  db.q.select({ id: groups.id, groupName: nameFor(viewerId), level: members.notify }).from(members)
    .innerJoin(groups, eq(groups.id, members.groupId)).where(and(eq(members.userId, viewerId), ne(groups.kind, "own")))
    .orderBy(asc(groups.groupName), asc(groups.id)).limit(maxGroups);

const maxGroups = 100;

/** Columns are named with their tables: Drizzle leaves these out in a query of one table. */
const reader = sql.raw("notices.user_id");

/** Of the message, or of the answer to a note or highlight of theirs: as its reader sees it at this moment. */
const excerpt = sql<string | null>`nullif(case
  when notices.seq is not null then (
    select ${excerptOf("messages")} from messages
    where messages.group_id = notices.group_id and messages.seq = notices.seq and messages.deleted_at is null
      and ${isSeenBy("messages", reader)} and ${mayRead(reader, sql`messages.group_id`)}
      and not ${hasBlocked(reader, sql`messages.user_id`)})
  when notices.kind = 'reply' then coalesce((
    select ${beginning(wordsOf("note_answers"))} from note_answers
      join notes on notes.id = note_answers.note_id join books on books.id = notes.book_id
    where note_answers.id = notices.subject and not ${hasBlocked(reader, sql`note_answers.user_id`)}
      and ${mayReadBook(reader, sql`notes.book_id`)} and (notes.user_id = ${reader} or notes.shared_at is not null
        and ${positionIn(sql`notes.page_number`, sql`books.page_count`)} <= (
          select reached from progress where book_id = notes.book_id and progress.user_id = ${reader}))), (
    select ${beginning(wordsOf("highlight_answers"))} from highlight_answers
      join highlights on highlights.id = highlight_answers.highlight_id
    where highlight_answers.id = notices.subject and not ${hasBlocked(reader, sql`highlight_answers.user_id`)}
      and ${mayReadBook(reader, sql`highlights.book_id`)} and highlights.user_id = ${reader}))
  end, '')`;

/** Of a message that its reader may not see yet: where it is, and nothing of what it says. */
export const hiddenPlace = sql<string | null>`(
  select json_object('title', books.title, 'pageCount', books.page_count, 'position', messages.anchor_position,
    'copy', json(${copyFor(reader)}))
  from messages join books on books.id = messages.anchor_book_id
  where messages.group_id = notices.group_id and messages.seq = notices.seq and messages.deleted_at is null
    and not ${isSeenBy("messages", reader)} and ${mayReadBook(reader, sql`books.id`)}
    and not ${hasBlocked(reader, sql`messages.user_id`)})`.mapWith(placeIn);

function placeIn(json: string): string {
  const { title, pageCount, position, copy: edition } = JSON.parse(json);
  const copy = copyOf({ pageCount, edition });
  return noticesServerTexts.onPage(pageAt(copy, position), { unit: copy.unit, title });
}

const withPlace = <T extends { text: string }>({ place, ...notice }: T & { place: string | null }) => ({
  ...notice,
  text: place ? `${notice.text}, ${place}` : notice.text,
});

const columns = {
  id: notices.id,
  kind: notices.kind,
  text: notices.text,
  place: hiddenPlace,
  url: notices.url,
  actor: sql<Notice["actor"]>`(
    select ${jsonObject(publicColumns)} from users where users.id = notices.actor_id
  )`.mapWith(JSON.parse),
  excerpt,
  createdAt: isoFrom(notices.createdAt),
  readAt: isoFrom(notices.readAt),
};

export async function listNotices(
  db: Db,
  viewerId: string,
  { before, limit = noticesLimits.notices.page }: { before?: string; limit?: number } = {},
): Promise<NoticeList> {
  const own = eq(notices.userId, viewerId);
  const isOlder = isBefore([notices.createdAt, notices.id], before, own);
  const [rows, unread] = await Promise.all([
    db.q.select(columns).from(notices).where(and(own, isOlder))
      .orderBy(desc(notices.createdAt), desc(notices.id)).limit(limit + 1),
    countUnreadNotices(db, viewerId),
  ]);
  const page = pageOf(rows, limit);
  return { notices: page.rows.map(withPlace), unread, hasMore: page.hasMore };
}

/** By the ids of their readers, as these see them. */
export async function findNotified(db: Db, notified: Notified[]): Promise<Map<string, Notice>> {
  const rows = await db.q.select({ ...columns, userId: notices.userId }).from(notices)
    .where(inArray(notices.id, notified.map(({ id }) => id)));
  return new Map(rows.map(({ userId, ...notice }) => [userId, withPlace(notice)]));
}

/** Of a column, a placeholder or an id. */
export const unreadNoticesOf = (userId: SQLWrapper | string) =>
  sql<number>`(select count(*) from (
    select 1 from notices where user_id = ${userId} and read_at is null limit ${sql.raw(String(chatLimits.unreadMax))}
  ))`;

const unreadCount = prepared((q) =>
  q.select({ unread: unreadNoticesOf(sql.placeholder("userId")) }).from(sql`(select 1)`).prepare()
);

export async function countUnreadNotices(db: Db, userId: string): Promise<number> {
  return (await unreadCount(db).get({ userId }))!.unread;
}

export async function countUnreadNoticesOf(db: Db, userIds: string[]): Promise<Map<string, number>> {
  const rows = await db.q.all<{ userId: string; unread: number }>(sql`
    select people.value as "userId", ${unreadNoticesOf(sql`people.value`)} as unread
    from json_each(${JSON.stringify(userIds)}) as people`);
  return new Map(rows.map(({ userId, unread }) => [userId, unread]));
}

export async function markNoticesRead(db: Db, userId: string, ids: string[] | "all", now: number): Promise<string[]> {
  const which = ids === "all" ? undefined : inArray(notices.id, ids);
  const unread = and(eq(notices.userId, userId), which, sql`${notices.readAt} is null`);
  // Usually there are none, and nothing is written.
  if (!await db.q.select({ id: notices.id }).from(notices).where(unread).limit(1).get()) return [];
  const [read] = await db.write([
    db.q.update(notices).set({ readAt: now, mailAt: null }).where(unread).returning({ id: notices.id }),
  ]);
  return read.map(({ id }) => id);
}

/** About a poll, a meeting, or an invitation into a group: their subject is its id, or begins with it. */
export interface NoticesAbout {
  kind: "poll" | "meeting" | "invited";
  id: string;
}

export async function listUnreadAbout(db: Db, userId: string, { kind, id }: NoticesAbout): Promise<string[]> {
  const rows = await db.q.select({ id: notices.id }).from(notices).where(and(
    eq(notices.userId, userId),
    eq(notices.kind, kind),
    // For the index. The id may have a space after it.
    sql`(${notices.subject} = ${id} or ${notices.subject} > ${`${id} `} and ${notices.subject} < ${`${id}!`})`,
    sql`${notices.readAt} is null`,
  )).limit(chatLimits.unreadMax);
  return rows.map(({ id }) => id);
}

/** Still there, not read, and of a group whose level still wants them and which has no quiet hours now. */
export async function listUnread(db: Db, ids: string[], now: number): Promise<Set<string>> {
  const rows = await db.q.all<{ id: string } & QuietRow>(sql`
    select notices.id, quiet_from as "quietFrom", quiet_to as "quietTo", time_zone as "timeZone" from notices
    left join group_settings on group_settings.group_id = notices.group_id
    where notices.id in ${listed(ids)} and read_at is null
      and (kind = 'addedToGroup' or not exists (select 1 from members
        where ${membershipOf(notices.userId, notices.groupId)}
          and (notify = 'none' or notify = 'mentions' and kind not in ${listed([...addressedKinds, "meeting"])})))`);
  return new Set(rows.filter((row) => !isQuietAt(now, quietHoursOf(row))).map(({ id }) => id));
}

interface AboutSubject {
  kind: NoticeKind;
  subject: string;
  groupId?: string;
  userId?: string;
  before?: number;
}

/** Those to one person, or to all in a group; where `before` is given, only older ones. */
export async function deleteNoticesOf(
  db: Db,
  { kind, subject, groupId, userId, before }: AboutSubject & ({ groupId: string } | { userId: string }),
): Promise<Notified[]> {
  const [deleted] = await db.write([
    db.q.delete(notices).where(and(
      groupId === undefined ? undefined : eq(notices.groupId, groupId),
      userId === undefined ? undefined : eq(notices.userId, userId),
      eq(notices.kind, kind),
      eq(notices.subject, subject),
      before === undefined ? undefined : lt(notices.createdAt, before),
    )).returning({ id: notices.id, userId: notices.userId }),
  ]);
  return deleted;
}

export interface SingleNews {
  kind: NoticeKind;
  /** All, if left out. */
  subject?: string;
  /** Whose doing it was. */
  by: string;
  /** To all, if left out. */
  userId?: string;
  /** Where one subject has several things that one person can do. */
  url?: string;
}

/** Unread ones of one thing that this person did, not of several. */
export async function deleteSingleNews(db: Db, { kind, subject, by, userId, url }: SingleNews): Promise<Notified[]> {
  const [deleted] = await db.write([
    db.q.delete(notices).where(and(
      eq(notices.actorId, by),
      userId === undefined ? undefined : eq(notices.userId, userId),
      eq(notices.kind, kind),
      subject === undefined ? undefined : eq(notices.subject, subject),
      url === undefined ? undefined : eq(notices.url, url),
      eq(notices.count, 1),
      sql`${notices.readAt} is null`,
    )).returning({ id: notices.id, userId: notices.userId }),
  ]);
  return deleted;
}

export const deleteReadNotices = (
  db: Db,
  { kind, subject, userIds }: { kind: NoticeKind; subject: string; userIds: string[] },
  before: number,
) =>
  db.write([
    db.q.delete(notices).where(and(
      inArray(notices.userId, userIds),
      eq(notices.kind, kind),
      eq(notices.subject, subject),
      isNotNull(notices.readAt),
      lt(notices.createdAt, before),
    )),
  ]);

const batch = 500;

export async function deleteOldNotices(db: Db, before: number): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([
    db.q.run(sql`delete from notices where id in (select id from notices where created_at < ${before} limit ${batch})`),
  ], shortWait);
  return rowsAffected === batch;
}

export const cancelMails = (db: Db, userId: string, part: MailPart) =>
  db.q.update(notices).set({ mailAt: null })
    .where(and(eq(notices.userId, userId), isNotNull(notices.mailAt), isOfPart(part)));
