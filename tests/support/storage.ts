/** How much accounts store, as triggers have counted it and as it adds up, which must be equal. */
import { sql } from "drizzle-orm";
import type { Db } from "../../db/engine/client.ts";

const bytes = (...columns: string[]) => columns.map((name) => `coalesce(length(cast(${name} as blob)), 0)`).join(" + ");
const ofAccount = {
  messages: `500 + ${bytes("content", "form")}`,
  notes: `500 + ${bytes("content", "form")}`,
  note_answers: `500 + ${bytes("content", "form")}`,
  highlights: `500 + ${bytes("exact", "note", "form")}`,
  highlight_answers: `500 + ${bytes("content", "form")}`,
  questions: `500 + ${bytes("question", "form")}`,
  answers: `500 + ${bytes("content", "first_content", "form")}`,
  reviews: `500 + ${bytes("text", "form")}`,
  library: `500 + ${bytes("title", "author")}`,
  reactions: "200",
};
const ofGroup = `
  select group_id, 500 + stored_size as size from files
  union all select group_id, 500 + ${bytes("title", "author", "description", "publisher", "categories")} from books
  union all select group_id, 200 + ${bytes("chapters.title")} from chapters join books on books.id = book_id
  union all select group_id, 200 + ${bytes("edition_chapters.title")} from edition_chapters
    join editions on editions.id = edition_id join books on books.id = book_id`;
const all = [
  ...Object.entries(ofAccount).map(([table, size]) => `select user_id, ${size} as size from ${table}`),
  `select created_by, size from (${ofGroup}) join groups on groups.id = group_id`,
].join(" union all ");

type Stored = Record<string, number>;
const byId = (rows: { id: string; bytes: number }[]): Stored =>
  Object.fromEntries(rows.map(({ id, bytes }) => [id, bytes]));

/** What each account stores, as it is counted. */
export const counted = async (db: Db): Promise<Stored> =>
  byId(await db.q.all(sql`select user_id as id, bytes from account_storage`));

/** What each account stores, added up from what there is. */
export const addedUp = async (db: Db): Promise<Stored> =>
  byId(
    await db.q.all(sql.raw(`select users.id, (
      select coalesce(sum(size), 0) from (${all}) as stored where stored.user_id = users.id) as bytes from users`)),
  );
