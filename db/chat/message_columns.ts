/** A message as its readers see it, as JSON that the engine makes: far cheaper than rows. */
import * as chatLimits from "../../server/contract/chat/limits.ts";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { type Db, prepared } from "../engine/client.ts";
import { isoOf, jsonArray, shownName } from "../people/columns.ts";
import { filesOf } from "./files.ts";
import { members, messages, users } from "../schema.ts";
import {
  anchorFor,
  asMessage,
  asShown,
  audience,
  copiesOf,
  isSeenBy,
  type ShownMessage,
  type StoredMessage,
} from "./visibility.ts";

/** The beginning of a message's text, or the name of its first file, in one line. */
export const excerptOf = (message: SQL): SQL =>
  sql`replace(substr(coalesce(
    nullif(${message}.content, ''), (select name from files where message_id = ${message}.id order by id limit 1), ''
  ), 1, ${sql.raw(String(chatLimits.message.excerpt))}), char(10), ' ')`;

/** The viewer is the membership that is joined. */
const viewer = sql`${members.userId}`;

const quote = sql`json((
  select json_object(
    'id', quoted.id, 'seq', quoted.seq, 'excerpt', ${excerptOf(sql.raw("quoted"))},
    'username', (select ${shownName("users")} from users where id = quoted.user_id), 'isSeen', ${
  isSeenBy("quoted", viewer)
}
  ) from messages quoted where quoted.group_id = messages.group_id and quoted.seq = messages.reply_to_seq
))`;

const reactionsOf = sql`json((
  select json_group_array(json(reaction)) from (
    select json_object('emoji', emoji, 'userIds', json_group_array(user_id)) as reaction
    from reactions where message_id = messages.id group by emoji order by min(created_at), emoji
  )
))`;

const mentionsOf = sql`json((select json_group_array(user_id) from mentions where message_id = messages.id))`;

const messageKeys = sql`
  'id', messages.id, 'content', messages.content, 'groupId', messages.group_id, 'userId', messages.user_id,
  'username', ${shownName("users")}, 'timestamp', ${isoOf(messages.createdAt)}, 'seq', messages.seq,
  'clientId', messages.client_id, 'rev', messages.rev, 'editedAt', ${isoOf(messages.editedAt)},
  'deletedAt', ${isoOf(messages.deletedAt)}, 'pinnedAt', ${isoOf(messages.pinnedAt)}, 'replyTo', ${quote},
  'mentions', ${mentionsOf}, 'reactions', ${reactionsOf}, 'files', ${filesOf},
  'anchor', ${anchorFor(viewer)}`;

/** The membership in the group of the placeholder `groupId`, of the user of another placeholder. */
export const membershipOf = (userId: string) =>
  and(eq(members.groupId, sql.placeholder("groupId")), eq(members.userId, sql.placeholder(userId)));

const messagesWith = (q: Db["q"], keys: SQL) =>
  q.select({ json: sql<string>`json_object(${keys})`.as("json") }).from(messages)
    .innerJoin(users, eq(users.id, messages.userId))
    .innerJoin(members, membershipOf("viewerId"));

/** Messages as the user of the placeholder `viewerId` sees them, a member of the group of the placeholder `groupId`. */
export const visibleMessages = (q: Db["q"]) => messagesWith(q, messageKeys);

/** The same, with how the others of the group see them. */
export const shownMessages = (q: Db["q"]) =>
  messagesWith(
    q,
    sql`${messageKeys}, 'audience', ${audience},
  'copies', ${copiesOf}`,
  );

/** At most as many visible messages as the placeholder `limit` says, in an order, as one JSON array. */
export const messageList = (where: SQL | undefined, order: SQL) =>
  prepared((q) => {
    const ordered = visibleMessages(q).where(where).orderBy(order).limit(sql.placeholder("limit")).as("ordered");
    return q.select({ json: jsonArray(ordered.json) }).from(ordered).prepare();
  });

/** A message of its JSON. */
export const parseMessage = (json: string): Message => asMessage(JSON.parse(json));

/** A message of its JSON, as its viewer sees it, and as its group does. */
export function parseShown(json: string): { message: Message; shown: ShownMessage } {
  const stored: StoredMessage = JSON.parse(json);
  return { message: asMessage(stored), shown: asShown(stored) };
}

/** Messages of their JSON array. */
export const parseMessages = (json: string): Message[] => (JSON.parse(json) as StoredMessage[]).map(asMessage);
