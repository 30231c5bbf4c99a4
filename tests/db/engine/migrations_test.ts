/** What migrations make of a database of an earlier version, also while that version still runs. */
import assert from "node:assert/strict";
import { eq, sql } from "drizzle-orm";
import { indexMessages, searchMessages } from "../../../db/chat/message_search.ts";
import { findReadState } from "../../../db/chat/read_marks.ts";
import { listThreads } from "../../../db/chat/threads.ts";
import { conflict, type Db, openDb } from "../../../db/engine/client.ts";
import { knownMigrations, migrate } from "../../../db/engine/migrate.ts";
import { deletePartOfGroup, listDeletedGroups } from "../../../db/groups/deletion.ts";
import { deleteGroup } from "../../../db/groups/groups.ts";
import { findInviteLink, insertInviteLink, joinByLink } from "../../../db/groups/invite_links.ts";
import { listAllGroups } from "../../../db/operator/people_and_groups.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { groups } from "../../../db/schema.ts";
import { assertAlive } from "../../support/alive.ts";
import { test } from "../../support/db.ts";
import * as former from "../../support/former_tables.ts";
import { inScene } from "../../support/in_scene.ts";
import { folder } from "../../support/operate.ts";

/** Defines tests with a database as it was after a migration, in which the cast has a group. */
const testAfter = (migration: string) =>
  inScene(async () => {
    const home = await folder();
    const db = await openDb({ url: `file:${home.path}/test.db` });
    await former.migrateUpTo(db, migration);
    await former.storeFormerGroup(db);
    return {
      db,
      async [Symbol.asyncDispose]() {
        await db.close();
        await home[Symbol.asyncDispose]();
      },
    };
  });

const write = async (db: Db, ...statements: string[]) => {
  for (const statement of statements) await db.write([db.q.run(statement)]);
};

Deno.test("Where two processes migrate at once, every migration is applied once", async () => {
  await using home = await folder();
  const dbs = await Promise.all([1, 2].map(() => openDb({ url: `file:${home.path}/test.db` })));
  const results = await Promise.allSettled(dbs.map(migrate));
  // The other one finds nothing to do, or fails where it had begun.
  assert.ok(results.some(({ status }) => status === "fulfilled"));
  const applied = await dbs[0].q.all<{ at: number }>(
    sql`select created_at as at from __drizzle_migrations order by at`,
  );
  assert.deepEqual(applied.map(({ at }) => at), knownMigrations());
  for (const db of dbs) await db.close();
});

test.empty("No migration is applied twice, even one that could be", async ({ db }) => {
  const again = db.write([
    db.q.run(sql`update users set bio = 'changed twice'`),
    db.q.run(sql`insert into __drizzle_migrations (hash, created_at)
      select hash, created_at from __drizzle_migrations order by created_at desc limit 1`),
  ]);
  const error = await again.then(() => assert.fail("it was applied"), (error) => error);
  assert.equal(conflict(error), "__drizzle_migrations.created_at");
});

const testBeforeRevs = testAfter("0007_instances");

testBeforeRevs(
  "Messages of the version before have a rev, are read, and are found, edited and deleted as new ones are",
  async ({ db }) => {
    await migrate(db);
    await assertAlive(db, { storeByFormerVersion: (seq) => former.storeFormerMessage(db, seq) });
    assert.deepEqual(await db.q.all("pragma foreign_key_check"), []);
    assert.deepEqual(await db.q.all("pragma integrity_check"), [{ integrity_check: "ok" }]);
  },
);

testBeforeRevs(
  "what was written before a member was added by the version before is not unread for them",
  async ({ db }) => {
    await migrate(db);
    await former.storeFormerMember(db, "mallory");
    assert.deepEqual(await findReadState(db, "mallory", "engine"), { lastReadSeq: 3, unread: 0, mentions: 0 });
  },
);

/** When the group was active and whether it has a time of its deletion. */
const marksOf = async (db: Db) => {
  const { activeAt, deletedAt } = (await db.q.select().from(groups).where(eq(groups.id, "engine")).get())!;
  return { activeAt, isDated: deletedAt !== null };
};

const testBeforeDeletedAt = testAfter("0014_turns_taken_back");

testBeforeDeletedAt(
  "A group that was deleted before the migration has a time of deletion after it, and its contents are removed",
  async ({ db }) => {
    await former.deleteFormerGroup(db);
    await migrate(db);
    assert.deepEqual(await marksOf(db), { activeAt: 0, isDated: true });
    assert.deepEqual(await listDeletedGroups(db), ["engine"]);
    while (await deletePartOfGroup(db, "engine"));
    assert.deepEqual(await db.q.select().from(groups), []);
  },
);

testBeforeDeletedAt(
  "A group that the version before deletes after the migration is deleted for this version as well",
  async ({ db }) => {
    await migrate(db);
    await insertInviteLink(db, "ada", {
      id: "l",
      groupId: "engine",
      hash: "h",
      code: "ABCDEF",
      expiresAt: 100,
      maxUses: null,
    }, 1);
    assert.equal((await findInviteLink(db, { hash: "h" }, 2))?.state, null);
    assert.equal((await listAllGroups(db)).rows.length, 1);
    await former.deleteFormerGroup(db);
    assert.deepEqual(await marksOf(db), { activeAt: 0, isDated: false });
    assert.equal(await findInviteLink(db, { hash: "h" }, 2), undefined);
    assert.equal(await joinByLink(db, "mallory", { hash: "h" }, 2), undefined);
    assert.deepEqual(await listAllGroups(db).then(({ rows }) => rows), []);
    assert.deepEqual(await listDeletedGroups(db), ["engine"]);
    while (await deletePartOfGroup(db, "engine"));
    assert.deepEqual(await db.q.select().from(groups), []);
  },
);

