import { createHash } from "node:crypto";
import { v7 as uuid } from "uuid";
import * as files from "../../../db/chat/files.ts";
import { isMember } from "../../../db/groups/members.ts";
import { requireOpen } from "../groups/conversations.ts";
import { requireGroupRoom } from "../account/storage.ts";
import * as chatLimits from "../../contract/chat/limits.ts";
import { asMessageFile, type StoredFile } from "../../contract/chat/paths.ts";
import type { Uploaded } from "../../contract/chat/shapes.ts";
import { attachmentTexts } from "../../contract/chat/attachment_texts.ts";
import { filesServerTexts } from "../../contract/chat/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { AppError, fileNotFound, groupNotFound, TooLarge } from "../../errors.ts";
import { checkDocument, checkText, fileKind, fileName, headLength } from "../../media/file_kind.ts";
import { documentTypes } from "../../media/documents.ts";
import { makeMessagePicture } from "../../media/pictures.ts";
import { operation } from "../../operation.ts";

interface Upload {
  groupId: string;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  most: number;
  hold(bytes: number): void;
}

/** Of one that fails nothing stays. @throws NotFound, BadRequest, TooLarge, TooMany, AppError (413): no room */
export async function uploadFile(deps: Deps, uploader: User, upload: Upload): Promise<Uploaded> {
  if (!await isMember(deps.db, uploader.id, upload.groupId)) throw groupNotFound();
  await deps.limiter.take("upload", uploader.id);
  const file = await storeFile(deps, uploader, upload);
  return { file: asMessageFile(file), storage: await storageOf(deps, upload.groupId) };
}

/** By a member. Of one that fails nothing stays. @throws as `uploadFile` */
export async function storeFile(deps: Deps, uploader: User, upload: Upload): Promise<StoredFile> {
  const id = uuid();
  try {
    return await store(deps, uploader, { ...upload, id, bytes: limited(upload.bytes) });
  } catch (error) {
    await giveUp(deps, id);
    throw error;
  }
}

export const storageOf = async (
  { db, config }: Deps,
  groupId: string,
) => ({ used: await files.storageUsed(db, groupId), quota: config.groupQuota });

export const removeFile = operation({
  call: "DELETE /files/:id",
  summary: "Removes an uploaded file that is in no message",
  access: "owner",
  says: attachmentTexts.removed,
  fails: { 404: ["file_not_found"] },
  async run({ deps: { db, purge }, user, params: { id } }) {
    if (!await files.removeUnsentFile(db, user.id, id)) throw fileNotFound();
    purge.filesReleased();
  },
});

export async function discardUnsent({ db, purge }: Deps, uploader: User, ids: string[]): Promise<void> {
  const removed = await Promise.all(ids.map((id) => files.removeUnsentFile(db, uploader.id, id)));
  if (removed.includes(true)) purge.filesReleased();
}

interface NamedUpload extends Upload {
  id: string;
}

async function store(deps: Deps, uploader: User, upload: NamedUpload): Promise<StoredFile> {
  const { head, bytes } = await peek(upload.bytes, headLength);
  const kind = fileKind(head, upload.name);
  const file = { id: upload.id, name: fileName(upload.name, kind.extension), type: kind.type };
  if (kind.isPicture) return await storePicture(deps, uploader, { ...upload, bytes, file });
  const isText = kind.type.startsWith("text/");
  const content = isText
    ? checkText(bytes)
    : kind.extension in documentTypes
    ? checkDocument(() => collect(bytes, upload.hold), kind.extension)
    : bytes;
  return await storeDocument(deps, uploader, { ...upload, bytes: content, file });
}

interface KnownUpload extends NamedUpload {
  file: Pick<StoredFile, "id" | "name" | "type">;
}

async function storePicture(deps: Deps, uploader: User, { groupId, bytes, hold, file }: KnownUpload) {
  const { original, preview, width, height } = await makeMessagePicture(await collect(bytes, hold));
  const storedSize = original.length + preview.length;
  await claim(deps, uploader, { ...file, groupId, bytes: storedSize });
  const { hash } = await append(deps, file.id, { variant: "original", bytes: [original] });
  await append(deps, file.id, { variant: "preview", bytes: [preview] });
  return await finish(deps, { ...file, size: original.length, width, height }, { storedSize, hash });
}

