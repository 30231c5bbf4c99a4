import { and, asc, desc, eq, gt, lt, type Placeholder, type SQL, sql } from "drizzle-orm";
import { Buffer } from "node:buffer";
import type { Book, BookInProgress, BookState, NewBook } from "../../server/contract/books/shapes.ts";
import * as booksLimits from "../../server/contract/books/limits.ts";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { copyOf, pageAt, percentAt, textEnd } from "../../server/contract/reading/positions.ts";
import { hasGroupRoom, type Quota, rowSize } from "../account/storage.ts";
import { type Db, prepared } from "../engine/client.ts";
import { iso, listed } from "../engine/query.ts";
import { giveWay } from "../engine/timing.ts";
import { isMember } from "../groups/members.ts";
import { nameFor } from "../groups/names.ts";
import { type Id, mayChange, mayWrite, membershipOf, shelfMembershipOf } from "../groups/roles.ts";
import { shownName } from "../people/columns.ts";
import { copyColumns, progressOf, settingsOf } from "../reading/copies.ts";
import { asProgress } from "../reading/progress.ts";
import { books, editions, groups, members, progress, readerSettings, users } from "../schema.ts";
import { moveBefore, recordChange, recordShelf } from "./changes.ts";
import { hasReaders, isMissed, isOnShelf } from "./conditions.ts";
import { countInterested, interestedIn } from "./interests.ts";
import { givenBack, hasNumber, setAside, setAsideFor } from "./numbers.ts";

interface NewBookRow extends Omit<NewBook, "coverImage" | "state">, Quota {
  /** Read now, if left out. */
  state?: BookState;
  id: string;
  groupId: string;
  coverKey: string | null;
}

export const coverImage = sql<string | null>`'/covers/' || ${books.coverKey}`.as("cover_image");

const single = prepared((q) =>
  booksOf(q, sql.placeholder("viewerId"), groupsLimits.groups.members)
    .where(eq(books.id, sql.placeholder("bookId"))).prepare()
);

export async function findBook(db: Db, viewerId: string, bookId: string): Promise<Book | undefined> {
  const row = await single(db).get({ viewerId, bookId });
  return row && asBook(row, viewerId);
}

/** Read now, next, suggested, done. */
export const shelfOrder = [
  sql`case books.state when 'now' then 0 when 'next' then 1 when 'suggested' then 2 else 3 end`,
  asc(books.position),
  desc(books.createdAt),
  desc(books.id),
];

/** Books that are read at a time. */
const part = 200;

const partOfShelf = prepared((q) =>
  booksOf(q, sql.placeholder("viewerId"), sql.placeholder("interested"))
    .where(sql`${books.id} in (
      select books.id from books where books.group_id = ${sql.placeholder("groupId")} and ${isOnShelf()}
      order by ${sql.join(shelfOrder, sql`, `)} limit ${sql.raw(`${part}`)} offset ${sql.placeholder("offset")})`)
    .orderBy(...shelfOrder).prepare()
);

/** @param interested how many members who would read it are named with each book; with 0 they are not counted either */
export async function listBooks(
  db: Db,
  viewerId: string,
  { groupId, interested = 0 }: { groupId: string; interested?: number },
): Promise<Book[] | undefined> {
  const found = new Map<string, Book>();
  for (let offset = 0;; offset += part) {
    const rows = await partOfShelf(db).all({ viewerId, groupId, interested, offset });
    if (offset === 0 && rows.length === 0 && !await isMember(db, viewerId, groupId)) return undefined;
    for (const row of rows) found.set(row.id, asBook(row, viewerId));
    if (rows.length < part) return [...found.values()];
    await giveWay();
  }
}

/** Those on a shelf that the viewer may read, without the members who would read them. */
export async function listBooksById(db: Db, viewerId: string, ids: string[]): Promise<Book[]> {
  const rows = await booksOf(db.q, viewerId, 0).where(sql`${books.id} in ${listed(ids)}`);
  return rows.map((row) => asBook(row, viewerId));
}

/** Of what is on the shelf, for a list to choose from: all that are read now and next, and of the others the first. */
export const listTitles = (db: Db, viewerId: string, groupId: string) =>
  db.q.select({ id: books.id, title: books.title, state: books.state }).from(books).innerJoin(
    members,
    shelfMembershipOf(viewerId),
  )
    .where(eq(books.groupId, groupId)).orderBy(...shelfOrder).limit(groupsLimits.groups.books);

