import { and, asc, eq, gt, sql } from "drizzle-orm";
import { isSeenBy } from "../chat/message_views.ts";
import type { Db } from "../engine/client.ts";
import { isoFrom, isoOrNull } from "../engine/query.ts";
import { shownName } from "../people/columns.ts";
import { groups, members, users } from "../schema.ts";
import { mayOrganize } from "./roles.ts";

/** For organizers alone. */
export const findArchivedGroup = (db: Db, viewerId: string, groupId: string) =>
  db.q.select({
    id: groups.id,
    name: groups.groupName,
    description: groups.description,
    madeAt: isoFrom(groups.createdAt),
  }).from(groups).where(and(eq(groups.id, groupId), mayOrganize(viewerId, groupId))).get();

/** Likewise. */
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
  /** In their order, with how many voted for each once it is closed; of a ranked poll the first choices. */
  options: { text: string; votes: number | null }[];
}

/** Likewise. What anybody has voted for is not among it. */
export async function listArchivedPolls(db: Db, viewerId: string, part: Part): Promise<ArchivedPoll[]> {
  const text = sql`coalesce(books.title, poll_options.text)`;
  const shelved = sql`left join books on books.id = poll_options.book_id and books.removed_at is null`;
  const rows = await db.q.all<
    Record<"createdAt" | "secret", number> & Record<"closes" | "closed", number | null> & {
      id: string;
      question: string;
      kind: string;
      by: string | null;
      winner: string | null;
      options: string;
    }
  >(sql`
    select polls.id, polls.question, polls.kind, polls.is_secret as secret, polls.created_at as "createdAt",
      polls.closes_at as closes, polls.closed_at as closed,
      (select ${shownName("users")} from users where users.id = polls.created_by) as "by",
      (select ${text} from poll_options ${shelved} where poll_options.id = polls.winner_id) as winner,
      (select json_group_array(json(option)) from (
        select json_object('text', ${text}, 'votes', case when polls.closed_at is not null then (
            select count(*) from poll_votes where poll_votes.option_id = poll_options.id and poll_votes.rank = 0
          ) end) as option
        from poll_options ${shelved} where poll_options.poll_id = polls.id order by poll_options.number
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

/** Likewise: the ids of its meetings. */
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

/** Likewise: the files of messages that the organizer may see. @param until the number of the last of these messages */
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
