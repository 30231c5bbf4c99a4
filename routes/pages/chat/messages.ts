import { z } from "zod";
import { discardUnsent, uploadFile } from "../../../server/actions/chat/files.ts";
import {
  addReaction,
  deleteMessage,
  editMessage,
  pinMessage,
  removeReaction,
  unpinMessage,
} from "../../../server/actions/chat/message_changes.ts";
import { markGroupRead, setNotify } from "../../../server/actions/chat/read_marks.ts";
import { unveilMessage } from "../../../server/actions/chat/reveals.ts";
import { postMessage, sendMessage } from "../../../server/actions/chat/send.ts";
import { askByMessage } from "../../../server/actions/reading/questions.ts";
import { Draft, type MessageFile } from "../../../server/contract/chat/shapes.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { isUpload } from "../../../server/http/body.ts";
import { sendFile } from "../../../server/http/file_response.ts";
import { type Fields, idempotencyKey, readForm, runFormAction } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { receiveFiles } from "../../../server/http/upload.ts";
import type { C } from "../../layout/page.tsx";
import { showGroup } from "../groups/page.tsx";

export const messages = router();

for (
  const change of [
    askByMessage,
    editMessage,
    deleteMessage,
    pinMessage,
    unpinMessage,
    unveilMessage,
    markGroupRead,
    setNotify,
  ]
) {
  mountForm(messages, change);
}
// One form gives a reaction and takes it back.
mountForm(messages, addReaction, {
  choose: ({ fields }) => fields.remove === undefined ? addReaction : removeReaction,
});

mountForm(messages, sendMessage, { path: "/group/:id/messages", respond: receiveMessage });

async function receiveMessage(c: C): Promise<Response> {
  const groupId = c.req.param("id")!;
  const { fields, files, failure } = isUpload(c) ? await readWithFiles(c, groupId) : await readPlain(c);
  let clientId: string | undefined;
  const post = ({ content, replyTo, anchor }: z.infer<typeof Draft>) => {
    const parts = [content, ...files.map(({ name, size }) => `${size} ${name}`), ...Object.values(anchor ?? {})];
    clientId = idempotencyKey(fields, parts.join("\n"));
    const draft = { content, replyTo, anchor, groupId, clientId: clientId ?? null, files: files.map(({ id }) => id) };
    return postMessage(c.var.deps, c.var.user, draft);
  };
  const anchor = fields.bookId ? { bookId: fields.bookId, page: fields.page } : null;
  const sent = { ...fields, anchor, files: files.map(({ id }) => id) };
  const outcome = failure
    ? await runFormAction(c, { schema: z.unknown(), fields }, () => Promise.reject(failure))
    : await runFormAction(c, { schema: Draft, fields: sent }, post);
  // Those of a message that failed, or was sent twice: they would have to be chosen again.
  await discardUnsent(c.var.deps, c.var.user, sent.files);
  if (outcome.ok) return c.redirect(groupPaths.group(groupId), 303);
  return await showGroup(c, groupId, { refusal: outcome, sent: fields, message: { typed: fields.content, clientId } });
}

interface MessageForm {
  fields: Fields;
  files: MessageFile[];
  failure?: unknown;
}

const readPlain = async (c: C): Promise<MessageForm> => ({ fields: await readForm(c), files: [] });

/** Stores the files while the form arrives, and reads it to its end also where that fails: nothing typed is lost. */
async function readWithFiles(c: C, groupId: string): Promise<MessageForm> {
  let failure: unknown;
  const { fields, files } = await receiveFiles(c, async (file) => {
    if (failure) return undefined;
    try {
      return (await uploadFile(c.var.deps, c.var.user, { ...file, groupId })).file;
    } catch (error) {
      failure = error;
    }
  });
  return { fields, files: files.filter((file) => file !== undefined), failure };
}

messages.get("/files/:id/:name", signedInPage, (c) => sendFile(c));
