import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { deletePartOfGroup } from "../../db/groups/deletion.ts";
import { deleteGroup, insertGroup } from "../../db/groups/groups.ts";
import { addReaction } from "../../db/chat/message_changes.ts";
import { indexMessages } from "../../db/chat/message_search.ts";
import { send } from "../support/talking.ts";
import { test } from "../support/db.ts";

test("with a deleted group goes all that refers to it, and nothing of other groups", async ({ db }) => {
  await insertGroup(db, "ada", { id: "other", groupName: "Other", description: null }, 1);
  await insertGroup(db, "grace", { id: "third", groupName: "Third", description: null }, 1);
  for (const groupId of ["engine", "other"]) {
    for (const unused of [true, false]) {
      const id = `${groupId} ${unused ? "unused" : "sent"}`;
      await db.write([
        db.q.run(sql`insert into files (id, group_id, user_id, name, type, size, stored_size, created_at)
          values (${id}, ${groupId}, 'ada', 'a.pdf', 'application/pdf', 3, 3, 1)`),
        db.q.run(sql`insert into file_chunks (file_id, variant, number, bytes) values (${id}, 'file', 0, x'010203')`),
      ]);
      if (!unused) await send(db, "ada", "With a file", { groupId, files: [id] });
    }
    const message = await send(db, "ada", "@grace see this", { groupId });
    await addReaction(db, "ada", { groupId, id: message.id, emoji: "👍" }, 1);
    await db.write([
      db.q.run(sql`insert into notices (id, user_id, kind, text, url, group_id, seq, subject, created_at)
        values (${groupId}, 'grace', 'mention', '', '', ${groupId}, 1, ${groupId}, 1)`),
    ]);
  }
  while (await indexMessages(db));
  const counts = async () => {
    const tables = ["groups", "messages", "mentions", "reactions", "files", "file_chunks", "notices"];
    const rows = tables.map(async (table) =>
      (await db.q.all<{ n: number }>(sql.raw(`select count(*) as n from ${table}`)))[0].n
    );
    return Object.fromEntries((await Promise.all(rows)).map((n, index) => [tables[index], n]));
  };
  assert.deepEqual(await counts(), {
    groups: 3,
    messages: 4,
    mentions: 1,
    reactions: 2,
    files: 4,
    file_chunks: 4,
    notices: 2,
  });
  await deleteGroup(db, "ada", "engine");
  while (await deletePartOfGroup(db, "engine"));
  assert.deepEqual(await counts(), {
    groups: 2,
    messages: 2,
    mentions: 0,
    reactions: 1,
    files: 2,
    file_chunks: 2,
    notices: 1,
  });
});