const inProgress = prepared((q) =>
  q.select({
    id: books.id,
    title: books.title,
    author: books.author,
    coverImage,
    pageCount: books.pageCount,
    edition: copyColumns,
    position: progress.position,
    groupId: groups.id,
    groupName: nameFor(sql.placeholder("viewerId")),
  }).from(progress)
    .innerJoin(books, eq(books.id, progress.bookId))
    .innerJoin(members, shelfMembershipOf(sql.placeholder("viewerId")))
    .innerJoin(groups, eq(groups.id, books.groupId))
    .leftJoin(readerSettings, settingsOf(sql.placeholder("viewerId")))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId))
    .where(
      and(eq(progress.userId, sql.placeholder("viewerId")), gt(progress.position, 0), lt(progress.position, textEnd)),
    )
    .orderBy(desc(progress.readAt)).limit(peopleLimits.profile.reading).prepare()
);

export async function listBooksInProgress(db: Db, viewerId: string): Promise<BookInProgress[]> {
  const rows = await inProgress(db).all({ viewerId });
  return rows.map(({ position, ...book }) => ({
    ...book,
    page: pageAt(copyOf(book), position),
    progress: percentAt(position),
  }));
}

export async function insertBook(db: Db, adderId: string, book: NewBookRow, now: number): Promise<Book | undefined> {
  const { author = null, description = null, publishedDate = null, publisher = null } = book;
  const { language = null, isbn = null, googleBooksId = null, state = "now" } = book;
  const isAllowed = sql`(${mayAdd(adderId, book.groupId, state)} and ${hasShelfRoom(book.groupId, sql`${state}`)}
    and ${hasRemovedRoom(adderId, book.groupId)} and ${hasGroupRoom(book.groupId, sizeOfBook(book), book)})`;
  const [[back]] = await db.write([
    ...bringBack(db, adderId, { ...book, state }, now),
    setAsideFor(
      db,
      sql`(select '' as id, ${book.groupId} as group_id, ${isbn} as isbn,
      ${googleBooksId} as google_books_id where not ${isThere(book)} and ${isAllowed})`,
    ),
    db.q.run(sql`insert into books (id, group_id, title, author, description, cover_key, page_count, published_date,
        publisher, categories, language, isbn, google_books_id, added_by, created_at, state)
      select ${book.id}, group_id, ${book.title}, ${author}, ${description},
        (select key from covers where key = ${book.coverKey}), ${book.pageCount}, ${publishedDate}, ${publisher},
        ${JSON.stringify(book.categories ?? [])}, ${language}, ${isbn}, ${googleBooksId}, ${adderId}, ${now}, ${state}
      from members where ${membershipOf(adderId, book.groupId)} and ${isAllowed}
      on conflict do nothing`),
    db.q.update(groups).set({ activeAt: now })
      .where(sql`${groups.id} = (select group_id from books where id = ${book.id})`),
  ]);
  return await findBook(db, adderId, back?.id ?? book.id);
}

const isSame = ({ groupId, isbn = null, googleBooksId = null }: NewBookRow) =>
  sql`(books.group_id = ${groupId} and (${hasNumber("isbn", isbn)} or ${hasNumber("google_books_id", googleBooksId)}))`;

const isThere = (book: NewBookRow) => sql`exists (select 1 from books where ${isSame(book)} and ${isOnShelf()})`;

/**
 * Adding a removed book again brings it back, with all that is in it. A suggestion does not: it may be anybody's, and
 * brings nothing back where nobody misses it.
 * @returns statements, of which the first has the book's id
 */
function bringBack(db: Db, adderId: string, book: NewBookRow & { state: BookState }, now: number) {
  const { groupId, isbn = null, state } = book;
  const isRestorable = sql`(${state} <> 'suggested' and ${isMissed} and removed_at > ${
    now - booksLimits.book.restorableFor
  }
    and not ${isThere(book)} and ${mayChange(adderId, groupId, "shelf")}
    and ${hasShelfRoom(groupId, sql`${state}`)})`;
  const bookId = sql`(select id from books where ${isSame(book)} and ${isRestorable}
    order by ${hasReaders} desc, ${hasNumber("isbn", isbn)} desc, books.removed_at desc, books.id limit 1)`;
  const from = sql`books where books.id = ${bookId}`;
  const record = { bookId, userId: adderId };
  const moved = sql`${from} and books.state <> ${state}`;
  return [
    db.q.all<{ id: string }>(sql`select id from ${from}`),
    ...recordChange(db, { ...record, kind: "moved", before: moveBefore, from: moved }, now),
    ...recordShelf(db, { ...record, isRemoved: true, from }, now),
    setAside(db, from),
    db.q.update(books).set({ removedAt: null, state, position: 0, ...givenBack }).where(sql`books.id = ${bookId}`),
    db.q.update(groups).set({ activeAt: now }).where(and(eq(groups.id, groupId), sql`changes() > 0`)),
  ] as const;
}

