/** Books of one person outside of groups: a group of the kind `own`, of which everybody has at most one. */
import { sql } from "drizzle-orm";
import { readingLogTexts } from "../../server/contract/reading/log_texts.ts";
import type { Db } from "../engine/client.ts";

/** @param id of the group, if there is none yet @returns the id of the one that they have then */
export async function openOwnShelf(db: Db, userId: string, id: string, now: number): Promise<string> {
  const [, , [shelf]] = await db.write([
    db.q.run(sql`insert into groups (id, group_name, created_by, created_at, active_at, kind, people_key)
      select ${id}, ${readingLogTexts.ownBooks}, users.id, ${now}, ${now}, 'own', users.id from users
      where users.id = ${userId} and users.deleted_at is null on conflict do nothing`),
    db.q.run(sql`insert into members (group_id, user_id, joined_at)
      select groups.id, groups.created_by, ${now} from groups where groups.id = ${id} and changes() > 0`),
    db.q.all<{ id: string }>(sql`select id from groups where people_key = ${userId} and kind = 'own'`),
  ]);
  return shelf?.id ?? id;
}
