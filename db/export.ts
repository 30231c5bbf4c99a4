/** Everything a person wrote or is, in parts: named columns only, and of other people at most a username. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./client.ts";

/** How many rows are read at a time, and how many places in a group are looked through for somebody's messages. */
const part = 200;
const window = 2000;

const time = (column: string) => sql.raw(`strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`);
const titleOf = (book: string) => sql.raw(`(select title from books where books.id = ${book})`);
const nameOf = (user: string) =>
  sql.raw(`(select case when deleted_at is null then username end from users where users.id = ${user})`);
const groupOf = (group: string) => sql.raw(`(select group_name from groups where groups.id = ${group})`);

interface Noun {
  /** The table, with the name of its column that says whose a row is. */
  table: string;
  owner: string;
  row: SQL;
}

const noun = (table: string, row: SQL, owner = "user_id"): Noun => ({ table, owner, row });

/** Lists of rows of one owner each, by the names of their files. */
export const nouns = {
  sessions: noun(
    "sessions",
    sql`'signedInAt', ${time("created_at")}, 'lastSeenAt', ${
      time("last_seen_at")
    }, 'device', device, 'address', address`,
  ),
  passkeys: noun(
    "passkeys",
    sql`'name', name, 'addedAt', ${time("created_at")}, 'lastUsedAt', ${time("last_used_at")}`,
  ),
  groups: noun(
    "members",
    sql`'group', ${groupOf("members.group_id")}, 'joinedAt', ${time("joined_at")},
      'role', case when (select created_by from groups where id = members.group_id) = members.user_id
        then 'creator' else role end`,
  ),
  reactions: noun("reactions", sql`'emoji', emoji, 'givenAt', ${time("created_at")}`),
  notes: noun(
    "notes",
    sql`'book', ${titleOf("notes.book_id")}, 'page', page_number, 'note', content, 'updatedAt', ${time("updated_at")},
      'shared', json(case when shared_at is null then 'false' else 'true' end)`,
  ),
  "answers-to-notes": noun("note_answers", sql`'answer', content, 'writtenAt', ${time("created_at")}`),
  questions: noun(
    "questions",
    sql`'book', ${titleOf("questions.book_id")}, 'question', question, 'askedAt', ${time("created_at")}`,
  ),
  answers: noun(
    "answers",
    sql`'book', (select title from books join questions on questions.book_id = books.id
      where questions.id = answers.question_id), 'answer', content, 'writtenAt', ${time("created_at")}`,
  ),
  progress: noun(
    "progress",
    sql`'book', ${titleOf("progress.book_id")}, 'page', current_page, 'readAt', ${time("read_at")},
      'finishedAt', ${time("finished_at")}`,
  ),
  "reading-days": noun("reading_days", sql`'day', day, 'book', ${titleOf("reading_days.book_id")}, 'pages', pages`),
  library: noun(
    "library",
    sql`'title', title, 'author', author, 'isbn', isbn, 'pages', page_count, 'status', status, 'started', started_on,
      'finished', finished_on, 'rating', rating`,
  ),
  "books-added": noun("books", sql`'title', title, 'author', author, 'addedAt', ${time("created_at")}`, "added_by"),
  plans: noun(
    "plans",
    sql`'book', ${titleOf("plans.book_id")}, 'from', starts_on, 'to', target_on`,
    "created_by",
  ),
  "friends-and-requests": noun(
    "friendships",
    sql`'who', ${nameOf("friendships.user_b")}, 'askedAt', ${time("created_at")}, 'friendsSince', ${
      time("accepted_at")
    }`,
    "user_a",
  ),
  "friends-and-requests-2": noun(
    "friendships",
    sql`'who', ${nameOf("friendships.user_a")}, 'askedAt', ${time("created_at")}, 'friendsSince', ${
      time("accepted_at")
    }`,
    "user_b",
  ),
  notices: noun("notices", sql`'text', text, 'at', ${time("created_at")}, 'readAt', ${time("read_at")}`),
  blocked: noun("blocks", sql`'who', ${nameOf("blocks.blocked_id")}, 'since', ${time("created_at")}`),
  reports: noun(
    "reports",
    sql`'kind', kind, 'reason', reason, 'reportedAt', ${time("created_at")}, 'decision', decision`,
    "reporter_id",
  ),
  "invite-links": noun(
    "invites",
    sql`'group', ${groupOf("invites.group_id")}, 'madeAt', ${time("created_at")}, 'until', ${
      time("expires_at")
    }, 'uses', uses`,
    "created_by",
  ),
  invitations: noun(
    "invitations",
    sql`'group', ${groupOf("invitations.group_id")}, 'email', email, 'invitedAt', ${time("created_at")}`,
    "invited_by",
  ),
} satisfies Record<string, Noun>;
export type NounName = keyof typeof nouns;

/** The rows of a list, as JSON texts, in parts. */
export async function* listOwn(db: Db, userId: string, name: NounName): AsyncGenerator<string[]> {
  const { table, owner, row }: Noun = nouns[name];
  const [from, whose] = [sql.raw(table), sql.raw(owner)];
  for (let after = 0;;) {
    const rows = await db.q.all<{ number: number; json: string }>(sql`
      select ${from}.rowid as number, json_object(${row}) as json from ${from}
      where ${from}.${whose} = ${userId} and ${from}.rowid > ${after} order by ${from}.rowid limit ${part}`);
    if (rows.length > 0) yield rows.map(({ json }) => json);
    if (rows.length < part) return;
    after = rows.at(-1)!.number;
  }
}

/** Somebody's messages, as JSON texts, in parts: also in groups that they have left. */
export async function* listOwnMessages(db: Db, userId: string): AsyncGenerator<string[]> {
  const groups = await db.q.all<{ id: string; last: number }>(sql`
    select id, (select coalesce(max(seq), 0) from messages where group_id = groups.id) as last from groups
    where id in (select distinct group_id from messages where user_id = ${userId})`);
  for (const { id, last } of groups) {
    for (let from = 1; from <= last; from += window) {
      const rows = await db.q.all<{ json: string }>(sql`
        select json_object('group', ${groupOf("messages.group_id")}, 'at', ${time("messages.created_at")},
          'text', content, 'editedAt', ${time("edited_at")}, 'deletedAt', ${time("deleted_at")},
          'book', ${titleOf("messages.anchor_book_id")}) as json
        from messages where group_id = ${id} and seq between ${from} and ${from + window - 1} and user_id = ${userId}
        order by seq`);
      for (let n = 0; n < rows.length; n += part) yield rows.slice(n, n + part).map(({ json }) => json);
    }
  }
}

export interface OwnFile {
  id: string;
  name: string;
  type: string;
  size: number;
  createdAt: number;
  group: string | null;
  chunks: number;
}

/** The files that somebody has uploaded, in parts. */
export async function* listOwnFiles(db: Db, userId: string): AsyncGenerator<OwnFile[]> {
  for (let after = 0;;) {
    const rows = await db.q.all<OwnFile & { number: number }>(sql`
      select files.rowid as number, id, name, type, size, created_at as createdAt, ${
      groupOf("files.group_id")
    } as "group",
        (select count(*) from file_chunks where file_id = files.id and variant = 'original') as chunks
      from files where user_id = ${userId} and size > 0 and created_at > 0 and files.rowid > ${after}
      order by files.rowid limit ${part}`);
    if (rows.length > 0) yield rows;
    if (rows.length < part) return;
    after = rows.at(-1)!.number;
  }
}
