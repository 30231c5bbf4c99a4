/** A database as an earlier version had it, for what a migration makes of its data. */
import { migrate } from "drizzle-orm/libsql/migrator";
import { fileURLToPath } from "node:url";
import type { Db } from "../../db/engine/client.ts";

const all = fileURLToPath(new URL("../../db/migrations", import.meta.url));

/** Applies the migrations up to one, such as `0007_instances`. */
export async function migrateUpTo(db: Db, last: string): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  try {
    await Deno.mkdir(`${folder}/meta`);
    const journal = JSON.parse(await Deno.readTextFile(`${all}/meta/_journal.json`));
    const tags: string[] = journal.entries.map(({ tag }: { tag: string }) => tag);
    const count = tags.indexOf(last) + 1;
    for (const tag of tags.slice(0, count)) await Deno.copyFile(`${all}/${tag}.sql`, `${folder}/${tag}.sql`);
    const entries = journal.entries.slice(0, count);
    await Deno.writeTextFile(`${folder}/meta/_journal.json`, JSON.stringify({ ...journal, entries }));
    await migrate(db.q, { migrationsFolder: folder });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Stores Ada's group `engine` with Grace in it, and three messages, as the version before `0008_alive` does. */
export async function storeFormerGroup(db: Db): Promise<void> {
  await write(db, [
    ...["ada", "grace", "mallory"].map((name) =>
      `insert into users (id, username, email, password_hash, verified_at, created_at)
        values ('${name}', '${name}', '${name}@example.org', '', 1, 1)`
    ),
    `insert into groups (id, group_name, created_by, created_at, active_at) values ('engine', 'Engine', 'ada', 1, 1)`,
    `insert into members (group_id, user_id, joined_at) values ('engine', 'ada', 1), ('engine', 'grace', 1)`,
  ]);
  for (let n = 1; n <= 3; n++) await storeFormerMessage(db, n);
}

/** Stores a message of Ada's as the version before `0008_alive` does. */
export const storeFormerMessage = (db: Db, seq: number): Promise<void> =>
  write(db, [
    `insert into messages (id, group_id, seq, user_id, content, client_id, created_at)
      values ('m${seq}', 'engine', ${seq}, 'ada', 'Proof ${seq} @grace', null, ${seq})`,
  ]);

/** Adds a member to the group as the version before `0008_alive` does. */
export const storeFormerMember = (db: Db, userId: string): Promise<void> =>
  write(db, [`insert into members (group_id, user_id, joined_at) values ('engine', '${userId}', 1)`]);

async function write(db: Db, statements: string[]): Promise<void> {
  for (const statement of statements) await db.write([db.q.run(statement)]);
}

/** Deletes the group as the version before `0015_deleted_at` does. */
export const deleteFormerGroup = (db: Db): Promise<void> =>
  write(db, [
    `delete from members where group_id = 'engine'`,
    `update groups set active_at = 0, image = null where id = 'engine'`,
  ]);

/** Indexes what Ada wrote as the version before `0025_search_languages` does. */
export const indexAsFormerVersion = (db: Db): Promise<void> =>
  write(db, [
    `update messages set number = seq where number is null`,
    `insert into message_words (rowid, groups, content) select number, replace(group_id, '-', ''), content from messages
      where number > (select coalesce(max(id), 0) from message_words_docsize)`,
  ]);
