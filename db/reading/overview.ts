/** How far those members have read who agreed that the organizers see it. */
import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import type { OverviewReader, ReadingOverview } from "../../server/contract/reading/overview_shapes.ts";
import { expectedAt } from "../../server/contract/reading/plan.ts";
import { ownPages, pageAt, percentAt } from "../../server/contract/reading/positions.ts";
import type { Db } from "../engine/client.ts";
import { iso, listed, pageOf } from "../engine/query.ts";
import { mayOrganize } from "../groups/roles.ts";
import { faceColumns } from "../people/columns.ts";
import { books, members, plans, progress, questions, users } from "../schema.ts";

const { page: pageLength, books: mostBooks } = readingLimits.overview;

const isOn = sql`exists (select 1 from group_settings where group_settings.group_id = members.group_id and overview)`;

/** By somebody who agreed. */
const lastReadAt = sql`(select max(read_at) from progress
  join members agreed on agreed.user_id = progress.user_id and agreed.group_id = books.group_id
  where progress.book_id = books.id and agreed.overview_since > 0)`;

interface PageOfGroup {
  groupId: string;
  page: number;
  /** A book: who has read least of it is first. */
  by?: string;
  today: number;
}

/** Nobody is in it for people who are no organizers, or where it is off. */
export async function findOverview(
  db: Db,
  viewerId: string,
  { groupId, page, by, today }: PageOfGroup,
): Promise<ReadingOverview> {
  const agreed = sql`coalesce(${members.overviewSince}, 0) > 0 and ${isOn} and ${mayOrganize(viewerId, groupId)}`;
  const [rows, shelf, [{ notAgreed }]] = await Promise.all([
    db.q.select(faceColumns).from(members).innerJoin(users, eq(users.id, members.userId))
      .where(and(eq(members.groupId, groupId), agreed))
      .orderBy(...by === undefined ? [] : [asc(positionIn(by))], asc(members.joinedAt), asc(users.username)).limit(
        pageLength + 1,
      ).offset((page - 1) * pageLength),
    db.q.select({
      id: books.id,
      title: books.title,
      pageCount: books.pageCount,
      questions: sql<number>`(select count(*) from questions where questions.book_id = books.id)`,
      plan: { startsOn: plans.startsOn, targetOn: plans.targetOn, days: plans.days },
    }).from(books).leftJoin(plans, eq(plans.bookId, books.id)).where(
      and(eq(books.groupId, groupId), isNull(books.removedAt), mayOrganize(viewerId, groupId)),
    )
      .orderBy(desc(lastReadAt), desc(books.createdAt), desc(books.id)).limit(mostBooks),
    db.q.all<{ notAgreed: number }>(sql`select count(*) as "notAgreed" from members
      where group_id = ${groupId} and coalesce(overview_since, 0) = 0 and ${mayOrganize(viewerId, groupId)}`),
  ]);
  const { rows: people, hasMore } = pageOf(rows, pageLength);
  const cells = await readCells(db, { userIds: people.map(({ id }) => id), books: shelf });
  const readers = people.map((user) => ({
    user,
    books: shelf.flatMap(({ id }) => cells.get(`${id} ${user.id}`) ?? []),
  }));
  const shown = shelf.map(({ pageCount, plan, ...book }) => ({
    ...book,
    expectedPage: plan && pageAt(ownPages(pageCount), expectedAt(plan, today)),
  }));
  return { books: shown, readers, notAgreed, hasMore };
}

/** In a book of the group; nobody's in any other. Those who have not begun come first. */
const positionIn = (bookId: string) =>
  sql`(select position from progress join books read on read.id = progress.book_id
    where progress.book_id = ${bookId} and progress.user_id = members.user_id
    and read.group_id = members.group_id and read.removed_at is null)`;

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
