/** Texts as they are read in, counted and deleted. A file is stored once, for all books of all groups that have it. */
import { eq, sql } from "drizzle-orm";
import type { PrintPage, Section } from "../../server/contract/books/text_shapes.ts";
import { epub } from "../../server/contract/books/text_limits.ts";
import { hasGroupRoom } from "../account/storage.ts";
import { usedBy } from "../chat/files.ts";
import { changesRows, type Db, shortWait } from "../engine/client.ts";
import { isOpenFor, mayChange, mayDecide, mayWrite, shelfMembershipOf } from "../groups/roles.ts";
import { books, bookTexts, members, textParts, textPictures, texts } from "../schema.ts";
import { isOnShelf } from "./conditions.ts";

/** Named with its table, which Drizzle leaves out in an update: in a subquery it would be a column of another table. */
const groupId = sql`books.group_id`;

export interface TextRights {
  groupId: string;
  title: string;
  mayBring: boolean;
  /** Not where they read a closed conversation. */
  isOpen: boolean;
  mayRemove: boolean;
  hasText: boolean;
}

/** The member who brought it, organizers, the owner of an own shelf, and both members of a conversation. */
const mayRemoveText = (userId: string) =>
  sql<number>`(${mayDecide(userId, groupId)} or ${mayWrite(userId, groupId)} and exists (
    select 1 from book_texts brought where brought.book_id = books.id and brought.added_by = ${userId}
  ))`;

/** Undefined to outsiders, and of a book that was removed. */
export const findTextRights = (db: Db, userId: string, bookId: string): Promise<TextRights | undefined> =>
  db.q.select({
    groupId: books.groupId,
    title: books.title,
    mayBring: mayChange(userId, groupId, "texts").mapWith(Boolean),
    isOpen: isOpenFor(userId, groupId).mapWith(Boolean),
    mayRemove: mayRemoveText(userId).mapWith(Boolean),
    hasText: sql<boolean>`exists (select 1 from book_texts where book_id = books.id)`.mapWith(Boolean),
  }).from(books).innerJoin(members, shelfMembershipOf(userId)).where(eq(books.id, bookId)).get();

interface Quotas {
  quota: number;
  accountQuota?: number;
}

interface BroughtText {
  bookId: string;
  groupId: string;
  hash: string;
  /** Of the file: what it takes in the end is known later. */
  bytes: number;
}

const readableUntil = (now: number) => now + epub.readWithin + grace;
/** Milliseconds beside the time that the thread may take: writes wait too. */
const grace = 60_000;

const isBeingRead = (now: number) => sql<boolean>`(texts.state = 'reading' and texts.read_until > ${now})`;

const isGivenUp = (now: number) =>
  sql`(texts.state = 'failed' or texts.state = 'reading' and texts.read_until <= ${now})`;

/**
 * Gives the book the text of a file. One that is being read in is given to no other book: how much room it takes there
 * is known once it is read in.
 * @returns undefined where they may not, it has one, it is being read in, or there is no room; else by which it is to
 *   be read in, null where that is done
 */
export async function claimText(
  db: Db,
  userId: string,
  { bookId, groupId: group, hash, bytes }: BroughtText,
  { now, quota, accountQuota }: Quotas & { now: number },
): Promise<{ claim: number | null } | undefined> {
  const size = sql`coalesce((select stored_bytes from texts where hash = ${hash} and state = 'ready'), ${bytes})`;
  const until = readableUntil(now);
  const isNew = sql`books join members on ${shelfMembershipOf(userId)} where books.id = ${bookId}
    and ${mayChange(userId, groupId, "texts")}
    and not exists (select 1 from book_texts where book_id = books.id)
    and not exists (select 1 from texts where hash = ${hash} and ${isBeingRead(now)} and read_until <> ${until})
    and ${usedBy(group)} + ${size} <= ${quota} and ${hasGroupRoom(group, size, { quota: accountQuota })}`;
  const [, claimed, linked] = await db.write([
    db.q.run(sql`insert into texts (hash, state, read_until, created_at)
      select ${hash}, 'failed', null, ${now} from ${isNew} on conflict do nothing`),
    db.q.run(sql`update texts set state = 'reading', problem = null, read_until = ${until}, stored_bytes = 0
      where hash = ${hash} and ${isGivenUp(now)} and exists (select 1 from ${isNew})`),
    db.q.run(sql`insert into book_texts (book_id, hash, added_by, added_at)
      select books.id, ${hash}, ${userId}, ${now} from ${isNew}`),
  ]);
  if (linked.rowsAffected === 0) return undefined;
  return { claim: claimed.rowsAffected > 0 ? until : null };
}

