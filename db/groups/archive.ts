import { and, asc, eq, gt, sql } from "drizzle-orm";
import { isCandidate, isOnShelf } from "../books/conditions.ts";
import { isSeenBy } from "../chat/message_views.ts";
import { interestedMembers } from "../books/interests.ts";
import type { Db } from "../engine/client.ts";
import { isoFrom, isoOrNull, listed } from "../engine/query.ts";
import { shownName } from "../people/columns.ts";
import { groups, meetings, members, users } from "../schema.ts";
import { areCounted, hasVoted, isOpen, winnerText } from "./polls.ts";
import { mayOrganize } from "./roles.ts";

interface ArchivePage {
  groupId: string;
  after: string;
  limit: number;
}

/** For organizers alone. */
export const findArchivedGroup = (db: Db, viewerId: string, groupId: string) =>
  db.q.select({
    id: groups.id,
    name: groups.groupName,
    description: groups.description,
    madeAt: isoFrom(groups.createdAt),
  }).from(groups).where(and(eq(groups.id, groupId), mayOrganize(viewerId, groupId))).get();

/** For the archive: its members. */
export const listArchivedMembers = (db: Db, viewerId: string, { groupId, after, limit }: ArchivePage) =>
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

export interface ArchivedPoll {
  id: string;
  question: string;
  kind: string;
  secret: boolean;
  by: string | null;
  at: string;
  closesAt: string | null;
  closedAt: string | null;
  winner: string | null;
  /** The number of the option that has won, from 1: several may have its text. */
  winnerOption: number | null;
  /** The number of the message that presents it. */
  message: number | null;
  /** In their order, with how many voted for each once it is closed; of a ranked poll the first choices. */
  options: { text: string; bookId: string | null; votes: number | null }[];
}

/** For the archive: its polls, with what became of each. */
export async function listArchivedPolls(
  db: Db,
  viewerId: string,
  page: ArchivePage,
  now: number,
): Promise<ArchivedPoll[]> {
  const rows = await db.q.all<
    Record<"createdAt" | "secret", number> & Record<"closes" | "closed", number | null> & {
      id: string;
      question: string;
      kind: string;
      by: string | null;
      winner: string | null;
      winnerOption: number | null;
      message: number | null;
      options: string;
    }
  >(sql`
    select polls.id, polls.question, polls.kind, polls.is_secret as secret, polls.created_at as "createdAt",
      polls.closes_at as closes, polls.closed_at as closed,
      (select ${shownName("users")} from users where users.id = polls.created_by) as "by",
      ${winnerText} as winner,
      (select poll_options.number + 1 from poll_options where poll_options.id = polls.winner_id) as "winnerOption",
      (select messages.seq from messages where messages.poll_id = polls.id and messages.group_id = polls.group_id
        and messages.deleted_at is null limit 1) as message,
      (select json_group_array(json(option)) from (
        select json_object('text', poll_options.text, 'bookId', books.id,
          'votes', case when not ${isOpen(now)} and ${areCounted} then (
            select count(*) from poll_votes where poll_votes.option_id = poll_options.id and poll_votes.rank = 0
          ) end) as option
        from poll_options left join books on books.id = poll_options.book_id and ${isOnShelf()}
        where poll_options.poll_id = polls.id order by poll_options.number
      )) as options
    from polls where polls.group_id = ${page.groupId} and polls.id > ${page.after}
      and ${mayOrganize(viewerId, page.groupId)}
    order by polls.id limit ${page.limit}`);
  return rows.map(({ createdAt, closes, closed, secret, options, ...poll }) => ({
    ...poll,
    secret: secret === 1,
    at: isoOrNull(createdAt)!,
    closesAt: isoOrNull(closes),
    closedAt: isoOrNull(closed),
    options: JSON.parse(options),
  }));
}

export interface Ballot {
  /** The voter's. */
  id: string;
  by: string;
  /** Numbers of the options, from 1; of a ranked poll the first choice first. */
  options: number[];
}