/** Space is claimed as bytes arrive: an upload that sends nothing takes no room from others. */
async function storeDocument(deps: Deps, uploader: User, { groupId, bytes, most, file }: KnownUpload) {
  const largest = Math.min(most, chatLimits.file.bytes);
  const claimed = { id: file.id, groupId, bytes: Math.min(largest, chatLimits.file.claim), most: largest };
  await claim(deps, uploader, claimed);
  const { size, hash } = await append(deps, file.id, { variant: "original", bytes: withRoom(deps, bytes, claimed) });
  return await finish(deps, { ...file, size, width: null, height: null }, { storedSize: size, hash });
}

type OwnClaim = Omit<files.Claim, "userId">;

async function claim(deps: Deps, uploader: User, { id, groupId, bytes, most }: OwnClaim) {
  const { db, clock } = deps;
  if (
    await files.claimSpace(db, { id, groupId, userId: uploader.id, bytes, most }, { ...quotas(deps), now: clock() })
  ) return;
  await requireOpen(deps, uploader, groupId);
  throw await noRoom(deps, groupId, { wanted: most ?? bytes });
}

async function* withRoom(
  deps: Deps,
  all: AsyncIterable<Uint8Array>,
  { id, groupId, bytes, most }: Required<OwnClaim>,
): AsyncGenerator<Uint8Array> {
  let [size, claimed] = [0, bytes];
  for await (const part of all) {
    size += part.length;
    if (size > claimed) {
      const more = Math.max(size - claimed, Math.min(chatLimits.file.claim, most - claimed));
      const hasRoom = await files.claimMore(deps.db, { id, groupId, bytes: more }, quotas(deps));
      if (!hasRoom) throw await noRoom(deps, groupId, { wanted: more, own: claimed });
      claimed += more;
    }
    yield part;
  }
}

const quotas = ({ config: { groupQuota: quota, accountQuota } }: Deps) => ({ quota, accountQuota });

/** @param own what the upload that fails has claimed, which is free next */
async function noRoom(deps: Deps, groupId: string, { wanted, own = 0 }: { wanted: number; own?: number }) {
  const { used, quota } = await storageOf(deps, groupId);
  if (used + wanted <= quota) await requireGroupRoom(deps, groupId, wanted);
  const free = Math.max(0, quota - used + own);
  return new AppError(413, "storage_full", filesServerTexts.noRoom(free), { body: { free } });
}

interface Content {
  variant: files.Variant;
  bytes: AsyncIterable<Uint8Array> | Uint8Array[];
}

async function append({ db }: Deps, fileId: string, { variant, bytes }: Content) {
  let [size, number] = [0, 0];
  const hash = createHash("sha256");
  for await (const chunk of chunksOf(bytes)) {
    if (!await files.appendChunk(db, { fileId, variant, number: number++, bytes: chunk })) throw groupNotFound();
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, hash: hash.digest("hex") };
}

async function finish(
  { db }: Deps,
  file: StoredFile,
  stored: { storedSize: number; hash: string },
): Promise<StoredFile> {
  if (!await files.finishFile(db, file, stored)) throw groupNotFound();
  return file;
}

/** The uploader is answered why it failed, whether or not what is there of the file can be removed now. */
async function giveUp({ db, log, purge }: Deps, id: string): Promise<void> {
  try {
    if (await files.abandonFile(db, id)) purge.filesReleased();
  } catch (err) {
    log.warn({ err }, "an upload that failed is removed later");
  }
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > chatLimits.file.bytes) {
      throw new TooLarge(attachmentTexts.tooLarge, { headers: { Connection: "close" } });
    }
    yield part;
  }
}

async function peek(bytes: AsyncIterable<Uint8Array>, length: number) {
  const iterator = bytes[Symbol.asyncIterator]();
  let first = new Uint8Array();
  for (let next; first.length < length && !(next = await iterator.next()).done;) first = concat([first, next.value]);
  const all = async function* () {
    yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return { head: first.subarray(0, length), bytes: all() };
}

async function collect(bytes: AsyncIterable<Uint8Array>, hold: (bytes: number) => void): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const part of bytes) {
    hold(part.length);
    all.push(part);
  }
  return concat(all);
}

async function* chunksOf(bytes: Content["bytes"]): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(chatLimits.fileChunk);
  let filled = 0;
  for await (let part of bytes) {
    while (part.length > 0) {
      const fitting = part.subarray(0, chunk.length - filled);
      chunk.set(fitting, filled);
      filled += fitting.length;
      part = part.subarray(fitting.length);
      if (filled < chunk.length) break;
      yield chunk;
      filled = 0;
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
