import { and, asc, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Chapter } from "../../server/contract/reading/shapes.ts";
import { contentsBefore, recordChange, type Recorded } from "../books/changes.ts";
import { isOnShelf } from "../books/conditions.ts";
import { type Db, prepared } from "../engine/client.ts";
import { mayChange, shelfMembershipOf } from "../groups/roles.ts";
import { books, chapters, editionChapters, members, readerSettings } from "../schema.ts";
import { bookOf, positionIn, settingsOf } from "./copies.ts";

const chaptersOf = prepared((q) =>
  q.select({ title: chapters.title, page: chapters.page }).from(chapters)
    .innerJoin(books, eq(books.id, chapters.bookId))
    .innerJoin(members, shelfMembershipOf(sql.placeholder("viewerId")))
    .where(eq(chapters.bookId, sql.placeholder("bookId"))).orderBy(asc(chapters.number)).prepare()
);

export const listChapters = (db: Db, viewerId: string, bookId: string): Promise<Chapter[]> =>
  chaptersOf(db).all({ viewerId, bookId });

export const chapterAt = (bookId: SQLWrapper, position: SQLWrapper): SQL<string | null> =>
  sql`(select chapters.title from chapters
    inner join books as whole on whole.id = chapters.book_id and ${isOnShelf("whole")}
    where chapters.book_id = ${bookId} and ${positionIn(sql`chapters.page`, sql`whole.page_count`)} <= ${position}
    order by number desc limit 1)`;

export const listChapterPages = (db: Db, readerId: string, bookId: string): Promise<Chapter[]> =>
  db.q.select({ title: chapters.title, page: editionChapters.page }).from(chapters)
    .innerJoin(books, eq(books.id, chapters.bookId))
    .innerJoin(members, shelfMembershipOf(readerId))
    .innerJoin(readerSettings, settingsOf(readerId))
    .innerJoin(
      editionChapters,
      and(eq(editionChapters.editionId, readerSettings.editionId), eq(editionChapters.title, chapters.title)),
    )
    .where(eq(chapters.bookId, bookId)).orderBy(asc(chapters.number));

/**
 * A new one on the page of one that is gone is that one with a new title. `refreshPoints` is due after it.
 * Undefined where they may not.
 */
export async function saveChapters(
  db: Db,
  memberId: string,
  given: ChaptersOfBook,
  now: number,
): Promise<Recorded | undefined> {
  const [recorded, , , , , allowed] = await db.write([
    ...recordContents(db, memberId, given, now),
    renameChapters(db, memberId, given),
    db.q.run(sql`delete from chapters where book_id = (select books.id from ${writableBy(memberId, given.bookId)})`),
    insertChapters(db, memberId, given),
    db.q.all<{ id: string }>(sql`select books.id from ${writableBy(memberId, given.bookId)}`),
  ]);
  return allowed.length > 0 ? { isChanged: recorded.rowsAffected > 0 } : undefined;
}

const writableBy = (memberId: string, bookId: string): SQL =>
  sql`${bookOf(memberId, bookId)} and ${mayChange(memberId, sql`books.group_id`, "contents")}`;

const recordContents = (db: Db, userId: string, { bookId, given }: ChaptersOfBook, now: number) => {
  const after = JSON.stringify(given.map(({ title, page }) => ({ title, page })));
  const from = sql`${writableBy(userId, bookId)} and ${contentsBefore} <> ${after}`;
  return recordChange(db, { bookId, userId, kind: "contents", before: contentsBefore, from }, now);
};

const renameChapters = (db: Db, memberId: string, { bookId, given }: ChaptersOfBook) =>
  db.q.run(sql`update or ignore edition_chapters set title = renamed.title_now from (
      select chapters.title as title_before, value ->> 'title' as title_now
      from json_each(${JSON.stringify(given)}) inner join chapters
        on chapters.book_id = (select books.id from ${
    writableBy(memberId, bookId)
  }) and chapters.page = value ->> 'page'
      where value ->> 'title' not in (select title from chapters where book_id = ${bookId})
        and chapters.title not in (select value ->> 'title' from json_each(${JSON.stringify(given)}))
    ) as renamed
    where edition_chapters.title = title_before and edition_id in (select id from editions where book_id = ${bookId})`);

export async function saveFirstChapters(
  db: Db,
  memberId: string,
  given: ChaptersOfBook,
  now: number,
): Promise<boolean> {
  const { bookId } = given;
  const isFirst = sql`not exists (select 1 from chapters where book_id = ${bookId})`;
  const from = sql`${writableBy(memberId, bookId)} and ${isFirst}`;
  const [, , { rowsAffected }] = await db.write([
    ...recordChange(db, { bookId, userId: memberId, kind: "contents", before: contentsBefore, from }, now),
    insertChapters(db, memberId, { ...given, onlyFirst: true }),
  ]);
  return rowsAffected > 0;
}

interface ChaptersOfBook {
  bookId: string;
  given: Chapter[];
}

const insertChapters = (
  db: Db,
  memberId: string,
  { bookId, given, onlyFirst = false }: ChaptersOfBook & { onlyFirst?: boolean },
) =>
  db.q.run(sql`insert into chapters (book_id, number, title, page)
    select books.id, key, value ->> 'title', value ->> 'page'
    from json_each(${JSON.stringify(given)}), ${writableBy(memberId, bookId)}
      and (${onlyFirst} = 0 or not exists (select 1 from chapters where book_id = ${bookId}))`);

export async function saveChapterPages(db: Db, readerId: string, { bookId, given }: ChaptersOfBook): Promise<void> {
  const own = sql`select edition_id from reader_settings where user_id = ${readerId}
    and book_id = (select books.id from ${bookOf(readerId, bookId)})`;
  await db.write([
    db.q.run(sql`delete from edition_chapters where edition_id = (${own})`),
    db.q.run(sql`insert into edition_chapters (edition_id, title, page)
      select own.edition_id, value ->> 'title', value ->> 'page'
      from json_each(${JSON.stringify(given)}), (${own}) as own where own.edition_id is not null`),
  ]);
}