export const sizeOfBook = (
  { title, author, description, publisher, categories }: Omit<NewBook, "coverImage" | "state">,
): number =>
  rowSize.text + Buffer.byteLength([title, author, description, publisher, JSON.stringify(categories ?? [])].join(""));

/** Only what is on the shelf counts: suggestions and books that are done have bounds of their own. */
export const hasShelfRoom = (groupId: Id, state: SQL): SQL<number> =>
  sql<number>`case ${state}
    when 'suggested' then ${countOf(groupId, sql`= 'suggested'`)} < ${booksLimits.shelf.suggested}
    when 'done' then ${countOf(groupId, sql`= 'done'`)} < ${booksLimits.shelf.done}
    else ${countOf(groupId, sql`in ('now', 'next')`)} < ${groupsLimits.groups.books} end`;

const countOf = (groupId: Id, isOfState: SQL) =>
  sql`(select count(*) from books counted
    where counted.group_id = ${groupId} and ${isOnShelf("counted")} and counted.state ${isOfState})`;

/** Any member suggests, also where the shelf is for organizers; each only so many at a time. */
const mayAdd = (adderId: Id, groupId: Id, state: BookState): SQL =>
  state === "suggested"
    ? sql`(${mayWrite(adderId, groupId)} and ${hasSuggestionRoom(adderId, groupId)})`
    : mayChange(adderId, groupId, "shelf");

const hasSuggestionRoom = (adderId: Id, groupId: Id) =>
  sql<number>`((select count(*) from books counted where counted.added_by = ${adderId}
    and counted.group_id = ${groupId} and ${isOnShelf("counted")} and counted.state = 'suggested')
    < ${booksLimits.shelf.ownSuggestions})`;

/** Of what was removed, and is not deleted yet, each member's own counts: nobody can use up the others' room. */
const hasRemovedRoom = (adderId: Id, groupId: Id): SQL<number> =>
  sql<number>`((select count(*) from books counted
    where counted.added_by = ${adderId} and counted.group_id = ${groupId} and counted.removed_at is not null)
    < ${groupsLimits.groups.removedBooks})`;

/** Why they cannot add a book; undefined where they can. */
export async function findFull(
  db: Db,
  adderId: string,
  { groupId, state }: { groupId: string; state: BookState },
): Promise<"own" | "shelf" | "removed" | undefined> {
  const [full] = await db.q.all<{ own: number; shelf: number; removed: number }>(
    sql`select not ${hasSuggestionRoom(adderId, groupId)} as own,
      not (${hasShelfRoom(groupId, sql`${state}`)}) as shelf, not ${hasRemovedRoom(adderId, groupId)} as removed`,
  );
  if (full.own && state === "suggested") return "own";
  return full.shelf ? "shelf" : full.removed ? "removed" : undefined;
}

/** @param interested how many members who would read it are named with each book */
export const booksOf = (q: Db["q"], viewerId: string | Placeholder, interested: number | Placeholder) =>
  q.select({
    ...bookColumns,
    interested: interestedIn(viewerId, interested),
    interestedCount: countInterested(interested),
    user: { id: users.id, username: shownName("users") },
    edition: copyColumns,
    progress: {
      currentPage: progress.currentPage,
      readAt: progress.readAt,
      position: progress.position,
      textPlace: progress.textPlace,
    },
  }).from(books)
    .innerJoin(members, shelfMembershipOf(viewerId))
    .leftJoin(users, eq(users.id, books.addedBy))
    .leftJoin(progress, progressOf(viewerId))
    .leftJoin(readerSettings, settingsOf(viewerId))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId));

const bookColumns = {
  id: books.id,
  groupId: books.groupId,
  title: books.title,
  author: books.author,
  description: books.description,
  coverImage,
  pageCount: books.pageCount,
  publishedDate: books.publishedDate,
  publisher: books.publisher,
  categories: books.categories,
  language: books.language,
  isbn: books.isbn,
  googleBooksId: books.googleBooksId,
  createdAt: books.createdAt,
  state: books.state,
  position: books.position,
};

type BookRow = Awaited<ReturnType<typeof booksOf>>[number];

export function asBook({ createdAt, progress, interested, ...row }: BookRow, viewerId: string): Book {
  const of = { bookId: row.id, userId: viewerId, edition: copyOf(row) };
  return {
    ...row,
    createdAt: iso(createdAt),
    progress: progress ? [asProgress(of, progress)] : [],
    interested: interested ? JSON.parse(interested) : [],
    removedAt: null,
  };
}
