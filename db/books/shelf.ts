/** Correcting and moving a book of the shelf. */
import { type SQL, sql } from "drizzle-orm";
import type { BookState } from "../../server/contract/books/shapes.ts";
import type { Db, Statement } from "../engine/client.ts";
import { books } from "../schema.ts";
import { hasShelfRoom } from "./books.ts";
import { correctionBefore, moveBefore, recordChange } from "./changes.ts";
import { isOnShelf } from "./conditions.ts";
import { isDecided, isRead, keepCopies, keepPages } from "./page_count.ts";
import { mayEdit } from "./rights.ts";

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

export const isMove = ({ state, position }: BookChanges): boolean => state !== undefined || position !== undefined;

const keepsPages = (userId: string, { bookId, pageCount }: { bookId: string; pageCount: number }): SQL =>
  sql`(${pageCount} >= books.page_count or not ${isRead(bookId, userId, pageCount)})`;

/** @returns whether it was changed: it is there, they may, there is room, and no page is lost that is not confirmed */
export async function updateBook(db: Db, userId: string, changes: BookChanges, now: number): Promise<boolean> {
  const { bookId, title, author, pageCount, coverKey, state, position, confirm } = changes;
  const isMoved = isMove(changes);
  const hasRoom = state === undefined ? sql`true` : sql`(${state} = books.state
    or ${state} in ('now', 'next') and books.state in ('now', 'next') or ${hasShelfRoom(groupId, sql`${state}`)})`;
  const mayLose = pageCount === undefined || confirm ? sql`true` : keepsPages(userId, { bookId, pageCount });
  const isAllowed = sql`books.id = ${bookId} and ${isOnShelf()} and ${mayEdit(userId, isMoved)}
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
  const [[allowed]] = await db.write([
    // Decided once: what is written then changes what it depends on. It has the number of pages before.
    db.q.all<{ id: string }>(sql`insert into position_moves (edition_id, from_position, to_position, page)
      select id, page_count, 0, 0 from books where ${isAllowed} returning edition_id as id`),
    ...recordChange(db, { ...record, kind: "corrected", before: correctionBefore, from: corrected }, now),
    ...recordChange(db, { ...record, kind: "moved", before: moveBefore, from: moved }, now),
    ...pageCount === undefined
      ? []
      : [...keepCopies(db, { bookId, pageCount }), ...keepPages(db, { bookId, pageCount })],
    ...isMoved ? [moveOthers(db, { bookId, state, position })] : [],
    db.q.run(sql`update groups set active_at = ${now}
      where id = (select group_id from books where id = ${bookId}) and ${isDecided(bookId)}`),
    db.q.update(books).set({ ...fields, title: title ?? sql`title` })
      .where(sql`${books.id} = ${bookId} and ${isDecided(bookId)}`),
    db.q.run(sql`delete from position_moves where edition_id = ${bookId}`),
  ]);
  return allowed !== undefined;
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
        where group_id = (select group_id from books where id = ${bookId}) and ${isOnShelf()}
          and state = ${target} and id <> ${bookId}
      )
      union all select ${bookId}, min(${wanted}, (select count(*) from books others
        where others.group_id = (select group_id from books where id = ${bookId}) and ${isOnShelf("others")}
          and others.state = ${target} and others.id <> ${bookId}))
    ) placed where books.id = placed.placed_id and ${isDecided(bookId)}`);
}

/** Whether fewer pages are to be confirmed. */
export async function losesPages(db: Db, userId: string, { bookId, pageCount }: BookChanges): Promise<boolean> {
  if (pageCount === undefined) return false;
  const [{ loses }] = await db.q.all<{ loses: number }>(sql`select exists (
    select 1 from books where books.id = ${bookId} and not ${keepsPages(userId, { bookId, pageCount })}) as loses`);
  return loses === 1;
}