testBeforeDeletedAt("A group that this version deletes is deleted for the version before as well", async ({ db }) => {
  await migrate(db);
  await deleteGroup(db, "ada", "engine");
  assert.deepEqual(await marksOf(db), { activeAt: 0, isDated: true });
});

const turn = (page: number) =>
  `insert into progress (book_id, user_id, current_page, read_at) values ('sketch', 'grace', ${page}, ${page})
    on conflict (book_id, user_id) do update set current_page = ${page}, read_at = ${page}`;

/** Grace's position and how far she was, in pages. */
async function place(db: Db) {
  const { position, reached, finishedAt } = (await findReader(db, "grace", "sketch"))!;
  return [position / 1e7, reached / 1e7, finishedAt];
}

testAfter("0008_alive")(
  "Readers of the version before are where they were, also while it still runs, and notes have an id",
  async ({ db }) => {
    const book = (id: string) =>
      `insert into books (id, group_id, title, page_count, categories, created_at)
        values ('${id}', 'engine', 'T', 100, '[]', 1)`;
    const note = (page: number) =>
      `insert into notes (book_id, user_id, page_number, content, updated_at)
        values ('sketch', 'grace', ${page}, 'n', 1)`;
    await write(db, book("sketch"), turn(30), note(1));
    await write(db, book("done"), `insert into progress values ('done', 'grace', 100, 7)`);
    await migrate(db);
    assert.deepEqual(await place(db), [30, 30, null]);
    assert.equal((await findReader(db, "grace", "done"))?.finishedAt, 7);
    await write(db, turn(20), note(2));
    assert.deepEqual(await place(db), [20, 30, null]);
    await write(db, turn(40));
    assert.deepEqual(await place(db), [40, 40, null]);
    await write(db, "delete from progress", turn(10));
    assert.deepEqual(await place(db), [10, 10, null]);
    await write(db, turn(100));
    assert.deepEqual(await place(db), [100, 100, 100]);
    const ids = await db.q.all<{ id: string }>("select distinct id from notes where id is not null");
    assert.equal(ids.length, 2);
  },
);

testAfter("0017_opened_seen")(
  "Replies of before are in threads that are read, and those that the version before still stores are new in them",
  async ({ db }) => {
    const reply = (seq: number, to: number, by = "grace") =>
      `insert into messages (id, group_id, seq, user_id, content, created_at, reply_to_seq)
        values ('r${seq}', 'engine', ${seq}, '${by}', 'Proof', ${seq}, ${to})`;
    await write(db, reply(4, 1), reply(5, 4, "ada"), reply(6, 5));
    await migrate(db);
    await write(db, reply(7, 6), reply(8, 2));
    const stored = await db.q.all<{ seq: number; thread: number }>(
      "select seq, thread_seq as thread from messages where thread_seq is not null order by seq",
    );
    assert.deepEqual(stored.map(({ seq, thread }) => [seq, thread]), [[4, 1], [5, 1], [6, 1], [7, 1], [8, 2]]);
    const threads = async (userId: string) =>
      (await listThreads(db, userId, "engine"))?.threads.map(({ first, unread }) => [first.seq, unread]);
    assert.deepEqual([await threads("ada"), await threads("grace")], [[[2, 1], [1, 1]], [[2, 0], [1, 0]]]);
  },
);

testAfter("0019_meeting_dates")(
  "People who left a group before the migration would read no book of it any more, and members still would",
  async ({ db }) => {
    await write(
      db,
      `insert into books (id, group_id, title, page_count, categories, created_at, state)
        values ('emma', 'engine', 'Emma', 100, '[]', 1, 'suggested')`,
      "insert into book_interests (book_id, user_id, created_at) values ('emma', 'grace', 1), ('emma', 'mallory', 1)",
    );
    await migrate(db);
    assert.deepEqual(await db.q.all("select user_id as id from book_interests"), [{ id: "grace" }]);
  },
);

testAfter("0022_shared_highlights_by_place")(
  "Words in the middle of what was indexed before the migration are found, and of what the version before indexes later",
  async ({ db }) => {
    const texts = ["我们读这本书", "Größe", "Ein Café – “gut”", "หนังสือเล่มนี้", "Ærø", "plain"];
    const store = (text: string, seq: number) =>
      write(
        db,
        `insert into messages (id, group_id, seq, user_id, content, created_at)
          values ('s${seq}', 'engine', ${seq}, 'ada', '${text}', ${seq})`,
      );
    for (const [index, text] of texts.entries()) await store(text, 11 + index);
    await former.indexAsFormerVersion(db);
    await migrate(db);
    const waiting = await db.q.all<{ number: number }>("select number from unindexed_messages order by number");
    assert.deepEqual(waiting.map(({ number }) => number), [11, 12, 14, 15], "others have the words that they had");
    await store("她读书", 21);
    await former.indexAsFormerVersion(db);
    await write(db, "update messages set content = '我们读完了' where id = 's11'");
    await store("明天读", 22);
    await former.indexAsFormerVersion(db);
    while (await indexMessages(db));
    const found = async (query: string) =>
      (await searchMessages(db, "grace", "engine", { query }))!.messages.map(({ seq }) => seq);
    const queries = ["读", "书", "grosse", "cafe gut", "เล่ม", "aero", "plain"];
    assert.deepEqual(await Promise.all(queries.map(found)), [[22, 21, 11], [21], [12], [13], [14], [15], [16]]);
  },
);
