/** What becomes of pages and positions where the number of pages of a book is corrected. */
import { type SQL, sql } from "drizzle-orm";
import { textEnd } from "../../server/contract/reading/positions.ts";
import type { Db, Statement } from "../engine/client.ts";

const end = sql.raw(String(textEnd));

const isOfBookPages = (table: string, bookId: string) =>
  sql`not exists (select 1 from reader_settings own where own.book_id = ${bookId}
    and own.user_id = ${sql.raw(table)}.user_id and own.edition_id is not null)`;

/** A page of the book's own pages, of a position in them: as `pageAt` has it. */
const pageOf = (position: SQL, pages: SQL) => sql`((${position} * ${pages} + ${end} - 1) / ${end})`;

/**
 * Whether fewer pages are to be confirmed: they have read or written on the last or a later one themselves, or others
 * have begun to read by the book's own pages. How far these are is theirs to share: it must not be learned by asking
 * for one number after the other.
 */
export const isRead = (bookId: string, userId: string, pages: number) =>
  sql`(exists (select 1 from progress where book_id = ${bookId} and ${isOfBookPages("progress", bookId)}
      and max(reached, position) > 0
      and (user_id <> ${userId} or ${pageOf(sql`max(reached, position)`, sql`books.page_count`)} >= ${pages}))
    or exists (select 1 from notes where book_id = ${bookId} and ${isOfBookPages("notes", bookId)}
      and (user_id <> ${userId} or page_number >= ${pages})))`;

/** Whether a change is allowed: `updateBook` stores the number of pages before, for the time of its write. */
export const isDecided = (bookId: string) => sql`exists (select 1 from position_moves where edition_id = ${bookId})`;

/** The number of pages before, and what becomes of a place that is counted by them: a page stays, by its number. */
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
 * What is on a page beyond the new end, or on it without being at the end, was not of this copy. Then, and where
 * somebody would be past what was ahead of them, everybody who has begun to read by the book's pages, and all that was
 * written by these, get a copy with the pages of before, in which it stays where it was.
 */
export function keepCopies(db: Db, { bookId, pageCount }: { bookId: string; pageCount: number }): Statement[] {
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
export function keepPages(db: Db, { bookId, pageCount }: { bookId: string; pageCount: number }): Statement[] {
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
