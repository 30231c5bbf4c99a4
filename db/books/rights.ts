/** What a member may do with a book. The conditions are of a row of `books`. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { book } from "../../server/contract/books/limits.ts";
import type { BookState } from "../../server/contract/books/shapes.ts";
import type { Db } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { type Id, mayChange, mayDecide, mayOrganize, mayWrite, membershipOf } from "../groups/roles.ts";
import { books, members } from "../schema.ts";
import { hasShelfRoom } from "./books.ts";
import { isOnShelf } from "./conditions.ts";

/** Named with its table, which Drizzle leaves out in an update: in a subquery it would be a column of another table. */
const groupId = sql`books.group_id`;

/** Members correct and move as the group's settings say; an own suggestion anybody may correct, and not move. */
export const mayEdit = (userId: Id, isMoved: boolean): SQL<number> =>
  isMoved ? mayChange(userId, groupId, "shelf") : sql<number>`(${mayChange(userId, groupId, "shelf")}
    or books.added_by = ${userId} and books.state = 'suggested' and ${mayWrite(userId, groupId)})`;

/** Organizers any, and others what they have added, where the shelf is for all members; each an own suggestion. */
export const mayRemove = (userId: Id): SQL<number> =>
  sql<number>`(${mayOrganize(userId, groupId)} or books.added_by = ${userId} and (${
    mayChange(userId, groupId, "shelf")
  } or books.state = 'suggested' and ${mayWrite(userId, groupId)}))`;

export interface BookRights {
  mayMove: boolean;
  mayCorrect: boolean;
  mayRemove: boolean;
  /** Whether they may bring it back, and put back what it was before a change. */
  mayUndo: boolean;
}

const rightsOf = (userId: string) => ({
  mayMove: mayEdit(userId, true).mapWith(Boolean),
  mayCorrect: mayEdit(userId, false).mapWith(Boolean),
  mayRemove: mayRemove(userId).mapWith(Boolean),
  mayUndo: mayDecide(userId, groupId).mapWith(Boolean),
});

/** Of books on the shelf, by id. */
export async function listBookRights(db: Db, userId: string, ids: string[]): Promise<Map<string, BookRights>> {
  const rows = await db.q.select({ id: books.id, ...rightsOf(userId) }).from(books)
    .innerJoin(members, membershipOf(userId, books.groupId))
    .where(and(sql`${books.id} in ${listed(ids)}`, isOnShelf()));
  return new Map(rows.map(({ id, ...rights }) => [id, rights]));
}

export interface BookWithRights extends BookRights {
  groupId: string;
  state: BookState;
  isRemoved: boolean;
  isRestorable: boolean;
  isShelfFull: boolean;
}

/** Also of one that was removed; undefined to outsiders. */
export const findBookRights = (
  db: Db,
  userId: string,
  bookId: string,
  now: number,
): Promise<BookWithRights | undefined> =>
  db.q.select({
    ...rightsOf(userId),
    groupId: books.groupId,
    state: books.state,
    isRemoved: sql<boolean>`not ${isOnShelf()}`.mapWith(Boolean),
    isRestorable: sql<boolean>`${books.removedAt} > ${now - book.restorableFor}`.mapWith(Boolean),
    isShelfFull: sql<boolean>`not (${hasShelfRoom(groupId, sql`books.state`)})`.mapWith(Boolean),
  }).from(books).innerJoin(members, membershipOf(userId, books.groupId)).where(eq(books.id, bookId)).get();
