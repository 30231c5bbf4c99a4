import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { hasPollId, hasVoted, isOpen } from "./polls.ts";
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
  const isVote = sql`${hasPollId(id)} and ${isOpen(now)} and ${mayRead(voterId, sql`polls.group_id`)}
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

/** Those of a ranked poll, to people who see its results. */
export async function listBallots(db: Db, viewerId: string, id: string, now: number): Promise<string[][]> {
  const seesResults = sql`(not ${isOpen(now)} or ${hasVoted(viewerId)}) and ${mayRead(viewerId, sql`polls.group_id`)}`;
  return parseBallots(await selectBallots(db, sql`${hasPollId(id)} and ${seesResults}`));
}

interface Ballot {
  options: string;
}

/** One row for each voter: of each option one would take several times as long. */
export const selectBallots = (db: Db, which: SQL) =>
  db.q.all<Ballot>(sql`
    select json_group_array(poll_votes.option_id order by poll_votes.rank) as options
    from polls join poll_votes on poll_votes.poll_id = polls.id
    where ${which} group by poll_votes.user_id`);

/** The ids of the options that each voter chose; of a ranked poll in their order. */
export const parseBallots = (rows: Ballot[]): string[][] => rows.map(({ options }) => JSON.parse(options));
