import { sql } from "drizzle-orm";
import * as limits from "../../server/contract/groups/limits.ts";
import type { NewOption, PollKind } from "../../server/contract/groups/poll_shapes.ts";
import { hasRoom, type Quota, sizeOf } from "../account/storage.ts";
import { isCandidate, isOnShelf } from "../books/conditions.ts";
import { interestedCount } from "../books/interests.ts";
import { parseShown } from "../chat/message_views.ts";
import { readMessage } from "../chat/messages.ts";
import { insertMentions } from "../chat/new_messages.ts";
import { lastRev, lastSeq } from "../chat/revisions.ts";
import type { Db } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { hasPollId, isOpen } from "./polls.ts";
import { mayOrganize, mayRead } from "./roles.ts";

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
 * @returns the message; undefined where it is there already, a book is not on the shelf, there is no room, or they may
 *   not
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
    and ${isOnShelf()}`;
  const isNew = sql`${hasPollId(id)} and polls.created_by = ${makerId} and polls.created_at = ${now}`;
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
        ${lastSeq(sql`polls.group_id`)} + 1,
        polls.created_by, polls.question, ${now},
        ${lastRev(sql`polls.group_id`)} + 1, polls.id
      from polls where ${isNew}
        and not exists (select 1 from messages presenting where presenting.poll_id = polls.id)`),
      db.q.run(sql`update groups set active_at = ${now} where id = ${groupId} and changes() > 0`),
      insertMentions(db, { id: messageId, userId: makerId, content: question }),
      readMessage(db, makerId, { groupId, id: messageId }),
    ] as const,
  );
  return row && parseShown(row.json);
}

/** Whether all of them are on the shelf of a group. */
export async function areShelved(
  db: Db,
  viewerId: string,
  { groupId, books }: { groupId: string; books: string[] },
): Promise<boolean> {
  const [{ count }] = await db.q.all<{ count: number }>(sql`
    select count(*) as count from books where id in ${listed(books)}
      and books.group_id = ${groupId} and ${isOnShelf()} and ${mayRead(viewerId, sql`books.group_id`)}`);
  return count === books.length;
}

interface PollBook {
  id: string;
  title: string;
  state: "suggested" | "next";
}

/** What may be read next, so many of each state: what most members would read first, and then the latest. */
export const listPollBooks = (
  db: Db,
  viewerId: string,
  { groupId, first }: { groupId: string; first: PollBook["state"] },
): Promise<PollBook[]> =>
  db.q.all(sql`
    select id, title, state from (
      select books.id, books.title, books.state, row_number() over (
        partition by books.state order by ${interestedCount} desc, books.created_at desc, books.id desc) as number
      from books
      where books.group_id = ${groupId} and ${isOnShelf()} and ${isCandidate} and ${mayRead(viewerId, groupId)}
    ) where number <= ${limits.polls.books} order by state = ${first} desc, number`);
