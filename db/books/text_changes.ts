/** How a book gets its text, part by part while it is read in, and how it goes. */
import { and, eq, sql } from "drizzle-orm";
import { Buffer } from "node:buffer";
import { epub } from "../../server/contract/books/limits.ts";
import type { Text } from "../../server/contract/books/text_shapes.ts";
import { hasGroupRoom, rowSize } from "../account/storage.ts";
import { hasFileRoom } from "../chat/files.ts";
import { changesRows, type Db, shortWait } from "../engine/client.ts";
import { mayChange, mayDecide, shelfMembershipOf } from "../groups/roles.ts";
import { books, bookTexts, members, texts } from "../schema.ts";
import { isOnShelf } from "./conditions.ts";

interface Quotas {
  quota: number;
  accountQuota: number;
}

interface BroughtText {
  bookId: string;
  groupId: string;
  hash: string;
}

/** As a member may bring it: where the group leaves texts to them, the book has none, and the group has room. */
const mayBring = (userId: string, { bookId, groupId, hash }: BroughtText, { quota, accountQuota }: Quotas) => {
  const size = sql`coalesce((select stored_bytes from texts where hash = ${hash}), 0)`;
  return sql`books join members on ${shelfMembershipOf(userId)}
    where books.id = ${bookId} and books.group_id = ${groupId} and ${mayChange(userId, groupId, "texts")}
    and not exists (select 1 from book_texts where book_texts.book_id = books.id)
    and ${hasFileRoom(groupId, size, quota)} and ${hasGroupRoom(groupId, size, { quota: accountQuota })}`;
};

export interface Begun {
  /** Whether it is the book's text now. */
  isLinked: boolean;
  /** Whether the caller is to read it in: nobody has, or is just doing it. */
  isToRead: boolean;
}

export async function beginText(
  db: Db,
  userId: string,
  brought: BroughtText,
  { now, ...quotas }: Quotas & { now: number },
): Promise<Begun> {
  const { bookId, hash } = brought;
  const readUntil = now + epub.readWithin;
  const from = mayBring(userId, brought, quotas);
  const [begun, linked] = await db.write([
    db.q.run(sql`insert into texts (hash, state, read_until, created_at)
      select ${hash}, 'reading', ${readUntil}, ${now} from ${from}
      on conflict do update set state = 'reading', problem = null, read_until = excluded.read_until
        where texts.state = 'failed' or texts.state = 'reading' and texts.read_until < ${now}`),
    db.q.run(sql`insert into book_texts (book_id, hash, added_by, added_at)
      select ${bookId}, ${hash}, ${userId}, ${now} from ${from} on conflict do nothing`),
    // What was left of an earlier attempt.
    db.q.run(sql`delete from text_parts where hash = ${hash}
      and exists (select 1 from texts where hash = ${hash} and state = 'reading' and read_until = ${readUntil})`),
    db.q.run(sql`delete from text_pictures where hash = ${hash}
      and exists (select 1 from texts where hash = ${hash} and state = 'reading' and read_until = ${readUntil})`),
  ]);
  const isLinked = linked.rowsAffected > 0;
  return { isLinked, isToRead: isLinked && begun.rowsAffected > 0 };
}

/** Whether a book has one, in whatever state. */
export const hasText = async (db: Db, bookId: string): Promise<boolean> =>
  await db.q.select({ hash: bookTexts.hash }).from(bookTexts).where(eq(bookTexts.bookId, bookId)).get() !== undefined;

/** Whether it is there already, since another group has it. */
export const isReadIn = async (db: Db, hash: string): Promise<boolean> =>
  (await db.q.select({ state: texts.state }).from(texts).where(eq(texts.hash, hash)).get())?.state === "ready";

interface StoredPart {
  number: number;
  fromPlace: number;
  toPlace: number;
  html: string;
  plain: string;
}

const isBeingRead = (hash: string) => sql`texts where hash = ${hash} and state = 'reading'`;

/** @returns false where it is not being read in any more: its last book has gone, or it took too long */
export const storeParts = (db: Db, hash: string, parts: StoredPart[]): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`insert into text_parts (hash, number, from_place, to_place, html, plain)
      select hash, value ->> 'number', value ->> 'fromPlace', value ->> 'toPlace', value ->> 'html', value ->> 'plain'
      from json_each(${JSON.stringify(parts)}), (select hash from ${isBeingRead(hash)})`),
  ]);

