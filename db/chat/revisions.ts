/** How a group's messages are numbered: `seq` says in which order they came, `rev` which of them was changed last. */
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";

export const lastSeq = (groupId: string | SQLWrapper): SQL =>
  sql`(select coalesce(max(seq), 0) from messages numbered where numbered.group_id = ${groupId})`;

export const lastRev = (groupId: string | SQLWrapper): SQL =>
  sql`(select coalesce(max(rev), 0) from messages numbered where numbered.group_id = ${groupId})`;
