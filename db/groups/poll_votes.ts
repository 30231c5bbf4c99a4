import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { hasVoted, isOpen, isPoll } from "./polls.ts";
import { mayRead } from "./roles.ts";

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

/** The ids of the options that each of a ranked poll's voters chose, in their order; to people who see its results. */
export async function listBallots(db: Db, viewerId: string, id: string, now: number): Promise<string[][]> {
  const seesResults = sql`(not ${isOpen(now)} or ${hasVoted(viewerId)}) and ${mayRead(viewerId, sql`polls.group_id`)}`;
  return inBallots(await selectVotes(db, sql`${isPoll(id)} and ${seesResults}`));
}

interface VoteRow {
  userId: string;
  optionId: string;
}

export const selectVotes = (db: Db, which: SQL) =>
  db.q.all<VoteRow>(sql`
    select poll_votes.user_id as "userId", option_id as "optionId"
    from polls join poll_votes on poll_votes.poll_id = polls.id
    where ${which} order by poll_votes.user_id, rank`);

export const inBallots = (rows: VoteRow[]): string[][] =>
  [...Map.groupBy(rows, ({ userId }) => userId).values()].map((votes) => votes.map(({ optionId }) => optionId));
