/** How far those members have read who agreed that the organizers see it. */
import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import type { OverviewReader, ReadingOverview } from "../../server/contract/reading/overview_shapes.ts";
import { expectedAt } from "../../server/contract/reading/plan.ts";
import { ownPages, pageAt, percentAt } from "../../server/contract/reading/positions.ts";
import { isOnShelf } from "../books/conditions.ts";
import type { Db } from "../engine/client.ts";
import { iso, listed, pageOf } from "../engine/query.ts";
import { mayOrganize } from "../groups/roles.ts";
import { faceColumns } from "../people/columns.ts";
import { books, members, plans, progress, questions, users } from "../schema.ts";

const { page: pageLength, books: mostBooks, named: mostNamed } = readingLimits.overview;

const isOn = sql`exists (select 1 from group_settings where group_settings.group_id = members.group_id and overview)`;

/** Members who are asked to agree to the overview; nobody in a group without one. */
const hasNotAnswered = (groupId: string) => and(eq(members.groupId, groupId), isNull(members.overviewSince), isOn);

/** For an organizer, whom it leaves out. */
export const listUnanswered = async (db: Db, viewerId: string, groupId: string): Promise<string[]> =>
  (await db.q.select({ id: members.userId }).from(members)
    .where(and(hasNotAnswered(groupId), ne(members.userId, viewerId), mayOrganize(viewerId, groupId))))
    .map(({ id }) => id);

/** By somebody who agreed. */
const lastReadAt = sql`(select max(read_at) from progress
  join members agreed on agreed.user_id = progress.user_id and agreed.group_id = books.group_id
  where progress.book_id = books.id and agreed.overview_since > 0)`;

interface PageOfGroup {
  groupId: string;
  page: number;
  /** A book: members who have read least of it are first. */
  by?: string;
}

/** Nobody is in it for people who are no organizers, or where it is off. */
export async function findOverview(
  db: Db,
  viewerId: string,
  { today, ...asked }: PageOfGroup & { today: number },
): Promise<ReadingOverview> {
  const { groupId } = asked;
  const shelf = await listShelf(db, viewerId, groupId);
  const [{ readers, hasMore }, { notAgreed, notAnswered }, waiting] = await Promise.all([
    listReaders(db, viewerId, { ...asked, shelf }),
    countOthers(db, viewerId, groupId),
    db.q.select(faceColumns).from(members).innerJoin(users, eq(users.id, members.userId))
      .where(and(hasNotAnswered(groupId), mayOrganize(viewerId, groupId)))
      .orderBy(...byJoining).limit(mostNamed),
  ]);
  const shown = shelf.map(({ pageCount, plan, ...book }) => ({
    ...book,
    expectedPage: plan && pageAt(ownPages(pageCount), expectedAt(plan, today)),
  }));
  return { books: shown, readers, notAgreed, notAnswered, waiting, hasMore };
}

/** Those who agreed, and how far they have read the books of the shelf. */
export async function listReaders(
  db: Db,
  viewerId: string,
  { shelf, ...asked }: PageOfGroup & { shelf: ShelfBook[] },
): Promise<Pick<ReadingOverview, "readers" | "hasMore">> {
  const { rows: people, hasMore } = pageOf(await listAgreed(db, viewerId, asked), pageLength);
  const cells = await readCells(db, { userIds: people.map(({ id }) => id), books: shelf });
  const readers = people.map((user) => ({
    user,
    books: shelf.flatMap(({ id }) => cells.get(`${id} ${user.id}`) ?? []),
  }));
  return { readers, hasMore };
}

const byJoining = [asc(members.joinedAt), asc(users.username)];

const listAgreed = (db: Db, viewerId: string, { groupId, page, by }: PageOfGroup) =>
  db.q.select(faceColumns).from(members).innerJoin(users, eq(users.id, members.userId))
    .where(and(
      eq(members.groupId, groupId),
      sql`coalesce(${members.overviewSince}, 0) > 0`,
      isOn,
      mayOrganize(viewerId, groupId),
    ))
    .orderBy(...by === undefined ? [] : [asc(positionIn(by))], ...byJoining)
    .limit(pageLength + 1).offset((page - 1) * pageLength);

type ShelfBook = Awaited<ReturnType<typeof listShelf>>[number];

/** The books that an overview shows. */
export const listShelf = (db: Db, viewerId: string, groupId: string) =>
  db.q.select({
    id: books.id,
    title: books.title,
    pageCount: books.pageCount,
    questions: sql<number>`(select count(*) from questions where questions.book_id = books.id)`,
    plan: { startsOn: plans.startsOn, targetOn: plans.targetOn, days: plans.days },
  }).from(books).leftJoin(plans, eq(plans.bookId, books.id))
    .where(and(eq(books.groupId, groupId), isOnShelf(), mayOrganize(viewerId, groupId)))
    .orderBy(desc(lastReadAt), desc(books.createdAt), desc(books.id)).limit(mostBooks);

/** Members who are not in it, and how many of them have not said no. */
async function countOthers(db: Db, viewerId: string, groupId: string) {
  const [counts] = await db.q.all<Pick<ReadingOverview, "notAgreed" | "notAnswered">>(sql`
    select count(*) as "notAgreed", coalesce(sum(overview_since is null and ${isOn}), 0) as "notAnswered"
    from members where group_id = ${groupId} and coalesce(overview_since, 0) = 0
    and ${mayOrganize(viewerId, groupId)}`);
  return counts;
}

/** In a book of the group; nobody's in any other. Those who have not begun come first. */
const positionIn = (bookId: string) =>
  sql`(select position from progress join books read on read.id = progress.book_id
    where progress.book_id = ${bookId} and progress.user_id = members.user_id
    and read.group_id = members.group_id and ${isOnShelf("read")})`;

interface Cells {
  userIds: string[];
  books: { id: string; pageCount: number }[];
}

async function readCells(db: Db, { userIds, books: shelf }: Cells) {
  const bookIds = shelf.map(({ id }) => id);
  const copies = new Map(shelf.map(({ id, pageCount }) => [id, ownPages(pageCount)]));
  const [turns, answered] = await Promise.all([
    db.q.select({
      bookId: progress.bookId,
      userId: progress.userId,
      position: progress.position,
      readAt: progress.readAt,
    }).from(progress).where(sql`${progress.bookId} in ${listed(bookIds)} and ${progress.userId} in ${listed(userIds)}`),
    db.q.all<{ bookId: string; userId: string; count: number }>(sql`
      select ${questions.bookId} as "bookId", answers.user_id as "userId", count(*) as count
      from ${questions} join answers on answers.question_id = ${questions.id}
      where ${questions.bookId} in ${listed(bookIds)} and answers.user_id in ${listed(userIds)}
      group by 1, 2`),
  ]);
  const counts = new Map(answered.map(({ bookId, userId, count }) => [`${bookId} ${userId}`, count]));
  type Cell = OverviewReader["books"][number];
  const cells = new Map<string, Cell>(turns.map(({ bookId, userId, position, readAt }) => {
    const key = `${bookId} ${userId}`;
    const page = pageAt(copies.get(bookId)!, position);
    const percent = percentAt(position);
    return [key, { bookId, page, percent, lastReadAt: iso(readAt), answered: counts.get(key) ?? 0 }];
  }));
  for (const { bookId, userId, count } of answered) {
    const key = `${bookId} ${userId}`;
    if (!cells.has(key)) cells.set(key, { bookId, page: 0, percent: 0, lastReadAt: null, answered: count });
  }
  return cells;
}
