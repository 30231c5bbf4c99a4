/** Of size 0 while it is uploaded. What is nobody's any more has a `createdAt` of 0, and is deleted in small parts. */
import { and, eq, gt, or, sql } from "drizzle-orm";
import { Buffer } from "node:buffer";
import type { StoredFile } from "../../server/contract/chat/paths.ts";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import { hasGroupRoom, rowSize } from "../account/storage.ts";
import { changesRows, type Db, prepared, shortWait } from "../engine/client.ts";
import { type Id, isOpenFor, mayWrite, membershipOf } from "../groups/roles.ts";
import { fileChunks, files, members } from "../schema.ts";
import { isSeenBy } from "./message_views.ts";

export type Variant = "original" | "preview";

export interface Claim {
  id: string;
  groupId: string;
  userId: string;
  bytes: number;
  /** What it may need in the end: there must be so much space, but it is not reserved. */
  most?: number;
}

interface Quotas {
  quota: number;
  accountQuota?: number;
}

const bytes = sql<number>`coalesce(sum(stored_size), 0)`;

/** By its files and the texts of its books, each of which counts in all groups that have it. */
export const usedBy = (groupId: Id) =>
  sql<number>`((select ${bytes} from files where group_id = ${groupId}) + (
    select coalesce(sum(texts.stored_bytes), 0) from books join book_texts on book_id = books.id
    join texts on texts.hash = book_texts.hash where books.group_id = ${groupId}
  ))`;

export async function storageUsed(db: Db, groupId: string): Promise<number> {
  return (await db.q.all<{ used: number }>(sql`select ${usedBy(groupId)} as used`))[0].used;
}

export const claimSpace = (
  db: Db,
  { id, groupId, userId, bytes, most = bytes }: Claim,
  { now, quota, accountQuota }: Quotas & { now: number },
) =>
  changesRows(db, [
    db.q.run(sql`insert into files (id, group_id, user_id, name, type, size, stored_size, created_at)
      select ${id}, group_id, user_id, '', '', 0, ${bytes}, ${now} from members
      where ${membershipOf(userId, groupId)} and ${isOpenFor(userId, groupId)} and ${
      usedBy(groupId)
    } + ${most} <= ${quota}
        and ${hasGroupRoom(groupId, rowSize.text + most, { quota: accountQuota })}`),
  ]);

export const claimMore = (
  db: Db,
  { id, groupId, bytes }: Pick<Claim, "id" | "groupId" | "bytes">,
  { quota, accountQuota }: Quotas,
) =>
  changesRows(db, [
    db.q.run(sql`update files set stored_size = stored_size + ${bytes}
      where id = ${id} and group_id = ${groupId} and created_at > 0 and ${usedBy(groupId)} + ${bytes} <= ${quota}
        and ${hasGroupRoom(groupId, bytes, { quota: accountQuota })}`),
  ]);

interface Chunk {
  fileId: string;
  variant: Variant;
  number: number;
  bytes: Uint8Array;
}

export const appendChunk = (db: Db, { fileId, variant, number, bytes }: Chunk) =>
  changesRows(db, [
    db.q.run(sql`insert into file_chunks (file_id, variant, number, bytes)
      select id, ${variant}, ${number}, ${asBuffer(bytes)} from files where id = ${fileId} and created_at > 0`),
  ]);

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

export const finishFile = (
  db: Db,
  { id, name, type, size, width, height }: StoredFile,
  { storedSize, hash }: { storedSize: number; hash: string },
) =>
  changesRows(db, [
    db.q.update(files).set({ name, type, size, width, height, storedSize, hash }).where(and(
      eq(files.id, id),
      gt(files.createdAt, 0),
      mayWrite(files.userId, files.groupId),
    )),
  ]);

export const released = sql`message_id = null, created_at = 0, stored_size = 0`;

export const abandonFile = (db: Db, id: string) =>
  changesRows(db, [db.q.run(sql`update files set ${released} where id = ${id} and message_id is null`)], shortWait);

export const removeUnsentFile = (db: Db, uploaderId: string, id: string) =>
  changesRows(db, [
    db.q.run(sql`update files set ${released}
      where id = ${id} and user_id = ${uploaderId} and message_id is null and created_at > 0
      and ${mayWrite(uploaderId, files.groupId)}`),
  ]);

export const isUnsent = sql`message_id is null and size > 0 and created_at > 0`;

const findVisible = prepared((q) =>
  q.select({
    id: files.id,
    name: files.name,
    type: files.type,
    size: files.size,
    width: files.width,
    height: files.height,
  }).from(files)
    .innerJoin(members, membershipOf(sql.placeholder("viewerId"), files.groupId))
    .where(and(
      eq(files.id, sql.placeholder("id")),
      gt(files.size, 0),
      gt(files.createdAt, 0),
      or(
        sql`exists (select 1 from messages where messages.id = ${files.messageId}
          and ${isSeenBy("messages", sql`${members.userId}`)})`,
        eq(files.userId, sql.placeholder("viewerId")),
      ),
    )).prepare()
);

export const findFile = (db: Db, viewerId: string, id: string): Promise<StoredFile | undefined> =>
  findVisible(db).get({ viewerId, id });

const sizeOfVariant = prepared((q) =>
  q.select({ size: sql<number>`sum(length(${fileChunks.bytes}))` }).from(fileChunks).where(and(
    eq(fileChunks.fileId, sql.placeholder("id")),
    eq(fileChunks.variant, sql.placeholder("variant")),
  )).prepare()
);

export const variantSize = async (db: Db, id: string, variant: Variant): Promise<number> =>
  (await sizeOfVariant(db).get({ id, variant }))?.size ?? 0;

const chunkBytes = prepared((q) =>
  q.select({ bytes: fileChunks.bytes }).from(fileChunks).where(and(
    eq(fileChunks.fileId, sql.placeholder("id")),
    eq(fileChunks.variant, sql.placeholder("variant")),
    eq(fileChunks.number, sql.placeholder("number")),
  )).prepare()
);

export const readChunk = async (
  db: Db,
  id: string,
  { variant, number }: Pick<Chunk, "variant" | "number">,
): Promise<Uint8Array | undefined> => (await chunkBytes(db).get({ id, variant, number }))?.bytes;

/** One commit deletes a mebibyte, so that it delays no other. */
export const chunksPerPart = 8;

export async function deletePartOfUnused(db: Db, now: number): Promise<boolean> {
  const { unusedFor, unfinishedFor } = chatLimits.file;
  const [unused] = await db.q.all<{ id: string }>(sql`select id from files
    where message_id is null and created_at <= ${now - unfinishedFor}
      and (created_at <= ${now - unusedFor} or size = 0) limit 1`);
  if (!unused) return false;
  const { id } = unused;
  await db.write([
    db.q.run(sql`update files set ${released} where id = ${id} and message_id is null`),
    db.q.run(sql`delete from file_chunks where rowid in (
      select file_chunks.rowid from files join file_chunks on file_id = id
      where id = ${id} and message_id is null limit ${chunksPerPart})`),
    db.q.run(sql`delete from files where id = ${id} and message_id is null
      and not exists (select 1 from file_chunks where file_id = ${id})`),
  ], shortWait);
  return true;
}
