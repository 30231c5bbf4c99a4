import { z } from "zod";
import { searchMessages as search } from "../../db/chat/message_search.ts";
import { listChanges, listMessages, listPinned } from "../../db/chat/messages.ts";
import {
  addReaction,
  deleteMessage,
  editMessage,
  pinMessage,
  removeReaction,
  unpinMessage,
} from "../../server/actions/chat/message_changes.ts";
import { removeFile, uploadFile } from "../../server/actions/chat/files.ts";
import { notOpen } from "../../server/actions/groups/conversations.ts";
import { markGroupRead, setNotify } from "../../server/actions/chat/read_marks.ts";
import { unveilMessage } from "../../server/actions/chat/reveals.ts";
import { sendMessage } from "../../server/actions/chat/send.ts";
import { markThreadRead, readThread, readThreads } from "../../server/actions/chat/threads.ts";
import {
  Changes,
  ChangesQuery,
  HistoryQuery,
  MessagePage,
  MessageQuery,
  PinsQuery,
  Uploaded,
} from "../../server/contract/chat/shapes.ts";
import { filesServerTexts } from "../../server/contract/chat/texts.ts";
import type { User } from "../../server/contract/people/shapes.ts";
import type { Deps } from "../../server/deps.ts";
import { BadRequest, found, groupNotFound } from "../../server/errors.ts";
import type { CallDoor } from "../../server/http/call_door.ts";
import { sendFile } from "../../server/http/file_response.ts";
import { receiveFiles } from "../../server/http/upload.ts";
import { operation } from "../../server/operation.ts";

export async function searchMessages(
  { db, limiter, messageIndex }: Deps,
  viewer: User,
  { groupId, query, before }: { groupId: string; query: string; before?: number },
): Promise<MessagePage> {
  await limiter.take("messageSearch", viewer.id);
  await messageIndex.flush();
  return found(await search(db, viewer.id, groupId, { query, before }), groupNotFound);
}

const fails = { 404: ["group_not_found"] };

const readHistory = operation({
  call: "GET /groups/:id/messages",
  summary: "A part of the messages, oldest first",
  access: "member",
  takes: HistoryQuery,
  gives: MessagePage,
  fails,
  run: async ({ deps, user, params }, part) =>
    found(await listMessages(deps.db, user.id, params.id, part), groupNotFound),
});

const readChanges = operation({
  call: "GET /groups/:id/changes",
  summary: "Everything new or changed since a revision",
  access: "member",
  takes: ChangesQuery,
  gives: Changes,
  fails,
  run: async ({ deps, user, params }, { after }) =>
    found(await listChanges(deps.db, user.id, { groupId: params.id, after }), groupNotFound),
});

const findMessages = operation({
  call: "GET /groups/:id/messages/search",
  summary: "Messages with these words, newest first",
  access: "member",
  takes: MessageQuery,
  gives: MessagePage,
  fails,
  run: ({ deps, user, params }, query) => searchMessages(deps, user, { ...query, groupId: params.id }),
});

const readPins = operation({
  call: "GET /groups/:id/pins",
  summary: "The pinned messages, the last pinned first",
  access: "member",
  takes: PinsQuery,
  gives: MessagePage,
  fails,
  run: async ({ deps, user, params }, { before }) =>
    found(await listPinned(deps.db, user.id, params.id, before), groupNotFound),
});

/** Answered by its route, which reads the file while it arrives. */
const addFile = operation({
  call: "POST /groups/:id/files",
  summary: "Uploads a file for a message",
  access: "member",
  guests: false,
  gives: Uploaded,
  status: 201,
  body: "files",
  fails: {
    400: [
      "no_file",
      "too_many_files",
      "malformed",
      "file_empty",
      "file_unsupported",
      "file_of_other_kind",
      "image_unreadable",
      "image_too_many_pixels",
    ],
    403: notOpen,
    404: ["group_not_found"],
    413: ["account_full", "storage_full", "too_large"],
    415: ["not_multipart"],
  },
});

const readFile = operation({
  call: "GET /files/:id/:name",
  summary: "A file, to the members of its group",
  access: "member",
  takes: z.object({ preview: z.string().optional().describe("With it, the small picture of a picture.") }),
  type: "application/octet-stream",
  countedAs: { limit: "download" },
  fails: { 404: ["file_not_found"] },
});

export const chat = {
  readHistory,
  sendMessage,
  readChanges,
  findMessages,
  readPins,
  editMessage,
  deleteMessage,
  addReaction,
  removeReaction,
  pinMessage,
  unpinMessage,
  unveilMessage,
  markGroupRead,
  readThreads,
  readThread,
  markThreadRead,
  setNotify,
  addFile,
  readFile,
  removeFile,
};

export const chatDoors: Partial<Record<keyof typeof chat, CallDoor>> = {
  readFile: { respond: sendFile },
  addFile: {
    async respond(c) {
      const groupId = c.req.param("id")!;
      const { files: [uploaded] } = await receiveFiles(
        c,
        (file) => uploadFile(c.var.deps, c.var.user, { ...file, groupId }),
        { most: 1 },
      );
      if (!uploaded) throw new BadRequest(filesServerTexts.none, "no_file");
      return c.json(uploaded, 201);
    },
  },
};
