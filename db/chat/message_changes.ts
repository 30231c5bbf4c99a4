/** What changes stored messages. Every change gives the message the next `rev` of its group. */
import * as chatLimits from "../../server/contract/chat/limits.ts";
import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Message, MessagePage } from "../../server/contract/chat/shapes.ts";
import { insertMentions, isWritten, readMessage } from "./messages.ts";
import type { Db, Statement, Statements } from "../engine/client.ts";
import { released } from "./files.ts";
import { isMember as isMemberOf } from "../groups/groups.ts";
import { messageList, parseMessages, parseShown } from "./message_columns.ts";
import { pageOf } from "../engine/page.ts";
import { isOrganizer } from "../groups/roles.ts";
import { messages } from "../schema.ts";
import { hasRoom, type Quota, rowSize } from "../account/storage.ts";
import type { ShownMessage } from "./visibility.ts";

interface Place {
  groupId: string;
  id: string;
}

/** A message after an attempt to change it. */
export interface Change {
  /** Whether it was changed now. */
  changed: boolean;
  /** As the viewer sees it; undefined to an outsider, and where there is none. */
  message: Message | undefined;
  /** As its group does. */
  shown: ShownMessage | undefined;
}

const isMember = (viewerId: string, groupId: string): SQL =>
  sql`exists (select 1 from members where group_id = ${groupId} and user_id = ${viewerId})`;

/** Sets columns of a message that is not deleted, where a condition holds. */
const update = (db: Db, { groupId, id }: Place, { set, where }: { set: SQL; where: SQL }) =>
  db.q.run(sql`update messages set ${set},
    rev = (select max(rev) + 1 from messages others where others.group_id = ${groupId})
    where id = ${id} and group_id = ${groupId} and deleted_at is null and ${where}`);

/** What stands in the text of a message follows from it, and what follows from its deletion too. */
const where = (id: string, holds: SQL): SQL =>
  sql`message_id = ${id} and exists (select 1 from messages where id = ${id} and ${holds})`;

/** @param statements the first one decides whether the message is changed */
async function write(db: Db, viewerId: string, place: Place, statements: Statement[]): Promise<Change> {
  const results = await db.write([...statements, readMessage(db, viewerId, place)] as unknown as Statements);
  const [{ rowsAffected }] = results as unknown as [{ rowsAffected: number }];
  const [row] = results.at(-1) as unknown as { json: string }[];
  const { message, shown } = row ? parseShown(row.json) : {};
  return { changed: rowsAffected > 0, message, shown };
}

/** The author, who has room for it, changes the text, which may be empty where the message has files. */
export const editMessage = (
  db: Db,
  authorId: string,
  { content, quota, ...place }: Place & Quota & { content: string },
  now: number,
) => {
  const growth = sql`octet_length(${content}) - octet_length(messages.content)`;
  const written = { id: place.id, userId: authorId, content, editedAt: now };
  return write(db, authorId, place, [
    update(db, place, {
      set: sql`content = ${content}, edited_at = ${now}`,
      where: sql`user_id = ${authorId} and content <> ${content} and ${isMember(authorId, place.groupId)}
        and (${content} <> '' or exists (select 1 from files where message_id = ${place.id}))
        and ${hasRoom(authorId, growth, { quota })}`,
    }),
    db.q.run(sql`delete from mentions where ${where(place.id, isWritten(written))}`),
    insertMentions(db, written),
  ]);
};

/**
 * The author or an organizer deletes a message: its text, reactions and mentions. Its files are nobody's from now on,
 * and their bytes are deleted later.
 */
export const deleteMessage = (db: Db, viewerId: string, place: Place, now: number) => {
  const isDeleted = where(place.id, sql`deleted_at is not null`);
  return write(db, viewerId, place, [
    update(db, place, {
      set: sql`content = '', deleted_at = ${now}, edited_at = null, pinned_at = null, anchor_book_id = null,
        anchor_position = null, anchor_edition_id = null`,
      where: sql`(user_id = ${viewerId} and ${isMember(viewerId, place.groupId)}
        or ${isOrganizer(viewerId, place.groupId)})`,
    }),
    db.q.run(sql`delete from mentions where ${isDeleted}`),
    db.q.run(sql`delete from reactions where ${isDeleted}`),
    db.q.run(sql`update files set ${released} where ${isDeleted}`),
  ]);
};

/** A member who has room for it reacts to a message, which has at most so many kinds of reactions. */
export const addReaction = (
  db: Db,
  viewerId: string,
  { emoji, quota, ...place }: Place & Quota & { emoji: string },
  now: number,
) =>
  write(db, viewerId, place, [
    db.q.run(sql`insert into reactions (message_id, user_id, emoji, created_at)
      select id, ${viewerId}, ${emoji}, ${now} from messages
      where id = ${place.id} and group_id = ${place.groupId} and deleted_at is null
      and ${isMember(viewerId, place.groupId)}
      and (select count(distinct emoji) from reactions where message_id = ${place.id} and emoji <> ${emoji})
        < ${chatLimits.message.reactions}
      and ${hasRoom(viewerId, rowSize.reaction, { quota })}
      on conflict do nothing`),
    update(db, place, { set: sql`id = id`, where: sql`changes() > 0` }),
  ]);

/** A member takes a reaction of theirs back. */
export const removeReaction = (db: Db, viewerId: string, { emoji, ...place }: Place & { emoji: string }) =>
  write(db, viewerId, place, [
    db.q.run(sql`delete from reactions
      where message_id = (select id from messages where id = ${place.id} and group_id = ${place.groupId})
      and user_id = ${viewerId} and emoji = ${emoji} and ${isMember(viewerId, place.groupId)}`),
    update(db, place, { set: sql`id = id`, where: sql`changes() > 0` }),
  ]);

/**
 * An organizer pins a message, of which a group has at most so many, or with null unpins it. No two are pinned at the
 * same time: a page of them continues after a time.
 */
export const setPinned = (db: Db, viewerId: string, { at, ...place }: Place & { at: number | null }) =>
  write(db, viewerId, place, [
    update(db, place, {
      set: sql`pinned_at = max(${at}, 1 + coalesce((
        select max(pinned_at) from messages others where group_id = ${place.groupId} and pinned_at is not null
      ), 0))`,
      where: sql`(pinned_at is null) = ${at === null ? 0 : 1} and ${isOrganizer(viewerId, place.groupId)}
        and (${at} is null or (
          select count(*) from messages others where group_id = ${place.groupId} and pinned_at is not null
        ) < ${chatLimits.chat.pins})`,
    }),
  ]);

const pinned = messageList(
  and(eq(messages.groupId, sql.placeholder("groupId")), lt(messages.pinnedAt, sql.placeholder("before"))),
  desc(messages.pinnedAt),
);

/** A page of the pinned messages of a group, the latest pinned first, from a time on. Undefined to an outsider. */
export async function listPinned(
  db: Db,
  viewerId: string,
  groupId: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<MessagePage | undefined> {
  const { searchLength } = chatLimits.chat;
  const row = await pinned(db).get({ viewerId, groupId, before, limit: searchLength + 1 });
  const { rows, hasMore } = pageOf(parseMessages(row!.json), searchLength);
  return rows.length > 0 || await isMemberOf(db, viewerId, groupId) ? { messages: rows, hasMore } : undefined;
}
