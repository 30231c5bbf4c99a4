import { z } from "zod";
import * as stored from "../../../db/chat/threads.ts";
import { HistoryQuery, ReadPosition } from "../../contract/chat/shapes.ts";
import { ThreadPage, ThreadReplies, ThreadsQuery, ThreadState } from "../../contract/chat/thread_shapes.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { found, groupNotFound, messageNotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

const seq = z.coerce.number<string>().int().min(1).describe("The `seq` of a message.");

/** @throws NotFound for outsiders */
export async function findThread(
  { db }: Deps,
  viewer: User,
  { groupId, seq }: stored.ThreadId,
  part: HistoryQuery,
): Promise<z.infer<typeof ThreadReplies>> {
  const thread = found(await stored.findThread(db, viewer.id, { groupId, seq }), messageNotFound);
  return { thread, ...await stored.listReplies(db, viewer.id, { groupId, seq: thread.first.seq }, part) };
}

export const readThreads = operation({
  call: "GET /groups/:id/threads",
  summary: "The threads that the caller is in, the one with the latest reply first",
  access: "member",
  takes: ThreadsQuery,
  gives: ThreadPage,
  fails: { 404: ["group_not_found"] },
  run: async ({ deps, user, params }, { before }) =>
    found(await stored.listThreads(deps.db, user.id, params.id, before), groupNotFound),
});

export const readThread = operation({
  call: "GET /groups/:id/threads/:seq",
  summary: "The thread that a message is in, and a part of its replies, oldest first",
  access: "member",
  params: { seq },
  takes: HistoryQuery,
  gives: ThreadReplies,
  fails: { 404: ["message_not_found"] },
  run: ({ deps, user, params: { id: groupId, seq } }, part) => findThread(deps, user, { groupId, seq }, part),
});

export const markThreadRead = operation({
  call: "PUT /groups/:id/threads/:seq/read",
  summary: "Marks replies of a thread as read",
  access: "member",
  params: { seq },
  takes: ReadPosition,
  gives: ThreadState,
  fails: { 404: ["group_not_found"] },
  run: async ({ deps, user, params: { id: groupId, seq } }, { seq: upTo }) => (
    { unread: await markRepliesRead(deps, user, { groupId, seq, upTo }) }
  ),
});

/** @returns how many replies are still unread; @throws NotFound for outsiders */
export const markRepliesRead = async (
  { db }: Deps,
  user: User,
  thread: stored.ThreadId & { upTo: number },
): Promise<number> => found(await stored.markThreadRead(db, user.id, thread), groupNotFound);
