import { and, asc, eq, gt, sql } from "drizzle-orm";
import { isSeenBy } from "../chat/message_views.ts";
import type { Db } from "../engine/client.ts";
import { isoFrom, isoOrNull, listed } from "../engine/query.ts";
import { shownName } from "../people/columns.ts";
import { groups, members, users } from "../schema.ts";
import { areCounted, winnerText } from "./polls.ts";
import { mayOrganize } from "./roles.ts";

/** For organizers alone. */
export const findArchivedGroup = (db: Db, viewerId: string, groupId: string) =>
  db.q.select({
    id: groups.id,
    name: groups.groupName,
    description: groups.description,
    madeAt: isoFrom(groups.createdAt),
  }).from(groups).where(and(eq(groups.id, groupId), mayOrganize(viewerId, groupId))).get();

/** For the archive: its members. */
export const listArchivedMembers = (
  db: Db,
  viewerId: string,
  { groupId, after, limit }: { groupId: string; after: string; limit: number },
) =>
  db.q.select({
    id: members.userId,
    username: shownName("users"),
    name: users.fullName,
    role: sql<string>`case when members.user_id = ${groups.createdBy} then 'creator' else members.role end`,
    joinedAt: isoFrom(members.joinedAt),
  }).from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(groups, eq(groups.id, members.groupId))
    .where(and(eq(members.groupId, groupId), gt(members.userId, after), mayOrganize(viewerId, groupId)))
    .orderBy(asc(members.userId)).limit(limit);

interface Part {
  groupId: string;
  after: string;
  limit: number;
}

interface ArchivedPoll {
  id: string;
  question: string;
  kind: string;
  secret: boolean;
  by: string | null;
  at: string;
  closesAt: string | null;
  closedAt: string | null;
  winner: string | null;
  /** The number of the message that presents it. */
  message: number | null;
  /** In their order, with how many voted for each once it is closed; of a ranked poll the first choices. */
  options: { text: string; bookId: string | null; votes: number | null }[];
}

/** For the archive: its polls, with what became of each. */
export async function listArchivedPolls(db: Db, viewerId: string, part: Part): Promise<ArchivedPoll[]> {
  const rows = await db.q.all<
    Record<"createdAt" | "secret", number> & Record<"closes" | "closed", number | null> & {
      id: string;
      question: string;
      kind: string;
      by: string | null;
      winner: string | null;
      message: number | null;
      options: string;
    }
  >(sql`
    select polls.id, polls.question, polls.kind, polls.is_secret as secret, polls.created_at as "createdAt",
      polls.closes_at as closes, polls.closed_at as closed,
      (select ${shownName("users")} from users where users.id = polls.created_by) as "by",
      ${winnerText} as winner,
      (select messages.seq from messages where messages.poll_id = polls.id and messages.group_id = polls.group_id
        and messages.deleted_at is null limit 1) as message,
      (select json_group_array(json(option)) from (
        select json_object('text', poll_options.text, 'bookId', books.id, 'votes', case when polls.closed_at is not null and ${areCounted} then (
            select count(*) from poll_votes where poll_votes.option_id = poll_options.id and poll_votes.rank = 0
          ) end) as option
        from poll_options left join books on books.id = poll_options.book_id and books.removed_at is null
        where poll_options.poll_id = polls.id order by poll_options.number
      )) as options
    from polls where polls.group_id = ${part.groupId} and polls.id > ${part.after}
      and ${mayOrganize(viewerId, part.groupId)}
    order by polls.id limit ${part.limit}`);
  return rows.map(({ createdAt, closes, closed, secret, options, ...poll }) => ({
    ...poll,
    secret: secret === 1,
    at: isoOrNull(createdAt)!,
    closesAt: isoOrNull(closes),
    closedAt: isoOrNull(closed),
    options: JSON.parse(options),
  }));
}

interface Ballot {
  by: string;
  /** Numbers of the options, from 1; of a ranked poll the first choice first. */
  options: number[];
}

