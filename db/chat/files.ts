/**
 * Files of groups, in chunks. A file whose `size` is 0 is still being uploaded. Every query joins the viewer's
 * membership. One that is nobody's any more, of a deleted message for example, has no message and a `createdAt` of 0:
 * it is deleted later, in small parts.
 */
import * as chatLimits from "../../server/contract/chat/limits.ts";
import { Buffer } from "node:buffer";
import { and, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { StoredFile } from "../../server/contract/chat/files.ts";
import { type Db, prepared, shortWait } from "../engine/client.ts";
import { fileChunks, files, members } from "../schema.ts";
import { hasGroupRoom, rowSize } from "../account/storage.ts";
import { isSeenBy } from "./visibility.ts";

export type Variant = "original" | "preview";

export interface Claim {
  /** Of the file. */
  id: string;
  groupId: string;
  userId: string;
  /** What its chunks need, or the first of them. */
  bytes: number;
  /** What it may need in the end: there must be so much space, but it is not reserved. */
  most?: number;
}

/** In bytes. */
interface Quotas {
  /** Of the group. */
  quota: number;
  /** Of who made the group. */
  accountQuota?: number;
}

/** What a group's files use, in bytes. */
const usedBy = (groupId: string) =>
  sql<number>`(
  select coalesce(sum(stored_size), 0) from files where group_id = ${groupId}
)`;

export async function storageUsed(db: Db, groupId: string): Promise<number> {
  const [{ used }] = await db.q.all<{ used: number }>(sql`select ${usedBy(groupId)} as used`);
  return used;
}

/**
 * Reserves space for a file of a member, who then appends chunks to it.
 *
 * @returns false where there is not so much space, or the user is no member
 */
export async function claimSpace(
  db: Db,
  { id, groupId, userId, bytes, most = bytes }: Claim,
  { now, quota, accountQuota }: Quotas & { now: number },
): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([
    db.q.run(sql`insert into files (id, group_id, user_id, name, type, size, stored_size, created_at)
      select ${id}, group_id, user_id, '', '', 0, ${bytes}, ${now} from members
      where group_id = ${groupId} and user_id = ${userId} and ${usedBy(groupId)} + ${most} <= ${quota}
        and ${hasGroupRoom(groupId, rowSize.text + most, { quota: accountQuota })}`),
  ]);
  return rowsAffected > 0;
}

/** Reserves more space for a file. @returns false where there is not so much, or the file is gone */
export async function claimMore(
  db: Db,
  { id, groupId, bytes }: Pick<Claim, "id" | "groupId" | "bytes">,
  { quota, accountQuota }: Quotas,
): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([
    db.q.run(sql`update files set stored_size = stored_size + ${bytes}
      where id = ${id} and group_id = ${groupId} and created_at > 0 and ${usedBy(groupId)} + ${bytes} <= ${quota}
        and ${hasGroupRoom(groupId, bytes, { quota: accountQuota })}`),
  ]);
  return rowsAffected > 0;
}

export interface Chunk {
  fileId: string;
  variant: Variant;
  /** Counts up from 0. */
  number: number;
  /** `fileChunk` long, but for the last one. */
  bytes: Uint8Array;
}

/** Stores a chunk. @returns false where the file is gone */
export async function appendChunk(db: Db, { fileId, variant, number, bytes }: Chunk): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([
    db.q.run(sql`insert into file_chunks (file_id, variant, number, bytes)
      select id, ${variant}, ${number}, ${asBuffer(bytes)} from files where id = ${fileId} and created_at > 0`),
  ]);
  return rowsAffected > 0;
}

/** A view of the same memory, as the driver takes it. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

/**
 * Ends an upload: from now on the file can be read and sent.
 *
 * @param storedSize of all its chunks
 * @param hash SHA-256 of what was uploaded, in hexadecimal
 * @returns false where the file is gone, or its uploader is no member any more
 */
export async function finishFile(
  db: Db,
  { id, name, type, size, width, height }: StoredFile,
  { storedSize, hash }: { storedSize: number; hash: string },
): Promise<boolean> {
  const [finished] = await db.write([
    db.q.update(files).set({ name, type, size, width, height, storedSize, hash }).where(and(
      eq(files.id, id),
      gt(files.createdAt, 0),
      sql`exists (select 1 from members where group_id = ${files.groupId} and user_id = ${files.userId})`,
    )).returning({ id: files.id }),
  ]);
  return finished.length > 0;
}

