import { type SQL, sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { NewOption, Poll, PollKind, PollOption } from "../../server/contract/groups/poll_shapes.ts";
import type { Face } from "../../server/contract/people/shapes.ts";
import { hasRoom, type Quota, sizeOf } from "../account/storage.ts";
import { parseShown } from "../chat/message_views.ts";
import { readMessage } from "../chat/messages.ts";
import { insertMentions } from "../chat/new_messages.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isoOrNull, listed, type Page, pageOf } from "../engine/query.ts";
import { shownName } from "../people/columns.ts";
import { mayOrganize, mayRead, maySeeMember } from "./roles.ts";

/** One takes no more votes from its time on, though it may be closed a moment later. */
const isOpen = (now: number): SQL =>
  sql`(polls.closed_at is null and (polls.closes_at is null or polls.closes_at > ${now}))`;

/**
 * Of one that was read back from an archive without its votes only the winner is known: the id of one of its options,
 * or '' for none.
 */
export const areCounted = sql`(polls.winner_id is null
  or exists (select 1 from poll_votes counted where counted.poll_id = polls.id))`;

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
      nullif(polls.winner_id, '') as winner, ${mayChangePoll(viewerId)} as "mayChange", ${isOpen(now)} as "isOpen",
      case polls.kind when 'many'
        then (select count(distinct user_id) from poll_votes where poll_id = polls.id)
        else (select count(*) from poll_options join poll_votes on option_id = poll_options.id and rank = 0
          where poll_options.poll_id = polls.id)
        end as voted
    from polls where ${which} and ${mayRead(viewerId, sql`polls.group_id`)}`;

/** Those that are open first, and then those that are closed, the latest first; to an outsider none. */
export async function listPolls(
  db: Db,
  viewerId: string,
  { groupId, after }: { groupId: string; after?: string },
  now: number,
): Promise<Page<Poll>> {
  const order = sql`(${isOpen(now)}, polls.created_at, polls.id)`;
  const ofGroup = sql`polls.group_id = ${groupId}`;
  const isAfter = after === undefined ? sql`` : sql`and ${order} < (
    select ${isOpen(now)}, polls.created_at, polls.id from polls where ${isPoll(after)} and ${ofGroup})`;
  // Only what is shown is counted.
  const page = await db.q.all<{ id: string }>(sql`select id from polls where ${ofGroup} ${isAfter}
    order by ${isOpen(now)} desc, polls.created_at desc, polls.id desc limit ${limits.polls.page + 1}`);
  const { rows: ids, hasMore } = pageOf(page, limits.polls.page);
  const rows = await db.q.all<Row>(sql`${pollsFor(viewerId, sql`polls.id in ${listed(ids.map(({ id }) => id))}`, now)}
    order by "isOpen" desc, polls.created_at desc, polls.id desc`);
  return { rows: await withOptions(db, viewerId, rows, now), hasMore };
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
    select poll_options.id, poll_options.poll_id as "pollId", poll_options.text, books.id as "bookId",
      mine.rank as "myRank",
      case when (not ${isOpen(now)} or ${hasVoted(viewerId)}) and ${areCounted} then (
        select count(*) from poll_votes where option_id = poll_options.id and rank = 0
      ) end as votes
    from polls join poll_options on poll_options.poll_id = polls.id
      left join books on books.id = poll_options.book_id and books.removed_at is null
      left join poll_votes mine on mine.poll_id = polls.id and mine.user_id = ${viewerId}
        and mine.option_id = poll_options.id
    where polls.id in ${listed(rows.map(({ id }) => id))} and ${mayRead(viewerId, sql`polls.group_id`)}
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
    select poll_options.id as "optionId", users.id, ${shownName("users")} as username, users.full_name as "fullName",
      users.profile_image as "profileImage"
    from polls join poll_options on poll_options.poll_id = polls.id
      join users on users.id in (
        select poll_votes.user_id from poll_votes
          join members on members.group_id = polls.group_id and members.user_id = poll_votes.user_id
        where poll_votes.option_id = poll_options.id and poll_votes.rank = 0 and ${maySeeMember(viewerId, "members")}
        order by poll_votes.user_id limit ${limits.polls.faces})
    where ${isPoll(id)} and not is_secret and (not ${isOpen(now)} or ${hasVoted(viewerId)})
      and ${mayRead(viewerId, sql`polls.group_id`)}
    order by poll_options.number, users.id`);

