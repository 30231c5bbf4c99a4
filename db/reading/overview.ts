/** How far those members have read who agreed that the organizers see it. */
import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import type { OverviewReader, ReadingOverview } from "../../server/contract/reading/overview_shapes.ts";
import { percentAt } from "../../server/contract/reading/positions.ts";
import type { Db } from "../engine/client.ts";
import { iso, listed, pageOf } from "../engine/query.ts";
import { mayOrganize } from "../groups/roles.ts";
import { faceColumns } from "../people/columns.ts";
import { books, members, progress, questions, users } from "../schema.ts";

const { page: pageLength, books: mostBooks, named: mostNamed } = readingLimits.overview;

const isOn = sql`exists (select 1 from group_settings where group_settings.group_id = members.group_id and overview)`;

/** Whom the group has asked, where it has an overview. */
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

/** Empty for people who are no organizers, and where it is off. */
export async function findOverview(
  db: Db,
  viewerId: string,
  { groupId, page }: { groupId: string; page: number },
): Promise<ReadingOverview> {
  const agreed = sql`coalesce(${members.overviewSince}, 0) > 0 and ${isOn} and ${mayOrganize(viewerId, groupId)}`;
  const [rows, shelf, [{ notAgreed, notAnswered }], waiting] = await Promise.all([
    db.q.select(faceColumns).from(members).innerJoin(users, eq(users.id, members.userId))
      .where(and(eq(members.groupId, groupId), agreed))
      .orderBy(asc(members.joinedAt), asc(users.username)).limit(pageLength + 1).offset((page - 1) * pageLength),
    db.q.select({
      id: books.id,
      title: books.title,
      questions: sql<number>`(select count(*) from questions where questions.book_id = books.id)`,
    }).from(books).where(and(eq(books.groupId, groupId), isNull(books.removedAt), mayOrganize(viewerId, groupId)))
      .orderBy(desc(lastReadAt), desc(books.createdAt), desc(books.id)).limit(mostBooks),
    db.q.all<{ notAgreed: number; notAnswered: number }>(sql`select count(*) as "notAgreed",
      coalesce(sum(overview_since is null and ${isOn}), 0) as "notAnswered" from members where group_id = ${groupId} and coalesce(overview_since, 0) = 0 and ${
      mayOrganize(viewerId, groupId)
    }`),
    db.q.select(faceColumns).from(members).innerJoin(users, eq(users.id, members.userId))
      .where(and(hasNotAnswered(groupId), mayOrganize(viewerId, groupId)))
      .orderBy(asc(members.joinedAt), asc(users.username)).limit(mostNamed),
  ]);
  const { rows: people, hasMore } = pageOf(rows, pageLength);
  const cells = await readCells(db, { userIds: people.map(({ id }) => id), bookIds: shelf.map(({ id }) => id) });
  const readers = people.map((user) => ({
    user,
    books: shelf.flatMap(({ id }) => cells.get(`${id} ${user.id}`) ?? []),
  }));
  return { books: shelf, readers, notAgreed, notAnswered, waiting, hasMore };
}

async function readCells(db: Db, { userIds, bookIds }: { userIds: string[]; bookIds: string[] }) {
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
    return [key, { bookId, percent: percentAt(position), lastReadAt: iso(readAt), answered: counts.get(key) ?? 0 }];
  }));
  for (const { bookId, userId, count } of answered) {
    const key = `${bookId} ${userId}`;
    if (!cells.has(key)) cells.set(key, { bookId, percent: 0, lastReadAt: null, answered: count });
  }
  return cells;
}