/** What takes files from a message, as the `set` of an update; they are deleted later. */
export const released = sql`message_id = null, created_at = 0, stored_size = 0`;

/** Gives up an upload. @returns whether something of it is stored */
export async function abandonFile(db: Db, id: string): Promise<boolean> {
  const [{ rowsAffected }] = await db.write(
    [db.q.run(sql`update files set ${released} where id = ${id} and message_id is null`)],
    shortWait,
  );
  return rowsAffected > 0;
}

/** Removes a file that its uploader has not sent. @returns whether there was one */
export async function removeUnsentFile(db: Db, uploaderId: string, id: string): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([
    db.q.run(sql`update files set ${released}
      where id = ${id} and user_id = ${uploaderId} and message_id is null and created_at > 0
      and exists (select 1 from members where group_id = files.group_id and user_id = ${uploaderId})`),
  ]);
  return rowsAffected > 0;
}

/** That a row of `files` is whole and of no message yet. */
export const isUnsent = sql`message_id is null and size > 0 and created_at > 0`;

/** The files of a row of `messages`, in the order they were uploaded, as JSON of `StoredFile`s. */
export const filesOf: SQL = sql`json((
  select json_group_array(json_object(
    'id', id, 'name', name, 'type', type, 'size', size, 'width', width, 'height', height
  )) from (select * from files where message_id = messages.id order by id)
))`;

const findVisible = prepared((q) =>
  q.select({
    id: files.id,
    name: files.name,
    type: files.type,
    size: files.size,
    width: files.width,
    height: files.height,
  }).from(files)
    .innerJoin(members, and(eq(members.groupId, files.groupId), eq(members.userId, sql.placeholder("viewerId"))))
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

/** A file that a member may read: of a message in their group that is not veiled for them, or their own. */
export const findFile = (db: Db, viewerId: string, id: string): Promise<StoredFile | undefined> =>
  findVisible(db).get({ viewerId, id });

const sizeOfVariant = prepared((q) =>
  q.select({ size: sql<number>`sum(length(${fileChunks.bytes}))` }).from(fileChunks).where(and(
    eq(fileChunks.fileId, sql.placeholder("id")),
    eq(fileChunks.variant, sql.placeholder("variant")),
  )).prepare()
);

/** How many bytes a variant of a file has; 0 where there is none. */
export const variantSize = async (db: Db, id: string, variant: Variant): Promise<number> =>
  (await sizeOfVariant(db).get({ id, variant }))?.size ?? 0;

const chunkBytes = prepared((q) =>
  q.select({ bytes: fileChunks.bytes }).from(fileChunks).where(and(
    eq(fileChunks.fileId, sql.placeholder("id")),
    eq(fileChunks.variant, sql.placeholder("variant")),
    eq(fileChunks.number, sql.placeholder("number")),
  )).prepare()
);

/** The bytes of a chunk; undefined where the file was deleted meanwhile. */
export const readChunk = async (
  db: Db,
  id: string,
  { variant, number }: Pick<Chunk, "variant" | "number">,
): Promise<Uint8Array | undefined> => (await chunkBytes(db).get({ id, variant, number }))?.bytes;

/** How many chunks are deleted in one commit: a mebibyte, so that it delays no other. */
export const chunksPerPart = 8;

/**
 * Deletes a part of the files that are nobody's, that were not sent in time, or whose upload broke off.
 *
 * @returns whether there may be more
 */
export async function deletePartOfUnused(db: Db, now: number): Promise<boolean> {
  const { unusedFor, unfinishedFor } = chatLimits.file;
  const [unused] = await db.q.all<{ id: string }>(sql`select id from files
    where message_id is null and created_at <= ${now - unfinishedFor}
      and (created_at <= ${now - unusedFor} or size = 0) limit 1`);
  if (!unused) return false;
  const { id } = unused;
  await db.write([
    // It may have been sent since.
    db.q.run(sql`update files set ${released} where id = ${id} and message_id is null`),
    db.q.run(sql`delete from file_chunks where rowid in (
      select file_chunks.rowid from files join file_chunks on file_id = id
      where id = ${id} and message_id is null limit ${chunksPerPart})`),
    db.q.run(sql`delete from files where id = ${id} and message_id is null
      and not exists (select 1 from file_chunks where file_id = ${id})`),
  ], shortWait);
  return true;
}
