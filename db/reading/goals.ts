import { and, between, eq, sql } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import type { Goal } from "../../server/contract/reading/shapes.ts";
import { readingGoals, readingList } from "../schema.ts";

export async function findGoal(db: Db, userId: string, year: number): Promise<Goal> {
  const [goal, counted] = await Promise.all([
    db.q.select({ books: readingGoals.books }).from(readingGoals)
      .where(and(eq(readingGoals.userId, userId), eq(readingGoals.year, year))).get(),
    db.q.select({ finished: sql<number>`count(*)` }).from(readingList).where(and(
      eq(readingList.userId, userId),
      eq(readingList.status, "read"),
      between(readingList.finishedOn, `${year}-01-01`, `${year}-12-31`),
    )).get(),
  ]);
  return { year, books: goal?.books ?? 0, finished: counted!.finished };
}

/** 0 books remove it. */
export const saveGoal = (
  db: Db,
  userId: string,
  { year, books }: { year: number; books: number },
): Promise<unknown> =>
  db.write([
    books === 0
      ? db.q.delete(readingGoals).where(and(eq(readingGoals.userId, userId), eq(readingGoals.year, year)))
      : db.q.insert(readingGoals).values({ userId, year, books })
        .onConflictDoUpdate({ target: [readingGoals.userId, readingGoals.year], set: { books } }),
  ]);