/** The ids of the options that each of a ranked poll's voters chose, in their order; to people who see its results. */
export async function listBallots(db: Db, viewerId: string, id: string, now: number): Promise<string[][]> {
  const seesResults = sql`(not ${isOpen(now)} or ${hasVoted(viewerId)}) and ${mayRead(viewerId, sql`polls.group_id`)}`;
  return inBallots(await selectVotes(db, sql`${isPoll(id)} and ${seesResults}`));
}

interface VoteRow {
  userId: string;
  optionId: string;
}

const selectVotes = (db: Db, which: SQL) =>
  db.q.all<VoteRow>(sql`
    select poll_votes.user_id as "userId", option_id as "optionId"
    from polls join poll_votes on poll_votes.poll_id = polls.id
    where ${which} order by poll_votes.user_id, rank`);

const inBallots = (rows: VoteRow[]): string[][] =>
  [...Map.groupBy(rows, ({ userId }) => userId).values()].map((votes) => votes.map(({ optionId }) => optionId));

export interface NewPollRow extends Quota {
  id: string;
  messageId: string;
  groupId: string;
  question: string;
  kind: PollKind;
  isSecret: boolean;
  closesAt: number | null;
  options: (NewOption & { id: string })[];
}

/**
 * With the message of its maker's that presents it.
 * @returns the message; undefined where it is there already, a book is not on the shelf, there is no room, or they may not
 */
