/** Correcting and moving a book of the shelf, and whether members would read it. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BookState } from "../../server/contract/books/shapes.ts";
import { textEnd } from "../../server/contract/reading/positions.ts";
import type { Db, Statement } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { type Id, mayChange, mayRead, mayWrite, membershipOf } from "../groups/roles.ts";
import { calledName } from "../people/columns.ts";
import { books, members, users } from "../schema.ts";
import { hasShelfRoom } from "./books.ts";
import { correctionBefore, moveBefore, recordChange } from "./changes.ts";
import { mayRemove } from "./removal.ts";

export interface BookChanges {
  bookId: string;
  title?: string;
  author?: string | null;
  pageCount?: number;
  coverKey?: string | null;
  state?: BookState;
  position?: number;
  confirm?: boolean;
}

const groupId = sql`books.group_id`;
const end = sql.raw(String(textEnd));

/** Members as the group's settings say; an own suggestion anybody may correct, and not move. */
const mayKeep = (userId: Id, isMoved: boolean): SQL =>
  isMoved ? mayChange(userId, groupId, "shelf") : sql`(${mayChange(userId, groupId, "shelf")}
    or books.added_by = ${userId} and books.state = 'suggested' and ${mayWrite(userId, groupId)})`;

const isOfBookPages = (table: string, bookId: string) =>
  sql`not exists (select 1 from reader_settings own where own.book_id = ${bookId}
    and own.user_id = ${sql.raw(table)}.user_id and own.edition_id is not null)`;

/** A page of the book's own pages, of a position in them: as `pageAt` has it. */
const pageOf = (position: SQL, pages: SQL) => sql`((${position} * ${pages} + ${end} - 1) / ${end})`;

/**
 * Whether fewer pages are to be confirmed: they have read or written on the last or a later one themselves, or others have
 * begun to read by the book's own pages. How far these are is theirs to tell, and would be found by asking for one number after
 * the other.
 */
const isRead = (bookId: string, userId: string, pages: number) =>
  sql`(exists (select 1 from progress where book_id = ${bookId} and ${isOfBookPages("progress", bookId)}
      and max(reached, position) > 0
      and (user_id <> ${userId} or ${pageOf(sql`max(reached, position)`, sql`books.page_count`)} >= ${pages}))
    or exists (select 1 from notes where book_id = ${bookId} and ${isOfBookPages("notes", bookId)}
      and (user_id <> ${userId} or page_number >= ${pages})))`;

/** @returns whether it was changed: it is there, they may, there is room, and no page is lost that is not confirmed */
export async function updateBook(db: Db, userId: string, changes: BookChanges, now: number): Promise<boolean> {
  const { bookId, title, author, pageCount, coverKey, state, position, confirm } = changes;
  const isMoved = state !== undefined || position !== undefined;
  const hasRoom = state === undefined ? sql`true` : sql`(${state} = books.state
    or ${state} in ('now', 'next') and books.state in ('now', 'next') or ${hasShelfRoom(groupId, sql`${state}`)})`;
  const mayLose = pageCount === undefined || confirm ? sql`true` : sql`(${pageCount} >= books.page_count
    or not ${isRead(bookId, userId, pageCount)})`;
  const isAllowed = sql`books.id = ${bookId} and books.removed_at is null and ${mayKeep(userId, isMoved)}
    and ${hasRoom} and ${mayLose}`;
  const fields = {
    ...title !== undefined && { title },
    ...author !== undefined && { author },
    ...pageCount !== undefined && { pageCount },
    ...coverKey !== undefined && { coverKey: sql`(select key from covers where key = ${coverKey})` },
  };
  const changed = sql`books where books.id = ${bookId} and ${isDecided(bookId)}`;
  const corrected = sql`${changed} and (books.title <> ${title ?? sql`books.title`}
    or books.author is not ${author === undefined ? sql`books.author` : author}
    or books.page_count <> ${pageCount ?? sql`books.page_count`})`;
  const moved = sql`${changed} and books.state <> ${state ?? sql`books.state`}`;
  const record = { bookId, userId };
  const written: unknown[] = await db.write([
    // Decided once: what is written then changes what it depends on. It has the number of pages before.
    db.q.run(sql`insert into position_moves (edition_id, from_position, to_position, page)
      select id, page_count, 0, 0 from books where ${isAllowed}`),
    ...recordChange(db, { ...record, kind: "corrected", before: correctionBefore, from: corrected }, now),
    ...recordChange(db, { ...record, kind: "moved", before: moveBefore, from: moved }, now),
    ...pageCount === undefined
      ? []
      : [...keepCopies(db, { bookId, pageCount }), ...keepPages(db, { bookId, pageCount })],
    ...isMoved ? [moveOthers(db, { bookId, state, position })] : [],
    db.q.run(sql`update groups set active_at = ${now}
      where id = (select group_id from books where id = ${bookId}) and ${isDecided(bookId)}`),
    db.q.update(books).set({ ...fields, title: title ?? sql`title` })
      .where(sql`${books.id} = ${bookId} and ${isDecided(bookId)}`).returning({ id: books.id }),
    db.q.run(sql`delete from position_moves where edition_id = ${bookId}`),
  ]);
  return (written.at(-2) as unknown[]).length > 0;
}