interface StoredText {
  isBeingRead: boolean;
  /** Bytes; 0 until it is read in. */
  size: number;
  printPages: PrintPage[] | null;
}

export const findStoredText = (db: Db, hash: string, now: number): Promise<StoredText | undefined> =>
  db.q.select({
    isBeingRead: isBeingRead(now).mapWith(Boolean),
    size: sql<number>`case when state = 'ready' then stored_bytes else 0 end`,
    printPages: texts.printPages,
  }).from(texts).where(eq(texts.hash, hash)).get();

/** Of processes that have ended without a word. To be called while no other has the database. */
export async function giveUpReading(db: Db): Promise<void> {
  const isReading = eq(texts.state, "reading");
  // Most often there are none, and somebody else may hold the database.
  if (await db.q.select({ hash: texts.hash }).from(texts).where(isReading).limit(1).get() === undefined) return;
  await db.write([db.q.update(texts).set({ readUntil: 0 }).where(isReading)]);
}

interface Claim {
  hash: string;
  claim: number;
}

const isClaimed = ({ hash, claim }: Claim) => sql`hash = ${hash} and state = 'reading' and read_until = ${claim}`;

interface Batch {
  parts: (typeof textParts.$inferInsert)[];
  pictures: (typeof textPictures.$inferInsert)[];
  bytes: number;
}

/**
 * From then on there is as much time for the rest as there was at first.
 *
 * @returns by which it is read on; undefined where it was given up meanwhile, or its group has no more room
 */
export async function appendToText(
  db: Db,
  { hash, claim, groupId: group, parts, pictures, bytes }: Claim & Batch & { groupId: string },
  { now, quota, accountQuota }: Quotas & { now: number },
): Promise<number | undefined> {
  const next = readableUntil(now);
  const isGoingOn = sql`exists (select 1 from texts where ${isClaimed({ hash, claim: next })})`;
  const [{ rowsAffected }] = await db.write([
    db.q.run(sql`update texts set stored_bytes = stored_bytes + ${bytes}, read_until = ${next}
      where ${isClaimed({ hash, claim })} and exists (select 1 from book_texts where book_texts.hash = texts.hash)
      and ${usedBy(group)} + ${bytes} <= ${quota} and ${hasGroupRoom(group, bytes, { quota: accountQuota })}`),
    ...parts.map((part) =>
      db.q.run(sql`insert into text_parts (hash, number, from_place, to_place, html, plain)
        select ${hash}, ${part.number}, ${part.fromPlace}, ${part.toPlace}, ${part.html}, ${part.plain}
        where ${isGoingOn} on conflict do nothing`)
    ),
    ...pictures.map(({ number, bytes }) =>
      db.q.run(sql`insert into text_pictures (hash, number, bytes) select ${hash}, ${number}, ${bytes}
        where ${isGoingOn} on conflict do nothing`)
    ),
  ]);
  return rowsAffected > 0 ? next : undefined;
}

interface Finished {
  title: string;
  language: string | null;
  characters: number;
  sections: Section[];
  printPages: PrintPage[] | null;
}

export const finishText = (db: Db, claim: Claim, text: Finished): Promise<boolean> =>
  changesRows(db, [
    db.q.update(texts).set({ ...text, state: "ready", readUntil: null, problem: null }).where(isClaimed(claim)),
  ]);

export const failText = (db: Db, claim: Claim, problem: string): Promise<boolean> =>
  changesRows(db, [
    db.q.update(texts).set({ state: "failed", readUntil: null, problem, storedBytes: 0 }).where(isClaimed(claim)),
  ]);

/** Which books have it, with who brought it to each. */
export const listBooksOfText = (
  db: Db,
  hash: string,
): Promise<{ bookId: string; groupId: string; addedBy: string | null }[]> =>
  db.q.select({ bookId: books.id, groupId: books.groupId, addedBy: bookTexts.addedBy }).from(bookTexts)
    .innerJoin(books, eq(books.id, bookTexts.bookId)).where(eq(bookTexts.hash, hash));