/** For the archive: what each member has voted for, of a poll that is not secret and whose results the organizer sees. */
export async function listBallotsByName(db: Db, viewerId: string, pollId: string): Promise<Ballot[]> {
  const rows = await db.q.all<{ by: string; options: string }>(sql`
    select ${shownName("users")} as "by", (
      select json_group_array(number) from (
        select poll_options.number + 1 as number from poll_votes
        join poll_options on poll_options.id = poll_votes.option_id
        where poll_votes.poll_id = polls.id and poll_votes.user_id = users.id
        order by poll_votes.rank, poll_options.number)) as options
    from polls join members on members.group_id = polls.group_id join users on users.id = members.user_id
    where polls.id = ${pollId} and not polls.is_secret and ${mayOrganize(viewerId, sql`polls.group_id`)}
      and exists (select 1 from poll_votes where poll_votes.poll_id = polls.id and poll_votes.user_id = users.id)
      and (polls.closed_at is not null or exists (
        select 1 from poll_votes own where own.poll_id = polls.id and own.user_id = ${viewerId}))
    order by users.id`);
  return rows.map(({ by, options }) => ({ by, options: JSON.parse(options) }));
}

/** For the archive, by book: members who would read one that is suggested or next. */
export async function listInterestedByName(db: Db, viewerId: string, groupId: string): Promise<Map<string, string[]>> {
  const rows = await db.q.all<{ id: string; names: string }>(sql`
    select books.id, (
      select json_group_array(name) from (
        select ${shownName("users")} as name from book_interests
        join members on members.group_id = books.group_id and members.user_id = book_interests.user_id
        join users on users.id = members.user_id
        where book_interests.book_id = books.id order by book_interests.created_at, users.id)) as names
    from books where books.group_id = ${groupId} and books.state in ('suggested', 'next') and books.removed_at is null
      and ${mayOrganize(viewerId, groupId)}`);
  return new Map(rows.map(({ id, names }) => [id, JSON.parse(names)]));
}

/** For the archive: members who come to the next time of a meeting. */
export async function listComingByName(
  db: Db,
  viewerId: string,
  { id, date }: { id: string; date: string },
): Promise<string[]> {
  const rows = await db.q.all<{ name: string }>(sql`
    select ${shownName("users")} as name from meetings
    join meeting_replies on meeting_replies.meeting_id = meetings.id
    join members on members.group_id = meetings.group_id and members.user_id = meeting_replies.user_id
    join users on users.id = members.user_id
    where meetings.id = ${id} and meeting_replies.starts_at = ${Date.parse(date)}
      and meeting_replies.reply = 'yes' and ${mayOrganize(viewerId, sql`meetings.group_id`)}
    order by meeting_replies.replied_at, users.id`);
  return rows.map(({ name }) => name);
}

/** For the archive: how people are called who have reacted to its messages, also those who have left. */
export async function listUsernames(
  db: Db,
  viewerId: string,
  { groupId, ids }: { groupId: string; ids: string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.q.all<{ id: string; name: string }>(sql`
    select users.id, ${shownName("users")} as name from users
    where users.id in ${listed(ids)} and ${mayOrganize(viewerId, groupId)}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** For the archive: the ids of its meetings. */
export const listArchivedMeetings = async (db: Db, viewerId: string, part: Part): Promise<string[]> => {
  const rows = await db.q.all<{ id: string }>(sql`
    select meetings.id from meetings where meetings.group_id = ${part.groupId} and meetings.id > ${part.after}
      and ${mayOrganize(viewerId, part.groupId)}
    order by meetings.id limit ${part.limit}`);
  return rows.map(({ id }) => id);
};

interface MessageFiles {
  seq: number;
  at: number;
  files: { id: string; name: string }[];
}

/** For the archive: the files of messages that the organizer may see. @param until the number of the last of these messages */
export async function listArchivedFiles(
  db: Db,
  viewerId: string,
  { groupId, after, until }: { groupId: string; after: number; until: number },
): Promise<MessageFiles[]> {
  const rows = await db.q.all<{ seq: number; at: number; files: string }>(sql`
    select messages.seq, messages.created_at as at, (
      select json_group_array(json_object('id', id, 'name', name))
      from (select files.id, files.name from files where files.message_id = messages.id order by files.id)
    ) as files
    from messages where messages.group_id = ${groupId} and messages.seq > ${after} and messages.seq <= ${until}
      and messages.deleted_at is null and exists (select 1 from files where files.message_id = messages.id)
      and ${isSeenBy("messages", sql`${viewerId}`)} and ${mayOrganize(viewerId, groupId)}
    order by messages.seq`);
  return rows.map(({ files, ...row }) => ({ ...row, files: JSON.parse(files) }));
}