const isDecided = (bookId: string) => sql`exists (select 1 from position_moves where edition_id = ${bookId})`;

/** The number of pages before, and what becomes of a place that is counted by them: a page stays it, by its number. */
function pagesMoved({ bookId, pageCount }: { bookId: string; pageCount: number }) {
  // Numbers are bound as floats, by which SQLite would not round down.
  const after = sql`cast(${pageCount} as integer)`;
  const before = sql`(select from_position from position_moves where edition_id = ${bookId})`;
  const movedTo = (position: SQL) =>
    sql`case when ${position} >= ${end} then ${end}
      else min(${pageOf(position, before)}, ${after}) * ${end} / ${after} end`;
  return { before, after, movedTo };
}

/** Whether somebody would be past what was ahead of them: one of the two has a copy of its own, and stays. */
function isPassed(book: { bookId: string; pageCount: number }): SQL {
  const { bookId } = book;
  const { before, after, movedTo } = pagesMoved(book);
  const moved = (position: string) => movedTo(sql.raw(position));
  return sql`exists (select 1 from (
    select is_text, moves, position, later,
      min(case when is_text and moves then later end) over ahead as moving,
      min(case when is_text and not moves then position end) over ahead as staying
    from (
      select reached as position, ${moved("reached")} as later, 0 as is_text,
        ${isOfBookPages("progress", bookId)} as moves from progress where book_id = ${bookId}
      union all select position, ${moved("position")}, 1, edition_id is null from questions where book_id = ${bookId}
      union all select anchor_position, ${moved("anchor_position")}, 1, anchor_edition_id is null
        from messages where anchor_book_id = ${bookId}
      union all select (page_number - 1) * ${end} / ${before} + 1, (page_number - 1) * ${end} / ${after} + 1, 1,
        ${isOfBookPages("notes", bookId)} from notes where book_id = ${bookId} and shared_at is not null
    ) window ahead as (order by position, is_text desc rows between current row and unbounded following)
  ) where not is_text and case when moves then staying <= later else moving <= position end)`;
}

/**
 * What is on a page beyond the new end, or on it without being at the end, was not of this copy. Then, and where somebody
 * would be past what was ahead of them, all who have begun to read by the book's pages, and all that was written by
 * these, get a copy with the pages of before, in which it stays where it was.
 */
function keepCopies(db: Db, { bookId, pageCount }: { bookId: string; pageCount: number }): Statement[] {
  const { before } = pagesMoved({ bookId, pageCount });
  const isBeyond = (position: string) =>
    sql`(${pageOf(sql.raw(position), before)} >= ${pageCount} and ${sql.raw(position)} < ${end})`;
  const ofReaders = (table: string) =>
    sql`${sql.raw(table)} where book_id = ${bookId} and ${isOfBookPages(table, bookId)}`;
  const asked = sql`questions where book_id = ${bookId} and edition_id is null`;
  const anchored = sql`messages where anchor_book_id = ${bookId} and anchor_edition_id is null`;
  const copy = sql`(select id from editions where book_id = ${bookId} and unit = 'pages' and page_count = ${before})`;
  return [
    // Decided once too, by `page`.
    db.q.run(sql`update position_moves set page = 1 where edition_id = ${bookId}
      and from_position <> ${pageCount} and (${
      isPassed({ bookId, pageCount })
    } or from_position > ${pageCount} and (exists (select 1 from ${ofReaders("progress")} and (${
      isBeyond("position")
    } or ${isBeyond("reached")}))
        or exists (select 1 from ${ofReaders("notes")} and page_number >= ${pageCount})
        or exists (select 1 from ${asked} and ${isBeyond("position")})
        or exists (select 1 from ${anchored} and ${isBeyond("anchor_position")})))`),
    db.q.run(sql`insert into editions (id, book_id, unit, page_count)
      select ${crypto.randomUUID()}, ${bookId}, 'pages', ${before} where ${isKept(bookId)} on conflict do nothing`),
    db.q.run(sql`update questions set edition_id = ${copy}
      where book_id = ${bookId} and edition_id is null and ${isKept(bookId)}`),
    db.q.run(sql`update messages set anchor_edition_id = ${copy}
      where anchor_book_id = ${bookId} and anchor_edition_id is null and ${isKept(bookId)}`),
    db.q.run(sql`insert into reader_settings (book_id, user_id, edition_id)
      select ${bookId}, user_id, ${copy} from (
        select user_id from ${ofReaders("progress")} and max(reached, position) > 0
        union select user_id from ${ofReaders("notes")}
      ) where ${isKept(bookId)} on conflict do update set edition_id = excluded.edition_id`),
  ];
}