export const storePicture = (
  db: Db,
  hash: string,
  { number, bytes: { buffer, byteOffset, byteLength } }: { number: number; bytes: Uint8Array },
): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`insert into text_pictures (hash, number, bytes)
      select hash, ${number}, ${Buffer.from(buffer, byteOffset, byteLength)} from ${isBeingRead(hash)}`),
  ]);

interface FinishedText extends Pick<Text, "title" | "language" | "characters" | "sections"> {
  printPages: { label: string; from: number }[] | null;
}

const storedBytes = (hash: string) =>
  sql<number>`(select coalesce(sum(octet_length(html) + octet_length(plain) + ${rowSize.text}), 0)
    from text_parts where hash = ${hash}) + (select coalesce(sum(octet_length(bytes) + ${rowSize.text}), 0)
    from text_pictures where hash = ${hash})`;

export const sizeOfText = async (db: Db, hash: string): Promise<number> =>
  (await db.q.all<{ size: number }>(sql`select ${storedBytes(hash)} as size`))[0].size;

/** @returns false where it is not being read in any more */
export const finishText = (db: Db, hash: string, text: FinishedText): Promise<boolean> =>
  changesRows(db, [
    db.q.update(texts).set({
      ...text,
      state: "ready",
      problem: null,
      readUntil: null,
      storedBytes: sql`${storedBytes(hash)}`,
    }).where(and(eq(texts.hash, hash), eq(texts.state, "reading"))),
  ]);

export const failText = (db: Db, hash: string, problem: string): Promise<boolean> =>
  changesRows(db, [
    db.q.update(texts).set({ state: "failed", problem, readUntil: null })
      .where(and(eq(texts.hash, hash), eq(texts.state, "reading"))),
  ]);

/** By the member who brought it, while they are one, or somebody who may undo what members do. */
export async function removeText(db: Db, userId: string, bookId: string): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([
    db.q.run(sql`delete from book_texts where book_id = ${bookId} and exists (
      select 1 from books join members on ${shelfMembershipOf(userId)} where books.id = ${bookId}
      and (book_texts.added_by = ${userId} or ${mayDecide(userId, sql`books.group_id`)})
    )`),
  ]);
  return rowsAffected > 0;
}

export interface TextRights {
  groupId: string;
  isThere: boolean;
  mayBring: boolean;
  mayRemove: boolean;
}

/** Undefined to outsiders, and for a book that was removed. */
export const findTextRights = (db: Db, userId: string, bookId: string): Promise<TextRights | undefined> =>
  db.q.select({
    groupId: books.groupId,
    isThere: sql<boolean>`${bookTexts.bookId} is not null`.mapWith(Boolean),
    mayBring: mayChange(userId, books.groupId, "texts").mapWith(Boolean),
    mayRemove: sql<boolean>`(coalesce(${bookTexts.addedBy}, '') = ${userId}
      or ${mayDecide(userId, sql`books.group_id`)})`.mapWith(Boolean),
  }).from(books)
    .innerJoin(members, shelfMembershipOf(userId))
    .leftJoin(bookTexts, eq(bookTexts.bookId, books.id))
    .where(and(eq(books.id, bookId), isOnShelf())).get();

const partsAtOnce = 50;
const picturesAtOnce = 4;

/** Of texts that no book has any more, or that could not be read in. @returns whether there may be more */
export async function deletePartOfUnusedTexts(db: Db, now: number): Promise<boolean> {
  const [unused] = await db.q.all<{ hash: string }>(sql`select hash from texts
    where not exists (select 1 from book_texts where book_texts.hash = texts.hash)
      and (state <> 'reading' or read_until < ${now})
    or state = 'failed' and (exists (select 1 from text_parts where text_parts.hash = texts.hash)
      or exists (select 1 from text_pictures where text_pictures.hash = texts.hash))
    limit 1`);
  if (!unused) return false;
  const isUnused = sql`(select hash from texts where hash = ${unused.hash} and (state = 'failed'
    or not exists (select 1 from book_texts where book_texts.hash = texts.hash)))`;
  await db.write([
    db.q.run(sql`delete from text_parts where rowid in (
      select rowid from text_parts where hash = ${isUnused} limit ${partsAtOnce})`),
    db.q.run(sql`delete from text_pictures where rowid in (
      select rowid from text_pictures where hash = ${isUnused} limit ${picturesAtOnce})`),
    db.q.run(sql`delete from texts where hash = ${unused.hash}
      and not exists (select 1 from book_texts where book_texts.hash = texts.hash)
      and not exists (select 1 from text_parts where text_parts.hash = texts.hash)
      and not exists (select 1 from text_pictures where text_pictures.hash = texts.hash)`),
  ], shortWait);
  return true;
}
