import { type SQL, sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { Poll, PollOption } from "../../server/contract/groups/poll_shapes.ts";
import type { Face } from "../../server/contract/people/shapes.ts";
import { isOnShelf } from "../books/conditions.ts";
import { lastRev } from "../chat/revisions.ts";
import type { Db } from "../engine/client.ts";
import { isoOrNull, listed, type Page, pageOf } from "../engine/query.ts";
import { giveWay } from "../engine/timing.ts";
import { shownName } from "../people/columns.ts";
import { mayOrganize, mayRead, maySeeMember } from "./roles.ts";

/** One takes no more votes from its time on, though it may be closed a moment later. */
export const isOpen = (now: number): SQL =>
  sql`(polls.closed_at is null and (polls.closes_at is null or polls.closes_at > ${now}))`;

/**
 * Of one that was read back from an archive without its votes only the winner is known: the id of one of its options,
 * or '' where that is not known either.
 */
export const areCounted = sql`(polls.winner_id is null
  or exists (select 1 from poll_votes counted where counted.poll_id = polls.id))`;

/** As its members voted for it, also where it is a book whose title is another one now. */
export const winnerText = sql`(select poll_options.text from poll_options where poll_options.id = polls.winner_id)`;

export const hasVoted = (userId: string): SQL =>
  sql`exists (select 1 from poll_votes own where own.poll_id = polls.id and own.user_id = ${userId})`;

/** Its maker, while a member, and organizers. */
export const mayChangePoll = (userId: string): SQL<number> =>
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
      case when not ${areCounted} then null when polls.kind = 'many'
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
  const ofGroup = sql`polls.group_id = ${groupId} and ${mayRead(viewerId, groupId)}`;
  const isAfter = after === undefined ? sql`` : sql`and ${order} < (
    select ${isOpen(now)}, polls.created_at, polls.id from polls where ${hasPollId(after)} and ${ofGroup})`;
  // Only what is shown is counted.
  const page = await db.q.all<{ id: string }>(sql`select id from polls where ${ofGroup} ${isAfter}
    order by ${isOpen(now)} desc, polls.created_at desc, polls.id desc limit ${limits.polls.page + 1}`);
  const { rows: shown, hasMore } = pageOf(page, limits.polls.page);
  const rows: Poll[] = [];
  for (let n = 0; n < shown.length; n += countedAtOnce) {
    const ids = shown.slice(n, n + countedAtOnce).map(({ id }) => id);
    const part = await db.q.all<Row>(sql`${pollsFor(viewerId, sql`polls.id in ${listed(ids)}`, now)}
      order by "isOpen" desc, polls.created_at desc, polls.id desc`);
    rows.push(...await withOptions(db, viewerId, part, now));
    await giveWay();
  }
  return { rows, hasMore };
}

/** Polls: each may have tens of thousands of votes. */
const countedAtOnce = 4;

export async function findPoll(db: Db, viewerId: string, id: string, now: number): Promise<Poll | undefined> {
  const [poll] = await withOptions(db, viewerId, await db.q.all<Row>(pollsFor(viewerId, hasPollId(id), now)), now);
  if (!poll || poll.secret) return poll;
  const voters = Map.groupBy(await listVoters(db, viewerId, id, now), ({ optionId }) => optionId);
  const faces = (id: string) => (voters.get(id) ?? []).map(({ optionId: _, ...face }) => face);
  return {
    ...poll,
    options: poll.options.map((option) => option.votes === null ? option : { ...option, voters: faces(option.id) }),
  };
}

export const hasPollId = (id: string): SQL => sql`polls.id = ${id}`;

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
      left join books on books.id = poll_options.book_id and ${isOnShelf()}
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

/** Of one that is not secret, to people who see its results, members whom they may see as such. */
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
    where ${hasPollId(id)} and not is_secret and (not ${isOpen(now)} or ${hasVoted(viewerId)})
      and ${mayRead(viewerId, sql`polls.group_id`)}
    order by poll_options.number, users.id`);

interface DeletedPoll {
  groupId: string;
  /** That presented it, and that they may delete. */
  messages: string[];
  /** Of such messages, which no longer present it; undefined where there are none. */
  rev: number | undefined;
}

/** @returns undefined where they may not */
export async function deletePoll(db: Db, userId: string, id: string): Promise<DeletedPoll | undefined> {
  const mayDeleteMessage = sql`(messages.user_id = ${userId} or ${mayOrganize(userId, sql`messages.group_id`)})`;
  const [messages, [presenting], [deleted]] = await db.write([
    db.q.all<{ id: string }>(sql`select messages.id from messages join polls on polls.id = messages.poll_id
      where messages.poll_id = ${id} and ${mayChangePoll(userId)} and ${mayDeleteMessage}`),
    db.q.all<{ rev: number }>(sql`update messages set poll_id = null, rev = ${lastRev(sql`messages.group_id`)} + 1
      where messages.poll_id = ${id} and exists (select 1 from polls where ${hasPollId(id)} and ${
      mayChangePoll(userId)
    })
      returning rev`),
    db.q.all<{ groupId: string }>(sql`delete from polls where ${hasPollId(id)} and ${mayChangePoll(userId)}
      returning group_id as "groupId"`),
  ]);
  return deleted && { ...deleted, messages: messages.map(({ id }) => id), rev: presenting?.rev };
}