/** Whether the copy of before goes on beside the book's new pages. */
const isKept = (bookId: string) => sql`exists (select 1 from position_moves where edition_id = ${bookId} and page = 1)`;

/**
 * A page stays the page that it was, by its number; the end stays the end. What has a copy of its own has positions
 * that stay, and another page of the book.
 */
function keepPages(db: Db, { bookId, pageCount }: { bookId: string; pageCount: number }): Statement[] {
  const { before, after, movedTo } = pagesMoved({ bookId, pageCount });
  const [position, stored] = [sql.raw("position"), sql.raw("(-1 - position)")];
  const changes = sql`${before} <> ${after}`;
  const pageIn = (page: SQL) => sql`((${page} * ${after} + ${before} - 1) / ${before})`;
  return [
    db.q.run(sql`update messages set anchor_position = ${movedTo(sql.raw("anchor_position"))}
      where anchor_book_id = ${bookId} and anchor_edition_id is null and ${changes}`),
    db.q.run(sql`update questions set position = ${movedTo(position)}
      where book_id = ${bookId} and edition_id is null and ${changes}`),
    ...["meetings", "meeting_dates"].map((table) =>
      db.q.run(
        sql`update ${sql.raw(table)} set up_to = ${movedTo(sql.raw("up_to"))}
          where book_id = ${bookId} and ${changes} and not ${isKept(bookId)}`,
      )
    ),
    // On the page that begins next, and never two of a writer's on one. Numbers below 0 are nobody else's yet.
    db.q.run(sql`update notes set page_number = -1 - placed.page from (
        select id as placed_id, number + max(scaled - number) over (partition by user_id order by number) as page from (
          select id, user_id, case page_number when 0 then 0 else
              max(${pageIn(sql`page_number`)}, ${pageIn(sql`(page_number - 1)`)} + 1) end as scaled,
            row_number() over (partition by user_id order by page_number) as number
          from notes where book_id = ${bookId} and not ${isOfBookPages("notes", bookId)}
        )
      ) placed where notes.id = placed.placed_id and ${changes}`),
    db.q.run(sql`update notes set page_number = -1 - page_number where book_id = ${bookId} and page_number < 0`),
    // Another page at a position that stays would be taken for a turn of an instance that knows no positions.
    db.q.run(sql`update progress set position = ${stored} where book_id = ${bookId} and ${changes}`),
    db.q.run(sql`update progress set current_page = case when ${stored} >= ${end} then ${after}
          else min(${pageOf(stored, before)}, ${after}) end,
        position = ${movedTo(stored)}, reached = ${movedTo(sql.raw("reached"))},
        opened_from = ${movedTo(sql.raw("opened_from"))}, opened_seen = ${movedTo(sql.raw("opened_seen"))}
      where book_id = ${bookId} and position < 0 and ${isOfBookPages("progress", bookId)} and ${changes}`),
    db.q.run(sql`update progress set current_page = ${pageOf(stored, after)}, position = ${stored}
      where book_id = ${bookId} and position < 0 and ${changes}`),
  ];
}

interface Move {
  bookId: string;
  state?: BookState;
  position?: number;
}

