/** What has to be so on every engine after `0008_alive`. */
import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { listChanges } from "../../db/chat/messages.ts";
import type { Db } from "../../db/engine/client.ts";
import { deletePartOfGroup } from "../../db/groups/deletion.ts";
import { deleteGroup, findGroup } from "../../db/groups/groups.ts";
import { addReaction, deleteMessage, editMessage } from "../../db/chat/message_changes.ts";
import { indexMessages, searchMessages } from "../../db/chat/message_search.ts";

const groupId = "engine";

interface Options {
  /** Stores a message as an instance of the version before does, which may still run. */
  storeByFormerVersion: (seq: number) => Promise<void>;
}

/**
 * Asserts that the group of `storeFormerGroup` is whole after the migration, and that messages are changed, indexed,
 * found and deleted in it.
 */
export async function assertAlive(db: Db, { storeByFormerVersion }: Options): Promise<void> {
  const { unread, lastReadSeq, rev, role, notify } = (await findGroup(db, "grace", groupId))!;
  assert.deepEqual({ unread, lastReadSeq, rev, role, notify }, {
    unread: 0,
    lastReadSeq: 3,
    rev: 3,
    role: "member",
    notify: "all",
  });
  await storeByFormerVersion(4);
  await storeByFormerVersion(5);
  assert.deepEqual(await revs(db), [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]);
  const message = { id: "m6", groupId, userId: "ada", content: "Proof 6", clientId: null };
  assert.equal((await insertMessage(db, message, 100))?.message.rev, 6);
  await editMessage(db, "ada", { groupId, id: "m1", content: "Lemma 1" }, 101);
  await addReaction(db, "grace", { groupId, id: "m2", emoji: "👍" }, 102);
  assert.deepEqual(await found(db, "proof"), [6, 5, 4, 3, 2]);
  await deleteMessage(db, "ada", { groupId, id: "m5" }, 103);
  await editMessage(db, "ada", { groupId, id: "m4", content: "Lemma 4" }, 104);
  assert.deepEqual([await found(db, "proof"), await found(db, "lemma")], [[6, 3, 2], [4, 1]]);
  assert.deepEqual(await revs(db), [[3, 3], [6, 6], [1, 7], [2, 8], [5, 9], [4, 10]]);
  await deleteGroup(db, "ada", groupId);
  while (await deletePartOfGroup(db, groupId));
  for (const table of ["groups", "messages", "mentions", "reactions", "message_words_docsize", "unindexed_messages"]) {
    assert.deepEqual(await db.q.all(sql.raw(`select * from ${table}`)), [], table);
  }
}

/** The `seq` and the `rev` of each message. */
const revs = async (db: Db) =>
  (await listChanges(db, "ada", { groupId, after: 0 }))?.messages.map(({ seq, rev }) => [seq, rev]);

async function found(db: Db, query: string): Promise<number[]> {
  while (await indexMessages(db));
  return (await searchMessages(db, "grace", groupId, { query }))!.messages.map(({ seq }) => seq);
}