/** @returns the id of its group; undefined where there is none, or they may not */
export async function removeText(db: Db, userId: string, bookId: string): Promise<string | undefined> {
  const isTheirs = sql`exists (select 1 from books where books.id = ${bookId} and ${isOnShelf()}
    and ${mayRemoveText(userId)})`;
  const [[group], { rowsAffected }] = await db.write([
    db.q.select({ groupId: books.groupId }).from(books).where(eq(books.id, bookId)),
    db.q.run(sql`delete from book_texts where book_id = ${bookId} and ${isTheirs}`),
    db.q.run(sql`delete from editions where book_id = ${bookId} and unit = 'characters'
      and not exists (select 1 from book_texts where book_id = ${bookId})`),
    db.q.run(sql`update progress set text_place = null where book_id = ${bookId}
      and not exists (select 1 from book_texts where book_id = ${bookId})`),
  ]);
  return rowsAffected > 0 ? group?.groupId : undefined;
}

/** The text as one more copy of a book, with where its chapters begin. */
export const saveTextCopy = (
  db: Db,
  { id, bookId, characters, chapters }: {
    id: string;
    bookId: string;
    characters: number;
    chapters: { title: string; page: number }[];
  },
): Promise<unknown> =>
  db.write([
    db.q.run(sql`insert into editions (id, book_id, unit, page_count)
      select ${id}, book_id, 'characters', ${characters} from book_texts where book_id = ${bookId}
      on conflict do nothing`),
    db.q.run(sql`insert into edition_chapters (edition_id, title, page)
      select ${id}, value ->> 'title', value ->> 'page' from json_each(${JSON.stringify(chapters)})
      where exists (select 1 from editions where id = ${id}) on conflict do nothing`),
  ]);

export const findPageCount = async (db: Db, bookId: string): Promise<number | undefined> =>
  (await db.q.select({ pageCount: books.pageCount }).from(books).where(eq(books.id, bookId)).get())?.pageCount;

/** How much one commit deletes, so that it delays no other: some 700 KB of parts, or a mebibyte of pictures. */
const atOnce = { parts: 25, pictures: 2 };

/**
 * Texts that no book has any more, and the contents of those that could not be read in.
 * @returns whether there may be more
 */
export async function deletePartOfUnusedTexts(db: Db, now: number): Promise<boolean> {
  const isUnused = sql`not exists (select 1 from book_texts where book_texts.hash = texts.hash)
    and (state <> 'reading' or read_until <= ${now})`;
  const hasContent = sql`(exists (select 1 from text_parts where text_parts.hash = texts.hash)
    or exists (select 1 from text_pictures where text_pictures.hash = texts.hash))`;
  const [text] = await db.q.all<{ hash: string }>(sql`select hash from texts
    where ${isUnused} or (${isGivenUp(now)} and ${hasContent}) limit 1`);
  if (!text) return false;
  const { hash } = text;
  const isStill = sql`exists (select 1 from texts where hash = ${hash} and ${isGivenUp(now)})`;
  await db.write([
    // From then on a member who brings it again has it read in again.
    db.q.run(sql`update texts set state = 'failed', read_until = null, stored_bytes = 0
      where hash = ${hash} and ${isUnused}`),
    // Nor does a process that is late finish what has lost parts.
    db.q.run(sql`update texts set stored_bytes = 0, read_until = case when state = 'reading' then 0 end
      where hash = ${hash} and ${isGivenUp(now)} and (stored_bytes > 0 or read_until > 0)`),
    db.q.run(sql`delete from text_parts where rowid in (
      select rowid from text_parts where hash = ${hash} and ${isStill} limit ${atOnce.parts})`),
    db.q.run(sql`delete from text_pictures where rowid in (
      select rowid from text_pictures where hash = ${hash} and ${isStill} limit ${atOnce.pictures})`),
    db.q.run(sql`delete from texts where hash = ${hash} and ${isUnused} and not ${hasContent}`),
  ], shortWait);
  return true;
}

/** Before it is read in again: what is left of an earlier try. */
export async function deletePartOfOldTry(db: Db, claim: Claim): Promise<boolean> {
  const isOwn = sql`exists (select 1 from texts where ${isClaimed(claim)})`;
  const [parts, pictures] = await db.write([
    db.q.run(sql`delete from text_parts where rowid in (
      select rowid from text_parts where hash = ${claim.hash} and ${isOwn} limit ${atOnce.parts})`),
    db.q.run(sql`delete from text_pictures where rowid in (
      select rowid from text_pictures where hash = ${claim.hash} and ${isOwn} limit ${atOnce.pictures})`),
  ]);
  return parts.rowsAffected + pictures.rowsAffected > 0;
}