/** The book too. Positions of its new state are counted anew, from 0. */
function moveOthers(db: Db, { bookId, state, position }: Move): Statement {
  const target = state ? sql`${state}` : sql`(select state from books where id = ${bookId})`;
  const wanted = position ?? (state === "now" || state === "done" ? 0 : 1_000_000);
  return db.q.run(sql`update books set state = ${target}, shelf_position = placed.place from (
      select id as placed_id, number + (number >= ${wanted}) as place from (
        select id, row_number() over (order by shelf_position, created_at desc, id desc) - 1 as number from books
        where group_id = (select group_id from books where id = ${bookId}) and removed_at is null
          and state = ${target} and id <> ${bookId}
      )
      union all select ${bookId}, min(${wanted}, (select count(*) from books others
        where others.group_id = (select group_id from books where id = ${bookId}) and others.removed_at is null
          and others.state = ${target} and others.id <> ${bookId}))
    ) placed where books.id = placed.placed_id and ${isDecided(bookId)}`);
}

interface ShelfRights {
  isRead: boolean;
  mayKeep: boolean;
  hasRoom: boolean;
  state: BookState;
}

/** Why it was not changed; undefined where the book is not there for them. */
export const findShelfRights = (
  db: Db,
  userId: string,
  { bookId, pageCount, state, position }: BookChanges,
): Promise<ShelfRights | undefined> =>
  db.q.select({
    isRead: sql<boolean>`(${pageCount ?? sql`books.page_count`} < books.page_count
      and ${isRead(bookId, userId, pageCount ?? 0)})`.mapWith(Boolean),
    mayKeep: sql<boolean>`${mayKeep(userId, state !== undefined || position !== undefined)}`.mapWith(Boolean),
    hasRoom: sql<boolean>`${hasShelfRoom(groupId, state ? sql`${state}` : sql`books.state`)}`.mapWith(Boolean),
    state: books.state,
  }).from(books).innerJoin(members, membershipOf(userId, books.groupId))
    .where(and(eq(books.id, bookId), sql`books.removed_at is null`)).get();

/** Of a suggested or next book. @returns whether it is as asked */
export async function setInterest(
  db: Db,
  userId: string,
  { bookId, isInterested }: { bookId: string; isInterested: boolean },
  now: number,
): Promise<boolean> {
  const ofBook = sql`books where books.id = ${bookId} and books.removed_at is null and ${mayWrite(userId, groupId)}`;
  const [, [holds]] = await db.write([
    isInterested
      ? db.q.run(sql`insert into book_interests (book_id, user_id, created_at)
        select books.id, ${userId}, ${now} from ${ofBook} and books.state in ('suggested', 'next')
        on conflict do nothing`)
      : db.q.run(sql`delete from book_interests where book_id = ${bookId} and user_id = ${userId}`),
    db.q.all<{ isSet: number }>(sql`select exists (
      select 1 from book_interests where book_id = ${bookId} and user_id = ${userId}) as "isSet" from ${ofBook}`),
  ]);
  return holds !== undefined && Boolean(holds.isSet) === isInterested;
}

/** By book, also where a reader may not see who the others are. */
export async function countInterested(db: Db, userId: string, group: string): Promise<Map<string, number>> {
  const rows = await db.q.all<{ id: string; count: number }>(sql`select books.id, count(*) as count from books
    join book_interests on book_interests.book_id = books.id
    join members others on others.group_id = books.group_id and others.user_id = book_interests.user_id
    where books.group_id = ${group} and books.state in ('suggested', 'next') and books.removed_at is null
      and ${mayRead(userId, sql`books.group_id`)} group by books.id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** What a member may do with each book of the shelf, by its id. */
export interface BookOnShelf {
  mayMove: boolean;
  mayCorrect: boolean;
  mayRemove: boolean;
}

export async function listBookRights(db: Db, userId: string, group: string): Promise<Map<string, BookOnShelf>> {
  const rows = await db.q.select({
    id: books.id,
    mayMove: mayKeep(userId, true).mapWith(Boolean),
    mayCorrect: mayKeep(userId, false).mapWith(Boolean),
    mayRemove: mayRemove(userId).mapWith(Boolean),
  }).from(books).innerJoin(members, membershipOf(userId, books.groupId))
    .where(and(eq(books.groupId, group), sql`books.removed_at is null`));
  return new Map(rows.map(({ id, ...rights }) => [id, rights]));
}

/** By id. */
export async function listNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.q.select({ id: users.id, name: calledName }).from(users)
    .where(sql`${users.id} in ${listed(ids)}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
