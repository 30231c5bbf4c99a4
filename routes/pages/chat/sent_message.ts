import { z } from "zod";
import { discardUnsent, uploadFile } from "../../../server/actions/chat/files.ts";
import { postMessage } from "../../../server/actions/chat/send.ts";
import { Draft, type MessageFile } from "../../../server/contract/chat/shapes.ts";
import { isUpload } from "../../../server/http/body.ts";
import { type Fields, idempotencyKey, readForm, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { receiveFiles } from "../../../server/http/upload.ts";
import type { C } from "../../layout/page.tsx";

interface SentMessage {
  refusal?: Refusal;
  fields: Fields;
  /** That it was sent under, where it has got so far. */
  clientId?: string;
  /** That it has in its group. */
  seq?: number;
}

/** Sends the message of a form, with the files that it has. */
export async function receiveMessage(c: C, groupId: string): Promise<SentMessage> {
  const { fields, files, failure } = isUpload(c) ? await readWithFiles(c, groupId) : await readPlain(c);
  let clientId: string | undefined;
  const post = ({ content, replyTo, anchor }: z.infer<typeof Draft>) => {
    const parts = [content, ...files.map(({ name, size }) => `${size} ${name}`), ...Object.values(anchor ?? {})];
    clientId = idempotencyKey(fields, parts.join("\n"));
    const draft = { content, replyTo, anchor, groupId, clientId: clientId ?? null, files: files.map(({ id }) => id) };
    return postMessage(c.var.deps, c.var.user, draft);
  };
  const anchor = fields.bookId ? { bookId: fields.bookId, page: fields.page, at: fields.at } : null;
  const sent = { ...fields, anchor, files: files.map(({ id }) => id) };
  const outcome = failure
    ? await runFormAction(c, { schema: z.unknown(), fields }, () => Promise.reject(failure))
    : await runFormAction(c, { schema: Draft, fields: sent }, post);
  // Those of a message that failed, or was sent twice: they would have to be chosen again.
  await discardUnsent(c.var.deps, c.var.user, sent.files);
  return outcome.ok ? { fields, clientId, seq: outcome.value.seq } : { refusal: outcome, fields, clientId };
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
