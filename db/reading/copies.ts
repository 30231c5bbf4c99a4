import { and, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import * as booksLimits from "../../server/contract/books/limits.ts";
import { moved, ownPages, pageAt, pointsFrom, positionOf, textEnd } from "../../server/contract/reading/positions.ts";
import type { Copy, Point } from "../../server/contract/reading/shapes.ts";
import type { Db } from "../engine/client.ts";
import { giveWay } from "../engine/timing.ts";
import { type Id, isOpenFor, shelfMembershipOf } from "../groups/roles.ts";
import { books, editions, progress, readerSettings } from "../schema.ts";

interface CopyOfReader {
  bookId: string;
  copy: Pick<Copy, "unit" | "pageCount"> & { id: string } | null;
}

export const copyColumns = { pageCount: editions.pageCount, unit: editions.unit, points: editions.points };

export const copyJson = sql`json_object(
  'pageCount', editions.page_count, 'unit', editions.unit, 'points', json(editions.points)
)`;

/** As `positionOf` has it: SQLite rounds divisions down too. */
export const positionIn = (page: SQLWrapper, pageCount: SQLWrapper): SQL<number> =>
  sql`${page} * ${sql.raw(String(textEnd))} / ${pageCount}`;

/** What a reader has of a book, as conditions of joins with `books`. */
export const progressOf = (userId: string | SQLWrapper) =>
  and(eq(progress.bookId, books.id), eq(progress.userId, userId));
export const settingsOf = (userId: string | SQLWrapper) =>
  and(eq(readerSettings.bookId, books.id), eq(readerSettings.userId, userId));

/** Whether the group sees the page of a member; null until they have decided. @param settings theirs of the book */
export const sharesPage = (settings = "reader_settings"): SQL<boolean | null> =>
  sql`coalesce(${sql.raw(settings)}.shares_page, members.shares_pages)`.mapWith(Boolean) as SQL<boolean | null>;

/** Whether a viewer sees it: in a closed conversation only their own. @param viewerId a member */
export const showsPageTo = (viewerId: Id): SQL<boolean> =>
  sql`(${sharesPage()} and (members.user_id = ${viewerId} or ${isOpenFor(viewerId, sql`members.group_id`)}))`;

export const bookOf = (readerId: string, bookId: string) =>
  sql`books inner join members on ${shelfMembershipOf(readerId)}
    where books.id = ${bookId}`;

export async function setCopy(db: Db, readerId: string, { bookId, copy }: CopyOfReader): Promise<boolean> {
  const { id = null, unit = null, pageCount = null } = copy ?? {};
  const kind = sql`(
    select id from editions where book_id = books.id and unit = ${unit} and editions.page_count = ${pageCount}
  )`;
  const [, set] = await db.write([
    db.q.run(sql`insert into editions (id, book_id, unit, page_count)
      select ${id}, books.id, ${unit}, ${pageCount} from ${bookOf(readerId, bookId)} and ${id} is not null
        and (select count(*) from editions where book_id = ${bookId}) < ${booksLimits.book.copies}
      on conflict do nothing`),
    db.q.run(sql`insert into reader_settings (book_id, user_id, edition_id)
      select books.id, members.user_id, ${kind}
      from ${bookOf(readerId, bookId)} and (${id} is null or ${kind} is not null)
      on conflict do update set edition_id = excluded.edition_id`),
    deleteUnused(db, bookId),
  ]);
  return set.rowsAffected > 0;
}

export const findCopy = (
  db: Db,
  bookId: string,
  { unit, pageCount }: Pick<Copy, "unit" | "pageCount">,
): Promise<Copy | undefined> =>
  db.q.select(copyColumns).from(editions)
    .where(and(eq(editions.bookId, bookId), eq(editions.unit, unit), eq(editions.pageCount, pageCount))).get();

const deleteUnused = (db: Db, bookId: string) =>
  db.q.run(sql`delete from editions where book_id = ${bookId}
    and not exists (select 1 from reader_settings where edition_id = editions.id)
    and not exists (select 1 from edition_chapters where edition_id = editions.id)
    and not exists (select 1 from questions where book_id = ${bookId} and edition_id = editions.id)
    and not exists (select 1 from messages where anchor_book_id = ${bookId} and anchor_edition_id = editions.id)`);

interface CopyRow {
  id: string;
  bookId: string;
  unit: Copy["unit"] | "characters";
  pageCount: number;
  points: string | null;
  known: string;
  bookPages: number;
}

const knownPages = sql`(select '[' || coalesce(group_concat(pair), '') || ']' from (
  select json_array(edition_chapters.page, chapters.page) as pair from chapters
  inner join edition_chapters on edition_chapters.edition_id = editions.id and edition_chapters.title = chapters.title
  where chapters.book_id = editions.book_id order by chapters.number
))`;

export async function refreshPoints(db: Db, bookId: string): Promise<void> {
  const rows = () =>
    db.q.all<CopyRow>(sql`select editions.id, book_id as bookId, unit, editions.page_count as pageCount, points,
      ${knownPages} as known, books.page_count as bookPages
      from editions inner join books on books.id = book_id where book_id = ${bookId}`);
  for (const row of await rows()) {
    let latest: CopyRow | undefined = row;
    // Once more where somebody else has changed something meanwhile.
    while (latest && !await refresh(db, latest)) latest = (await rows()).find(({ id }) => id === row.id);
    await giveWay();
  }
}

async function refresh(db: Db, row: CopyRow): Promise<boolean> {
  const { pageCount } = row;
  const book = ownPages(row.bookPages);
  const known: Point[] = JSON.parse(row.known);
  const points = pointsFrom(known.map(([page, bookPage]) => [page, positionOf(book, bookPage)]), pageCount);
  const text = points && JSON.stringify(points);
  if (text === row.points) return true;
  const before = { pageCount, points: row.points === null ? null : JSON.parse(row.points) };
  const places = await listPositions(db, row);
  const moves = places.map((position) => {
    const to = moved(position, { before, after: { pageCount, points } });
    return [position, to, pageAt(book, to)];
  });
  return await move(db, row, { text, moves: JSON.stringify(moves) });
}

async function listPositions(db: Db, row: CopyRow): Promise<number[]> {
  const { id, bookId } = row;
  const rows = await db.q.all<{ position: number }>(sql`
    select anchor_position as position from messages where anchor_edition_id = ${id}
    union select position from questions where book_id = ${bookId} and edition_id = ${id}
    union select position from progress where ${turnedIn(row)}
    union select reached from progress where ${turnedIn(row)}
    union select opened_from from progress where ${turnedIn(row)}`);
  return rows.map(({ position }) => position);
}

/** Of readers whose last turn was counted in the copy: to a place in the text, or to a page of their own. */
const turnedIn = ({ id, bookId, unit }: CopyRow): SQL =>
  unit === "characters" ? sql`book_id = ${bookId} and text_place is not null` : sql`book_id = ${bookId}
    and text_place is null and user_id in (
      select user_id from reader_settings where book_id = ${bookId} and edition_id = ${id}
    )`;

interface Moves {
  text: string | null;
  moves: string;
}

async function move(db: Db, row: CopyRow, { text, moves }: Moves): Promise<boolean> {
  const { id, bookId, points, known } = row;
  const isUnchanged = sql`exists (
    select 1 from editions where id = ${id} and points is ${points} and ${knownPages} = ${known}
  )`;
  const [, , , , changed] = await db.write([
    db.q.run(sql`insert into position_moves (edition_id, from_position, to_position, page)
      select ${id}, value ->> 0, value ->> 1, value ->> 2 from json_each(${moves}) where ${isUnchanged}`),
    db.q.run(sql`update messages set anchor_position = to_position from position_moves
      where anchor_edition_id = ${id} and edition_id = ${id} and from_position = anchor_position`),
    db.q.run(sql`update questions set position = to_position from position_moves
      where book_id = ${bookId} and questions.edition_id = ${id}
        and position_moves.edition_id = ${id} and from_position = position`),
    db.q.run(sql`update progress set position = place.to_position, current_page = place.page,
        reached = furthest.to_position, opened_from = former.to_position
      from position_moves as place, position_moves as furthest, position_moves as former
      where ${turnedIn(row)}
        and place.edition_id = ${id} and place.from_position = position
        and furthest.edition_id = ${id} and furthest.from_position = reached
        and former.edition_id = ${id} and former.from_position = opened_from`),
    db.q.all(sql`update editions set points = ${text} where id = ${id} and ${isUnchanged} returning id`),
    db.q.run(sql`delete from position_moves where edition_id = ${id}`),
  ]);
  return (changed as unknown[]).length > 0;
}
