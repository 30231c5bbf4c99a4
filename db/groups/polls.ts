import { type SQL, sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { NewOption, Poll, PollKind, PollOption } from "../../server/contract/groups/poll_shapes.ts";
import type { Face } from "../../server/contract/people/shapes.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isoOrNull } from "../engine/query.ts";
import { shownName } from "../people/columns.ts";
import { mayOrganize, mayRead, maySeeMember } from "./roles.ts";

const perOption = sql.raw(String(limits.polls.faces));

/** One takes no more votes from its time on, though it may be closed a moment later. */
const isOpen = (now: number): SQL =>
  sql`(polls.closed_at is null and (polls.closes_at is null or polls.closes_at > ${now}))`;

/** Until it is closed those of members count; of others they are deleted as it is closed. */
const counts = sql`(polls.closed_at is not null or exists (select 1 from members
  where members.group_id = polls.group_id and members.user_id = poll_votes.user_id))`;

const hasVoted = (userId: string): SQL =>
  sql`exists (select 1 from poll_votes own where own.poll_id = polls.id and own.user_id = ${userId})`;

/** Its maker, while a member, and organizers. */
const mayChangePoll = (userId: string): SQL<number> =>
  sql<number>`(${mayOrganize(userId, sql`polls.group_id`)}
    or polls.created_by = ${userId} and ${mayRead(userId, sql`polls.group_id`)})`;

/** What all see that may see the poll, whether they have voted or not. */
type Row = Omit<Poll, "options" | "mine" | "closesAt" | "closedAt" | "secret" | "mayChange"> & {
  isSecret: number;
  closesAt: number | null;
  closedAt: number | null;
  mayChange: number;
  isOpen: number;
};

const pollsFor = (viewerId: string, which: SQL, now: number): SQL =>
  sql`select polls.id, polls.group_id as "groupId", polls.question, polls.kind, polls.is_secret as "isSecret",
      polls.closes_at as "closesAt", coalesce(polls.closed_at, case when not ${isOpen(now)} then polls.closes_at end)
        as "closedAt",
      polls.winner_id as winner, ${mayChangePoll(viewerId)} as "mayChange", ${isOpen(now)} as "isOpen",
      (select count(distinct user_id) from poll_votes where poll_id = polls.id and ${counts}) as voted
    from polls where ${which} and ${mayRead(viewerId, sql`polls.group_id`)}`;

/** Those that are open first, and then those that are closed, the latest first; to an outsider none. */
export async function listPolls(db: Db, viewerId: string, groupId: string, now: number): Promise<Poll[]> {
  const rows = await db.q.all<Row>(sql`${pollsFor(viewerId, sql`polls.group_id = ${groupId}`, now)}
    order by "isOpen" desc, polls.created_at desc, polls.id limit ${limits.polls.listed}`);
  return await withOptions(db, viewerId, rows, now);
}

export async function findPoll(db: Db, viewerId: string, id: string, now: number): Promise<Poll | undefined> {
  const [poll] = await withOptions(db, viewerId, await db.q.all<Row>(pollsFor(viewerId, isPoll(id), now)), now);
  if (!poll || poll.secret) return poll;
  const voters = Map.groupBy(await listVoters(db, viewerId, id, now), ({ optionId }) => optionId);
  const faces = (id: string) => (voters.get(id) ?? []).map(({ optionId: _, ...face }) => face);
  return {
    ...poll,
    options: poll.options.map((option) => option.votes === null ? option : { ...option, voters: faces(option.id) }),
  };
}

const isPoll = (id: string): SQL => sql`polls.id = ${id}`;

type OptionRow = Omit<PollOption, "voters"> & { pollId: string; myRank: number | null };

async function withOptions(db: Db, viewerId: string, rows: Row[], now: number): Promise<Poll[]> {
  if (rows.length === 0) return [];
  // The right to see how many voted for what is part of the question.
  const options = await db.q.all<OptionRow>(sql`
    select poll_options.id, poll_options.poll_id as "pollId", coalesce(books.title, poll_options.text) as text,
      books.id as "bookId", mine.rank as "myRank",
      case when not ${isOpen(now)} or ${hasVoted(viewerId)} then (
        select count(*) from poll_votes where option_id = poll_options.id and rank = 0 and ${counts}
      ) end as votes
    from json_each(${JSON.stringify(rows.map(({ id }) => id))}) as asked
      join polls on polls.id = asked.value
      join poll_options on poll_options.poll_id = polls.id
      left join books on books.id = poll_options.book_id and books.removed_at is null
      left join poll_votes mine on mine.poll_id = polls.id and mine.user_id = ${viewerId}
        and mine.option_id = poll_options.id
    where ${mayRead(viewerId, sql`polls.group_id`)}
    order by poll_options.poll_id, poll_options.number`);
  const byPoll = Map.groupBy(options, ({ pollId }) => pollId);
  return rows.map(({ isSecret, isOpen: _, mayChange, closesAt, closedAt, ...poll }) => {
    const own = byPoll.get(poll.id) ?? [];
    const mine = own.filter(({ myRank }) => myRank !== null).toSorted((a, b) => a.myRank! - b.myRank!);
    return {
      ...poll,
      secret: isSecret === 1,
      mayChange: mayChange === 1,
      closesAt: isoOrNull(closesAt),
      closedAt: isoOrNull(closedAt),
      options: own.map(({ id, text, bookId, votes }) => ({ id, text, bookId, votes, voters: null })),
      mine: mine.map(({ id }) => id),
    };
  });
}

/** Of an open ballot, to people who see its results, members whom they may see as such. */
const listVoters = (db: Db, viewerId: string, id: string, now: number): Promise<(Face & { optionId: string })[]> =>
  db.q.all(sql`
    select "optionId", users.id, ${shownName("users")} as username, users.full_name as "fullName",
      users.profile_image as "profileImage"
    from (
      select option_id as "optionId", members.user_id,
        row_number() over (partition by option_id order by members.joined_at, members.user_id) as nth
      from polls join poll_votes on poll_votes.poll_id = polls.id and rank = 0
        join members on members.group_id = polls.group_id and members.user_id = poll_votes.user_id
      where ${isPoll(id)} and not is_secret and (not ${isOpen(now)} or ${hasVoted(viewerId)})
        and ${mayRead(viewerId, sql`polls.group_id`)} and ${maySeeMember(viewerId, "members")}
    ) shown join users on users.id = shown.user_id
    where nth <= ${perOption} order by nth`);

/** The ids of the options that each of a ranked poll's voters chose, in their order; to people who see its results. */
export async function listBallots(db: Db, viewerId: string, id: string, now: number): Promise<string[][]> {
  return await ballotsOf(
    db,
    sql`${isPoll(id)} and (not ${isOpen(now)} or ${hasVoted(viewerId)}) and ${mayRead(viewerId, sql`polls.group_id`)}`,
  );
}

async function ballotsOf(db: Db, which: SQL): Promise<string[][]> {
  const rows = await db.q.all<{ userId: string; optionId: string }>(sql`
    select poll_votes.user_id as "userId", option_id as "optionId"
    from polls join poll_votes on poll_votes.poll_id = polls.id
    where ${which} and ${counts} order by poll_votes.user_id, rank`);
  return [...Map.groupBy(rows, ({ userId }) => userId).values()].map((votes) => votes.map(({ optionId }) => optionId));
}

export interface NewPollRow {
  id: string;
  groupId: string;
  question: string;
  kind: PollKind;
  isSecret: boolean;
  closesAt: number | null;
  options: (NewOption & { id: string })[];
}

/** @returns false where it is there already, a book is not on the shelf, there is no room, or they may not */
export function insertPoll(db: Db, makerId: string, poll: NewPollRow, now: number): Promise<boolean> {
  const { id, groupId, question, kind, isSecret, closesAt, options } = poll;
  const listed = JSON.stringify(options);
  const ofBook = sql`left join books on books.id = asked.value ->> 'bookId' and books.group_id = ${groupId}
    and books.removed_at is null`;
  return changesRows(db, [
    db.q.run(sql`
      insert into polls (id, group_id, question, kind, is_secret, created_by, created_at, closes_at)
      select ${id}, groups.id, ${question}, ${kind}, ${isSecret}, ${makerId}, ${now}, ${closesAt} from groups
      where groups.id = ${groupId} and ${mayOrganize(makerId, groupId)}
        and (select count(*) from polls where group_id = ${groupId} and ${isOpen(now)}) < ${limits.polls.open}
        and (select count(*) from polls where group_id = ${groupId}) < ${limits.polls.perGroup}
        and not exists (select 1 from json_each(${listed}) as asked ${ofBook}
          where asked.value ->> 'bookId' is not null and books.id is null)
      on conflict do nothing`),
    db.q.run(sql`
      insert into poll_options (id, poll_id, number, text, book_id)
      select asked.value ->> 'id', polls.id, asked.key, coalesce(books.title, asked.value ->> 'text'), books.id
      from polls join json_each(${listed}) as asked ${ofBook}
      where ${isPoll(id)} and polls.created_by = ${makerId} and polls.created_at = ${now}
      on conflict do nothing`),
  ]);
}

/** Ties the message that presents a poll to it. */
export const tieMessage = (db: Db, makerId: string, { pollId, messageId }: { pollId: string; messageId: string }) =>
  changesRows(db, [
    db.q.run(sql`update messages set poll_id = ${pollId} where id = ${messageId} and user_id = ${makerId}
      and group_id = (select group_id from polls where ${isPoll(pollId)} and created_by = ${makerId})`),
  ]);

/**
 * In place of what they had voted for.
 * @param options ids, the first choice first
 * @returns false where it is closed, an option is not its own, several are one too many, or they may not
 */
export async function saveVote(
  db: Db,
  voterId: string,
  { id, options }: { id: string; options: string[] },
  now: number,
): Promise<boolean> {
  const listed = JSON.stringify(options);
  const isVote = sql`${isPoll(id)} and ${isOpen(now)} and ${mayRead(voterId, sql`polls.group_id`)}
    and (polls.kind <> 'one' or ${options.length} = 1)
    and (select count(*) from poll_options where poll_options.poll_id = ${id}
      and poll_options.id in (select value from json_each(${listed}))) = ${options.length}`;
  const [, { rowsAffected }] = await db.write([
    db.q.run(sql`delete from poll_votes where poll_id = ${id} and user_id = ${voterId}
      and exists (select 1 from polls where ${isVote})`),
    db.q.run(sql`
      insert into poll_votes (poll_id, user_id, option_id, rank)
      select polls.id, ${voterId}, chosen.value, case polls.kind when 'ranked' then chosen.key else 0 end
      from polls join json_each(${listed}) as chosen where ${isVote}`),
  ]);
  return rowsAffected > 0;
}

/** From then on it takes no votes: `settlePoll` has all of them to count. @returns whether it was open, and they may */
export const endPoll = (db: Db, userId: string, id: string, now: number): Promise<boolean> =>
  changesRows(db, [
    db.q.run(
      sql`update polls set closes_at = ${now} where ${isPoll(id)} and ${isOpen(now)} and ${mayChangePoll(userId)}`,
    ),
  ]);

export interface DuePoll {
  id: string;
  groupId: string;
  question: string;
  kind: PollKind;
  options: string[];
}

/** Those whose time has come and that are not closed, of one group or of all. */
export async function listDue(db: Db, now: number, groupId?: string): Promise<DuePoll[]> {
  const rows = await db.q.all<Omit<DuePoll, "options"> & { options: string }>(sql`
    select polls.id, group_id as "groupId", question, kind, (
      select json_group_array(id) from (
        select id from poll_options where poll_id = polls.id order by number)) as options
    from polls where closes_at is not null and closed_at is null and closes_at <= ${now}
      ${groupId === undefined ? sql`` : sql`and +group_id = ${groupId}`}
    order by closes_at limit ${limits.polls.swept}`);
  return rows.map((row) => ({ ...row, options: JSON.parse(row.options) }));
}

export const listDueBallots = (db: Db, id: string): Promise<string[][]> => ballotsOf(db, isPoll(id));

/** In one write, once. Those of people who have left are deleted with it. @returns whether it was this call's doing */
export const settlePoll = async (
  db: Db,
  { id, winner }: { id: string; winner: string | null },
): Promise<boolean> => {
  const [, { rowsAffected }] = await db.write([
    db.q.run(sql`delete from poll_votes where poll_id = ${id} and exists (select 1 from polls
      where ${isPoll(id)} and closed_at is null and not exists (select 1 from members
        where members.group_id = polls.group_id and members.user_id = poll_votes.user_id))`),
    db.q.run(sql`update polls set closed_at = closes_at, winner_id = ${winner}
      where ${isPoll(id)} and closed_at is null and closes_at is not null`),
  ]);
  return rowsAffected > 0;
};

export const deletePoll = async (db: Db, userId: string, id: string): Promise<boolean> => {
  const [, { rowsAffected }] = await db.write([
    db.q.run(sql`update messages set poll_id = null where poll_id = ${id}
      and exists (select 1 from polls where ${isPoll(id)} and ${mayChangePoll(userId)})`),
    db.q.run(sql`delete from polls where ${isPoll(id)} and ${mayChangePoll(userId)}`),
  ]);
  return rowsAffected > 0;
};

/** Of a closed poll, to an organizer: the id of the book that has won, while it is on the shelf. */
export async function findWinner(db: Db, viewerId: string, id: string): Promise<string | undefined> {
  const [row] = await db.q.all<{ id: string }>(sql`
    select books.id from polls join poll_options on poll_options.id = polls.winner_id
    join books on books.id = poll_options.book_id
    where ${isPoll(id)} and polls.closed_at is not null and books.removed_at is null
      and ${mayOrganize(viewerId, sql`polls.group_id`)}`);
  return row?.id;
}

/** Whether all of them are on the shelf of a group. */
export async function areShelved(
  db: Db,
  viewerId: string,
  { groupId, books }: { groupId: string; books: string[] },
): Promise<boolean> {
  const [{ count }] = await db.q.all<{ count: number }>(sql`
    select count(*) as count from books where id in (select value from json_each(${JSON.stringify(books)}))
      and books.group_id = ${groupId} and removed_at is null and ${mayRead(viewerId, sql`books.group_id`)}`);
  return count === books.length;
}

/** What may be read next, latest first. */
export const listPollBooks = (db: Db, viewerId: string, groupId: string): Promise<{ id: string; title: string }[]> =>
  db.q.all(sql`
    select id, title from books
    where books.group_id = ${groupId} and removed_at is null and state in ('suggested', 'next')
      and ${mayRead(viewerId, groupId)}
    order by state = 'next' desc, created_at desc limit ${limits.polls.books}`);
