/**
 * A group that is read back from an archive: until it is complete it is of a kind of its own, in no list, and only its
 * creator can log in of its members. What is left of one that failed is deleted as other groups are, and with it the
 * accounts that were made for it, whose owners cannot know of them.
 */
import { sql } from "drizzle-orm";
import { minuteOf } from "../../server/contract/groups/quiet_hours.ts";
import { usualSettings } from "../../server/contract/groups/settings_shapes.ts";
import type { ArchivedGroup } from "../../server/contract/groups/archive_shapes.ts";
import { rowSize } from "../account/storage.ts";
import { changesRows, type Db, shortWait } from "../engine/client.ts";
import { auditRow, type NewAuditRow } from "../operator/audit.ts";
import { groups } from "../schema.ts";
import { deletion } from "./deletion.ts";
import { mayMakeGroup } from "./groups.ts";

const isIncoming = (id: string) =>
  sql`exists (select 1 from groups coming where coming.id = ${id} and coming.kind = 'incoming'
    and coming.deleted_at is null)`;

interface NewIncoming extends Omit<ArchivedGroup, "description" | "madeAt"> {
  id: string;
  description: string | null;
}

/** False where it is there already, or they have made as many groups as they may. */
export const beginIncoming = (db: Db, creatorId: string, group: NewIncoming, now: number): Promise<boolean> => {
  const { id, name, description } = group;
  const settings = { ...usualSettings, ...group.settings };
  const { plan, contents, shelf, texts, askToShare, everyone, hideMembers, quietHours } = settings;
  return changesRows(db, [
    db.q.run(sql`insert into groups (id, group_name, description, created_by, created_at, active_at, kind)
      select ${id}, ${name}, ${description}, users.id, ${now}, ${now}, 'incoming' from users
      where users.id = ${creatorId} and ${mayMakeGroup(creatorId)} on conflict do nothing`),
    db.q.run(sql`insert into members (group_id, user_id, joined_at)
      select groups.id, groups.created_by, ${now} from groups where groups.id = ${id} and ${
      isIncoming(id)
    } on conflict do nothing`),
    db.q.run(sql`insert into group_settings
        (group_id, plan, contents, shelf, texts, ask_to_share, everyone, hide_members, started_at, quiet_from, quiet_to,
          time_zone)
      select groups.id, ${plan}, ${contents}, ${shelf}, ${texts}, ${Number(askToShare)}, ${Number(everyone)},
        ${Number(hideMembers)}, ${now}, ${quietHours && minuteOf(quietHours.from)},
        ${quietHours && minuteOf(quietHours.to)}, ${quietHours && quietHours.timeZone} from groups where ${
      isNew(id)
    } on conflict do nothing`),
  ]);
};

const ofPolls = ["polls", "poll_options", "poll_votes"] as const;
const ofMeetings = ["meetings", "meeting_dates", "meeting_replies"] as const;

/** In which the rows of one write are stored: others refer to those before them. */
export const tables = [
  "users",
  "members",
  "books",
  "chapters",
  "plans",
  "book_interests",
  ...ofPolls,
  "messages",
  "reactions",
  "notes",
  "note_answers",
  "questions",
  "answers",
  "reviews",
  ...ofMeetings,
] as const;

export type Row = Record<string, string | number | null | number[]>;

export interface SentFile {
  fileId: string;
  messageId: string;
  userId: string;
}

interface Rows {
  rows: Map<string, Row[]>;
  files: SentFile[];
}

/** Only its creator is a member already. */
const onConflict: Partial<Record<(typeof tables)[number], string>> = {
  users: "",
  members: "on conflict do update set joined_at = excluded.joined_at",
};

/** What no trigger counts is counted here, as what the group holds for as long as it is there. */
const uncounted = new Set<string>(["book_interests", ...ofPolls, ...ofMeetings]);

