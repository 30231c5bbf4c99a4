import { and, desc, eq, gt, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import * as booksLimits from "../../server/contract/books/limits.ts";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import { lastRev } from "../chat/revisions.ts";
import { changesRows, type Db, shortWait } from "../engine/client.ts";
import { isoFrom } from "../engine/query.ts";
import { contentParts, highlightAnswersOf, highlightsOf, noteAnswersOf, notesOf } from "../groups/deletion.ts";
import { mayDecide, membershipOf } from "../groups/roles.ts";
import { books, members } from "../schema.ts";
import { hasShelfRoom } from "./books.ts";
import { recordShelf } from "./changes.ts";
import { isMissed, isOnShelf } from "./conditions.ts";
import { givenBack, setAside } from "./numbers.ts";
import { mayRemove } from "./rights.ts";

/** Named with its table, which Drizzle leaves out in an update: in a subquery it would be a column of another table. */
const groupId = sql`books.group_id`;

const { restorableFor } = booksLimits.book;

/** @returns the id of its group; undefined where it was not on the shelf, or they may not */
export async function removeBook(
  db: Db,
  userId: string,
  bookId: string,
  now: number,
): Promise<string | undefined> {
  const isThere = sql`books.id = ${bookId} and ${isOnShelf()} and ${mayRemove(userId)}`;
  const [, , [removed]] = await db.write([
    ...recordShelf(db, { bookId, userId, isRemoved: false, from: sql`books where ${isThere}` }, now),
    db.q.update(books).set({ removedAt: now }).where(isThere).returning({ groupId: books.groupId }),
  ]);
  return removed?.groupId;
}

/** By somebody who `mayDecide`, while it is there and the shelf has room; where it is not removed nothing changes. */
export async function restoreBook(
  db: Db,
  userId: string,
  bookId: string,
  now: number,
): Promise<boolean> {
  const isGone = sql`books.id = ${bookId} and removed_at > ${now - restorableFor}
    and ${mayDecide(userId, groupId)} and ${hasShelfRoom(groupId, sql`books.state`)}`;
  const from = sql`books where ${isGone}`;
  const [, , , { rowsAffected }] = await db.write([
    ...recordShelf(db, { bookId, userId, isRemoved: true, from }, now),
    setAside(db, from),
    db.q.update(books).set({ removedAt: null, ...givenBack }).where(isGone),
  ]);
  return rowsAffected > 0;
}

/** Those that somebody may remove, for a list of them. */
export const listRemovable = (
  db: Db,
  userId: string,
  groupId: string,
): Promise<{ id: string; title: string; author: string | null }[]> =>
  db.q.select({ id: books.id, title: books.title, author: books.author }).from(books)
    .innerJoin(members, membershipOf(userId, books.groupId))
    .where(and(eq(books.groupId, groupId), isOnShelf(), mayRemove(userId)))
    .orderBy(sql`${books.createdAt} desc`).limit(groupsLimits.groups.books);

export interface RemovedBook {
  id: string;
  title: string;
  author: string | null;
  /** ISO. */
  removedAt: string;
}

/** For people who can bring them back: first what is missed, and then the latest. */
export const listRestorable = (db: Db, viewerId: string, groupId: string, now: number): Promise<RemovedBook[]> =>
  db.q.select({ id: books.id, title: books.title, author: books.author, removedAt: isoFrom(books.removedAt) })
    .from(books)
    .where(and(eq(books.groupId, groupId), gt(books.removedAt, now - restorableFor), mayDecide(viewerId, groupId)))
    .orderBy(desc(isMissed), desc(books.removedAt), desc(books.id)).limit(booksLimits.shelf.restorable) as Promise<
      RemovedBook[]
    >;

interface ChangedMessage {
  groupId: string;
  rev: number;
}

/**
 * What readers have read stays in their log, and their notes and highlights move to a row for these alone
 * (`moveNotes`).
 * @returns messages that were about the books; undefined once nothing is left to delete
 */
export async function deletePartOfRemovedBooks(db: Db, now: number): Promise<ChangedMessage[] | undefined> {
  const isDue = sql`(removed_at > ${forNotesAlone} or not ${hasNotes})`;
  const due = and(isNotNull(books.removedAt), lt(books.removedAt, now - restorableFor), isDue);
  if (!await db.q.select({ id: books.id }).from(books).where(due).limit(1).get()) return undefined;
  // A few at a time: each part looks through all of them.
  const ofBooks = sql`books where rowid in (select rowid from books where ${due} order by removed_at limit 50)`;
  const [untied] = await db.write([db.q.all<ChangedMessage>(untieMessages(ofBooks))], shortWait);
  if (untied.length > 0) return untied;
  const steps = [
    sql`delete from ${noteAnswersOf(ofBooks)}`,
    sql`delete from ${highlightAnswersOf(ofBooks)}`,
    ...moveNotes(ofBooks),
    ...contentParts(ofBooks).map((part) => sql`delete from ${part}`),
  ];
  for (const step of steps) if (await changesRows(db, [db.q.run(step)], shortWait)) return [];
}

const forNotesAlone = 0;

const hasNotes = sql`(exists (select 1 from notes where notes.book_id = books.id)
  or exists (select 1 from highlights where highlights.book_id = books.id))`;

/** In a group that is deleted meanwhile no row can be added, and its notes go with the rest. */
function moveNotes(ofBooks: SQL): SQL[] {
  const ofMoved = sql`${ofBooks} and exists (select 1 from books moved where moved.id = 'kept-' || books.id)`;
  return [
    sql`insert into books (id, group_id, title, author, page_count, categories, created_at, removed_at, state)
      select 'kept-' || id, group_id, title, author, page_count, '[]', created_at, ${forNotesAlone}, 'done'
      from ${ofBooks} and ${hasNotes} on conflict do nothing`,
    sql`update notes set book_id = 'kept-' || book_id, shared_at = null where rowid in (select rowid from ${
      notesOf(ofMoved)
    })`,
    sql`update highlights set book_id = 'kept-' || book_id, shared_at = null where rowid in (select rowid from ${
      highlightsOf(ofMoved)
    })`,
  ];
}

/**
 * Their texts open for readers who have not got there: nobody can any more, and they would stay hidden from all but
 * their authors for ever.
 */
const untieMessages = (ofBooks: SQL): SQL =>
  sql`update messages set anchor_book_id = null, anchor_position = null, anchor_edition_id = null, rev = untied.next
    from (
      select id as untied_id, row_number() over (partition by group_id order by seq) + ${
    lastRev(sql`tied.group_id`)
  } as next from (
        select messages.id, messages.group_id, seq from (select id as removed_id from ${ofBooks})
        join messages on anchor_book_id = removed_id limit 100
      ) tied
    ) untied where messages.id = untied_id returning group_id as "groupId", rev`;