/**
 * For the archive: who has voted for what, also people who have left, of a poll that is not secret and whose results
 * the organizer sees.
 */
export async function listBallotsByName(
  db: Db,
  viewerId: string,
  { pollId, after, limit }: { pollId: string; after: string; limit: number },
  now: number,
): Promise<Ballot[]> {
  const rows = await db.q.all<Pick<Ballot, "id" | "by"> & { options: string }>(sql`
    select users.id, ${shownName("users")} as "by",
      json_group_array(poll_options.number + 1 order by poll_votes.rank, poll_options.number) as options
    from polls join poll_votes on poll_votes.poll_id = polls.id
      join poll_options on poll_options.id = poll_votes.option_id
      join users on users.id = poll_votes.user_id
    where polls.id = ${pollId} and not polls.is_secret and ${mayOrganize(viewerId, sql`polls.group_id`)}
      and (not ${isOpen(now)} or ${hasVoted(viewerId)})
      and poll_votes.user_id > ${after}
    group by poll_votes.user_id order by poll_votes.user_id limit ${limit}`);
  return rows.map(({ options, ...row }) => ({ ...row, options: JSON.parse(options) }));
}

export interface DatedName {
  id: string;
  name: string;
  /** When they said so, in milliseconds. */
  at: number;
}

/** For the archive: members who would read a book that is suggested or next, those who said so first first. */
export const listInterestedByName = (
  db: Db,
  viewerId: string,
  { bookId, after, limit }: { bookId: string; after?: DatedName; limit: number },
): Promise<DatedName[]> =>
  db.q.all(sql`
    select users.id, ${shownName("users")} as name, book_interests.created_at as at
    from books join ${interestedMembers} join users on users.id = members.user_id
    where books.id = ${bookId} and ${isCandidate} and ${isOnShelf()}
      and ${mayOrganize(viewerId, sql`books.group_id`)}
      and (book_interests.created_at, users.id) > (${after?.at ?? -1}, ${after?.id ?? ""})
    order by book_interests.created_at, users.id limit ${limit}`);

/** For the archive: members who come to the next time of a meeting, those who said so first first. */
export const listComingByName = (
  db: Db,
  viewerId: string,
  { id, date, after, limit }: { id: string; date: string; after?: DatedName; limit: number },
): Promise<DatedName[]> =>
  db.q.all(sql`
    select users.id, ${shownName("users")} as name, meeting_replies.replied_at as at from meetings
    join meeting_replies on meeting_replies.meeting_id = meetings.id
    join members on members.group_id = meetings.group_id and members.user_id = meeting_replies.user_id
    join users on users.id = members.user_id
    where meetings.id = ${id} and meeting_replies.starts_at = ${Date.parse(date)}
      and meeting_replies.reply = 'yes' and ${mayOrganize(viewerId, sql`meetings.group_id`)}
      and (meeting_replies.replied_at, users.id) > (${after?.at ?? -1}, ${after?.id ?? ""})
    order by meeting_replies.replied_at, users.id limit ${limit}`);

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

interface ArchivedMeetingId {
  id: string;
  /** When the first date of a series starts. */
  firstStartsAt: string;
}

/** For the archive. */
export const listArchivedMeetings = (db: Db, viewerId: string, page: ArchivePage): Promise<ArchivedMeetingId[]> =>
  db.q.select({ id: meetings.id, firstStartsAt: isoFrom(meetings.startsAt) }).from(meetings)
    .where(and(
      eq(meetings.groupId, page.groupId),
      gt(meetings.id, page.after),
      mayOrganize(viewerId, page.groupId),
    ))
    .orderBy(asc(meetings.id)).limit(page.limit);

interface MessageFiles {
  seq: number;
  at: number;
  files: { id: string; name: string }[];
}

/** For the archive: the files of messages that the organizer may see. @param until the number of the last message */
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
