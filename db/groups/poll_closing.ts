import { sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { PollKind } from "../../server/contract/groups/poll_shapes.ts";
import { isOnShelf } from "../books/conditions.ts";
import { lastRev } from "../chat/revisions.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isComplete } from "./deletion.ts";
import { parseBallots, selectBallots } from "./poll_votes.ts";
import { hasPollId, isOpen, mayChangePoll } from "./polls.ts";
import { mayOrganize } from "./roles.ts";

/** From then on it takes no votes: `settlePoll` has all of them to count. @returns whether it was open, and they may */
export const endPoll = (db: Db, userId: string, id: string, now: number): Promise<boolean> =>
  changesRows(db, [
    db.q.run(
      sql`update polls set closes_at = ${now} where ${hasPollId(id)} and ${isOpen(now)} and ${mayChangePoll(userId)}`,
    ),
  ]);

export interface DuePoll {
  id: string;
  groupId: string;
  question: string;
  kind: PollKind;
  options: { id: string; text: string }[];
}

/** Those whose time has come and that are not closed, of one group or of all. */
export async function listDue(db: Db, now: number, groupId?: string): Promise<DuePoll[]> {
  const rows = await db.q.all<Omit<DuePoll, "options"> & { options: string }>(sql`
    select polls.id, group_id as "groupId", question, kind, (
      select json_group_array(json_object('id', id, 'text', text)) from (
        select id, text from poll_options where poll_id = polls.id order by number)) as options
    from polls where closes_at is not null and closed_at is null and closes_at <= ${now}
      and ${isComplete(sql`polls.group_id`)}
      ${groupId === undefined ? sql`` : sql`and +group_id = ${groupId}`}
    order by closes_at limit ${limits.polls.swept}`);
  return rows.map((row) => ({ ...row, options: JSON.parse(row.options) }));
}

export const listDueBallots = async (db: Db, id: string): Promise<string[][]> =>
  parseBallots(await selectBallots(db, hasPollId(id)));

export interface ClosedPoll {
  /** That it was closed with. */
  ballots: string[][];
  /** Of the message that presents it, which says what has won; undefined where there is none. */
  rev: number | undefined;
}

/** Once. @returns undefined if it was not this call's doing */
export async function settlePoll(
  db: Db,
  { id, winner }: { id: string; winner: string | null },
): Promise<ClosedPoll | undefined> {
  const [{ rowsAffected }, [presenting], ballots] = await db.write([
    db.q.run(sql`update polls set closed_at = closes_at, winner_id = ${winner}
      where ${hasPollId(id)} and closed_at is null and closes_at is not null`),
    changePresenting(db, id),
    selectBallots(db, hasPollId(id)),
  ]);
  return rowsAffected > 0 ? { ballots: parseBallots(ballots), rev: presenting?.rev } : undefined;
}

export async function correctWinner(
  db: Db,
  { id, winner }: { id: string; winner: string | null },
): Promise<Pick<ClosedPoll, "rev">> {
  const [, [presenting]] = await db.write([
    db.q.run(sql`update polls set winner_id = ${winner} where ${hasPollId(id)} and closed_at is not null`),
    changePresenting(db, id),
  ]);
  return { rev: presenting?.rev };
}

const changePresenting = (db: Db, id: string) =>
  db.q.all<{ rev: number }>(sql`
    update messages set rev = ${lastRev(sql`messages.group_id`)} + 1
    where poll_id = ${id} and deleted_at is null and changes() > 0 returning rev`);

/** Of a closed poll, to an organizer: the id of the book that has won, while it is on the shelf. */
export async function findWinner(db: Db, viewerId: string, id: string): Promise<string | undefined> {
  const [row] = await db.q.all<{ id: string }>(sql`
    select books.id from polls join poll_options on poll_options.id = polls.winner_id
    join books on books.id = poll_options.book_id
    where ${hasPollId(id)} and polls.closed_at is not null and ${isOnShelf()}
      and ${mayOrganize(viewerId, sql`polls.group_id`)}`);
  return row?.id;
}
