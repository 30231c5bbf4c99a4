import { type SQL, sql } from "drizzle-orm";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import type { Written } from "../../server/contract/site/written_shapes.ts";
import { hasRoom, type Quota, rowSize } from "../account/storage.ts";
import type { Db, Statement, Statements } from "../engine/client.ts";
import { mayDecide, mayOrganize, mayRead, mayWrite } from "../groups/roles.ts";
import { storeForm } from "../site/forms.ts";
import { released } from "./files.ts";
import { parseShown, type ShownMessage } from "./message_views.ts";
import { type MessageId, readMessage } from "./messages.ts";
import { insertMentions, isWritten } from "./new_messages.ts";
import { lastRev } from "./revisions.ts";

export interface Change {
  changed: boolean;
  message: Message | undefined;
  shown: ShownMessage | undefined;
}

const update = (db: Db, { groupId, id }: MessageId, { set, where }: { set: SQL; where: SQL }) =>
  db.q.run(sql`update messages set ${set},
    rev = ${lastRev(groupId)} + 1
    where id = ${id} and group_id = ${groupId} and deleted_at is null and ${where}`);

/** One in the name of a member, without what else belongs to it. */
export const changeMessage = (db: Db, viewerId: string, message: MessageId, change: { set: SQL; where: SQL }) =>
  write(db, viewerId, message, [update(db, message, change)]);

const ofMessage = (id: string, holds: SQL): SQL =>
  sql`message_id = ${id} and exists (select 1 from messages where id = ${id} and ${holds})`;

async function write(db: Db, viewerId: string, id: MessageId, statements: Statement[]): Promise<Change> {
  const results = await db.write([...statements, readMessage(db, viewerId, id)] as unknown as Statements);
  const [{ rowsAffected }] = results as unknown as [{ rowsAffected: number }];
  const [row] = results.at(-1) as unknown as { json: string }[];
  const { message, shown } = row ? parseShown(row.json) : {};
  return { changed: rowsAffected > 0, message, shown };
}

/** @param edit with the key of its first link, below which its page stays shown */
export const editMessage = (
  db: Db,
  authorId: string,
  { content, form, quota, linkKey, ...message }: MessageId & Quota & Written & { linkKey?: string | null },
  now: number,
) => {
  const growth = sql`octet_length(${content}) - octet_length(messages.content)`;
  const written = { id: message.id, userId: authorId, content, at: now };
  return write(db, authorId, message, [
    update(db, message, {
      set: sql`content = ${content}, edited_at = ${now},
        link_key = case when link_key = ${linkKey ?? null} then link_key end`,
      where: sql`user_id = ${authorId} and poll_id is null and content <> ${content} and ${
        mayWrite(authorId, message.groupId)
      }
        and (${content} <> '' or exists (select 1 from files where message_id = ${message.id}))
        and ${hasRoom(authorId, growth, { quota })}`,
    }),
    db.q.run(sql`delete from mentions where ${ofMessage(message.id, isWritten(written))}`),
    insertMentions(db, written),
    storeForm(db, "messages", { content, form }, isWritten(written)),
  ]);
};

/** By the author or an organizer. Its files are nobody's from now on, and their bytes are deleted later. */
export const deleteMessage = (db: Db, viewerId: string, message: MessageId, now: number) => {
  const isDeleted = ofMessage(message.id, sql`deleted_at is not null`);
  return write(db, viewerId, message, [
    update(db, message, {
      set: sql`content = '', deleted_at = ${now}, edited_at = null, pinned_at = null, anchor_book_id = null,
        anchor_position = null, anchor_edition_id = null, link_key = null`,
      where: sql`(user_id = ${viewerId} and ${mayRead(viewerId, message.groupId)}
        or ${mayOrganize(viewerId, message.groupId)})`,
    }),
    db.q.run(sql`delete from mentions where ${isDeleted}`),
    db.q.run(sql`delete from reactions where ${isDeleted}`),
    db.q.run(sql`update files set ${released} where ${isDeleted}`),
  ]);
};

export const addReaction = (
  db: Db,
  viewerId: string,
  { emoji, quota, ...message }: MessageId & Quota & { emoji: string },
  now: number,
) =>
  write(db, viewerId, message, [
    db.q.run(sql`insert into reactions (message_id, user_id, emoji, created_at)
      select id, ${viewerId}, ${emoji}, ${now} from messages
      where id = ${message.id} and group_id = ${message.groupId} and deleted_at is null
      and ${mayWrite(viewerId, message.groupId)}
      and (select count(distinct emoji) from reactions where message_id = ${message.id} and emoji <> ${emoji})
        < ${chatLimits.message.reactions}
      and ${hasRoom(viewerId, rowSize.reaction, { quota })}
      on conflict do nothing`),
    update(db, message, { set: sql`id = id`, where: sql`changes() > 0` }),
  ]);

export const removeReaction = (db: Db, viewerId: string, { emoji, ...message }: MessageId & { emoji: string }) =>
  write(db, viewerId, message, [
    db.q.run(sql`delete from reactions
      where message_id = (select id from messages where id = ${message.id} and group_id = ${message.groupId})
      and user_id = ${viewerId} and emoji = ${emoji} and ${mayWrite(viewerId, message.groupId)}`),
    update(db, message, { set: sql`id = id`, where: sql`changes() > 0` }),
  ]);

/** By people who decide; null unpins. No two are pinned at the same time: a page of them continues after a time. */
export const setPinned = (db: Db, viewerId: string, { at, ...message }: MessageId & { at: number | null }) =>
  write(db, viewerId, message, [
    update(db, message, {
      set: sql`pinned_at = max(${at}, 1 + coalesce((
        select max(pinned_at) from messages others where group_id = ${message.groupId} and pinned_at is not null
      ), 0))`,
      where: sql`(pinned_at is null) = ${at === null ? 0 : 1} and ${mayDecide(viewerId, message.groupId)}
        and (${at} is null or (
          select count(*) from messages others where group_id = ${message.groupId} and pinned_at is not null
        ) < ${chatLimits.chat.pins})`,
    }),
  ]);