/** By the names of their columns. One that is there already stays. */
export async function storeRows(db: Db, id: string, { rows, files }: Rows): Promise<void> {
  let bytes = 0;
  const insertions = tables.flatMap((table) => {
    const stored = rows.get(table);
    if (!stored) return [];
    const list = JSON.stringify(stored);
    if (uncounted.has(table)) bytes += stored.length * rowSize.reaction + list.length;
    const columns = Object.keys(stored[0]);
    const of = columns.map((name) => `list.value ->> '${name}'`).join(", ");
    return [db.q.run(sql`insert into ${sql.raw(table)} (${sql.raw(columns.join(", "))})
      select ${sql.raw(of)} from json_each(${list}) as list
      where ${isIncoming(id)} order by list.key ${sql.raw(onConflict[table] ?? "on conflict do nothing")}`)];
  });
  const [first, ...others] = insertions;
  if (!first) return;
  await db.write([
    first,
    ...others,
    ...bytes === 0 ? [] : [
      db.q.run(sql`update groups set stored_bytes = stored_bytes + ${bytes} where id = ${id} and ${isIncoming(id)}`),
    ],
    db.q.run(sql`update files set message_id = list.value ->> 'messageId', user_id = list.value ->> 'userId'
      from json_each(${JSON.stringify(files)}) as list where files.id = list.value ->> 'fileId'
        and files.group_id = ${id} and ${isIncoming(id)}
        and exists (select 1 from messages where messages.id = list.value ->> 'messageId')`),
  ]);
}

/** Whether one of the accounts that were made for it has more than an account may. */
export async function hasFullAccount(db: Db, id: string, quota: number): Promise<boolean> {
  const [{ full }] = await db.q.all<{ full: number }>(sql`select exists (
    select 1 from users join account_storage on account_storage.user_id = users.id
    where users.added_to = ${id} and account_storage.bytes > ${quota}) as full`);
  return full === 1;
}

/** What somebody stores, with what the accounts store that are for people of their groups and that nobody uses yet. */
export async function bytesWithUnused(db: Db, creatorId: string): Promise<number> {
  const [{ bytes }] = await db.q.all<{ bytes: number }>(sql`
    select coalesce(sum(account_storage.bytes), 0) as bytes from account_storage
    where account_storage.user_id = ${creatorId} or account_storage.user_id in (
      select users.id from groups join users on users.added_to = groups.id and users.password_hash = ''
      where groups.created_by = ${creatorId})`);
  return bytes;
}

const threadsPerPart = 500;

interface FinishedImport {
  id: string;
  messages: number;
  madeAt: number | null;
  /** That accounts were made for it. */
  audit?: NewAuditRow;
}

/** From here on it is a group like others, all of it read. False where it was given up, or they have made too many. */
export async function finishIncoming(
  db: Db,
  creatorId: string,
  { id, messages, madeAt, audit }: FinishedImport,
  now: number,
): Promise<boolean> {
  for (let from = 1; from <= messages; from += threadsPerPart) {
    await db.write([
      db.q.run(sql`update thread_reads set last_read_seq = ${messages} where group_id = ${id}
        and thread_seq >= ${from} and thread_seq < ${from + threadsPerPart} and ${isIncoming(id)}`),
    ]);
  }
  await db.write([
    db.q.run(sql`update members set last_read_seq = ${messages}, pushed_seq = ${messages}
      where group_id = ${id} and ${isIncoming(id)}`),
  ]);
  return changesRows(db, [
    db.q.run(sql`update groups set kind = 'group', active_at = ${now}, created_at = ${Math.min(madeAt ?? now, now)}
      where groups.id = ${id} and ${isIncoming(id)} and ${mayMakeGroup(creatorId)}`),
    ...audit ? [auditRow(db, audit, { onlyAfterChange: true })] : [],
  ]);
}

/** Its content is deleted later. */
export const giveUpIncoming = (db: Db, id: string) =>
  db.write([
    db.q.update(groups).set(deletion).where(sql`groups.id = ${id} and ${isIncoming(id)}`),
    db.q.run(sql`delete from members where group_id = ${id} and exists (
      select 1 from groups where groups.id = ${id} and groups.kind = 'incoming')`),
  ], shortWait);

const givenUpAtOnce = 50;

/** Those that nobody reads any more: the process that did has ended. */
export async function giveUpStaleIncoming(db: Db, before: number): Promise<void> {
  while (true) {
    const stale = await db.q.all<{ id: string }>(sql`select groups.id from groups
      where groups.kind = 'incoming' and groups.deleted_at is null and groups.created_at < ${before}
      limit ${givenUpAtOnce}`);
    for (const { id } of stale) await giveUpIncoming(db, id);
    if (stale.length < givenUpAtOnce) return;
  }
}