export async function insertPoll(
  db: Db,
  makerId: string,
  { messageId, quota, ...poll }: NewPollRow,
  now: number,
): Promise<ReturnType<typeof parseShown> | undefined> {
  const { id, groupId, question, kind, isSecret, closesAt, options } = poll;
  const json = JSON.stringify(options);
  const ofBook = sql`left join books on books.id = asked.value ->> 'bookId' and books.group_id = ${groupId}
    and books.removed_at is null`;
  const isNew = sql`${isPoll(id)} and polls.created_by = ${makerId} and polls.created_at = ${now}`;
  const [, , , , , [row]] = await db.write(
    [
      db.q.run(sql`
      insert into polls (id, group_id, question, kind, is_secret, created_by, created_at, closes_at)
      select ${id}, groups.id, ${question}, ${kind}, ${isSecret}, ${makerId}, ${now}, ${closesAt} from groups
      where groups.id = ${groupId} and ${mayOrganize(makerId, groupId)}
        and ${hasRoom(makerId, sizeOf(sql`${question}`), { quota })}
        and (select count(*) from polls where group_id = ${groupId} and ${isOpen(now)}) < ${limits.polls.open}
        and (select count(*) from polls where group_id = ${groupId}) < ${limits.polls.perGroup}
        and not exists (select 1 from json_each(${json}) as asked ${ofBook}
          where asked.value ->> 'bookId' is not null and books.id is null)
      on conflict do nothing`),
      db.q.run(sql`
      insert into poll_options (id, poll_id, number, text, book_id)
      select asked.value ->> 'id', polls.id, asked.key, coalesce(books.title, asked.value ->> 'text'), books.id
      from polls join json_each(${json}) as asked ${ofBook}
      where ${isNew}
      on conflict do nothing`),
      db.q.run(sql`
      insert into messages (id, group_id, seq, user_id, content, created_at, rev, poll_id)
      select ${messageId}, polls.group_id,
        (select coalesce(max(seq), 0) + 1 from messages earlier where earlier.group_id = polls.group_id),
        polls.created_by, polls.question, ${now},
        (select coalesce(max(rev), 0) + 1 from messages earlier where earlier.group_id = polls.group_id), polls.id
      from polls where ${isNew}
        and not exists (select 1 from messages presenting where presenting.poll_id = polls.id)`),
      db.q.run(sql`update groups set active_at = ${now} where id = ${groupId} and changes() > 0`),
      insertMentions(db, { id: messageId, userId: makerId, content: question }),
      readMessage(db, makerId, { groupId, id: messageId }),
    ] as const,
  );
  return row && parseShown(row.json);
}

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
  const isVote = sql`${isPoll(id)} and ${isOpen(now)} and ${mayRead(voterId, sql`polls.group_id`)}
    and (polls.kind <> 'one' or ${options.length} = 1)
    and (select count(*) from poll_options where poll_options.poll_id = ${id}
      and poll_options.id in ${listed(options)}) = ${options.length}`;
  const [, { rowsAffected }] = await db.write([
    db.q.run(sql`delete from poll_votes where poll_id = ${id} and user_id = ${voterId}
      and exists (select 1 from polls where ${isVote})`),
    db.q.run(sql`
      insert into poll_votes (poll_id, user_id, option_id, rank)
      select polls.id, ${voterId}, chosen.value, case polls.kind when 'ranked' then chosen.key else 0 end
      from polls join json_each(${JSON.stringify(options)}) as chosen where ${isVote}`),
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

export const listDueBallots = async (db: Db, id: string): Promise<string[][]> =>
  inBallots(await selectVotes(db, isPoll(id)));

export interface Settled {
  /** That it was closed with. */
  ballots: string[][];
  /** Of the message that presents it, which says what has won; undefined where there is none. */
  rev: number | undefined;
}

/** Once. @returns undefined if it was not this call's doing */
export async function settlePoll(
  db: Db,
  { id, winner }: { id: string; winner: string | null },
): Promise<Settled | undefined> {
  const [{ rowsAffected }, [presenting], votes] = await db.write([
    db.q.run(sql`update polls set closed_at = closes_at, winner_id = ${winner}
      where ${isPoll(id)} and closed_at is null and closes_at is not null`),
    changePresenting(db, id),
    selectVotes(db, isPoll(id)),
  ]);
  return rowsAffected > 0 ? { ballots: inBallots(votes), rev: presenting?.rev } : undefined;
}

export async function correctWinner(
  db: Db,
  { id, winner }: { id: string; winner: string | null },
): Promise<Pick<Settled, "rev">> {
  const [, [presenting]] = await db.write([
    db.q.run(sql`update polls set winner_id = ${winner} where ${isPoll(id)} and closed_at is not null`),
    changePresenting(db, id),
  ]);
  return { rev: presenting?.rev };
}

const changePresenting = (db: Db, id: string) =>
  db.q.all<{ rev: number }>(sql`
    update messages set rev = (select max(rev) + 1 from messages others where others.group_id = messages.group_id)
    where poll_id = ${id} and deleted_at is null and changes() > 0 returning rev`);

/** @returns its group and the messages of its maker that present it; undefined where they may not */
export async function deletePoll(
  db: Db,
  userId: string,
  id: string,
): Promise<{ groupId: string; messages: string[] } | undefined> {
  const [messages, , [deleted]] = await db.write([
    db.q.all<{ id: string }>(sql`select messages.id from messages
      join polls on polls.id = messages.poll_id and polls.created_by = messages.user_id
      where messages.poll_id = ${id} and ${mayChangePoll(userId)}`),
    db.q.run(sql`update messages set poll_id = null where poll_id = ${id}
      and exists (select 1 from polls where ${isPoll(id)} and ${mayChangePoll(userId)})`),
    db.q.all<{ groupId: string }>(sql`delete from polls where ${isPoll(id)} and ${mayChangePoll(userId)}
      returning group_id as "groupId"`),
  ]);
  return deleted && { groupId: deleted.groupId, messages: messages.map(({ id }) => id) };
}

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
    select count(*) as count from books where id in ${listed(books)}
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
