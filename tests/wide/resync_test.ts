import assert from "node:assert/strict";
import { deleteSession } from "../../db/account/sessions.ts";
import { insertBook } from "../../db/books/books.ts";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { deleteMember } from "../../db/groups/members.ts";
import { hashToken } from "../../server/auth/tokens.ts";
import { openLog } from "../../server/log.ts";
import { openRedis } from "../../server/cluster/redis.ts";
import { startCluster } from "../support/cluster.ts";
import { openRoom } from "./room.ts";

Deno.test("What an instance stored and did not live to send reaches the others when it starts again", async () => {
  await using cluster = await startCluster({ nodes: 1 });
  using room = await openRoom(cluster);
  const { db, redis, nodes: [node] } = cluster;
  const { groupId, tokens } = room;
  const ada = await room.connect("ada", node);
  const grace = await room.connect("grace", node);
  const nora = await room.connect("nora", node);
  for (const socket of [ada, grace, nora]) await socket.join(groupId);
  // As an instance that is killed right after the commit.
  await deleteMember(db, "ada", { groupId, userId: "grace" });
  await deleteSession(db, hashToken(tokens.nora));
  await insertMessage(db, { id: "last", groupId, userId: "ada", content: "Page 41!", clientId: null }, Date.now());
  const link = await openRedis({ url: redis.url, log: openLog("silent") });
  assert.equal((await ada.next("messageChanged")).content, "Page 41!");
  assert.equal((await grace.next("error")).code, "not_found");
  assert.equal(await nora.next("disconnect"), "io server disconnect");
  await link.close();
  await ada.say(groupId, "And on");
  assert.deepEqual((await grace.unread()).filter(([event]) => event.startsWith("message")), []);
});

Deno.test("What an instance did not live to send is veiled for those who have not read so far", async () => {
  await using cluster = await startCluster({ nodes: 1 });
  using room = await openRoom(cluster);
  const { db, redis, nodes: [node] } = cluster;
  const { groupId } = room;
  const [ada, grace] = [await room.connect("ada", node), await room.connect("grace", node)];
  for (const socket of [ada, grace]) await socket.join(groupId);
  await insertBook(db, "ada", { id: "sketch", groupId, title: "Sketch", pageCount: 300, coverKey: null }, 1);
  const anchor = { bookId: "sketch", position: 100, editionId: null };
  const row = { id: "last", groupId, userId: "ada", content: "It is never built", clientId: null, anchor };
  await insertMessage(db, row, Date.now());
  const link = await openRedis({ url: redis.url, log: openLog("silent") });
  assert.equal((await ada.next("messageChanged")).content, "It is never built");
  const { content, veiled } = await grace.next("messageChanged");
  assert.deepEqual([content, veiled], ["", true]);
  await link.close();
});
