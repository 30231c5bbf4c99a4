import { and, between, eq, sql } from "drizzle-orm";
import { type Db, prepared } from "../engine/client.ts";
import type { Goal } from "../../server/contract/reading/shapes.ts";
import { readingGoals, readingList } from "../schema.ts";

const value = sql.placeholder;

const goal = prepared((q) =>
  q.select({
    books: sql<number>`coalesce((
      select books from reading_goals where user_id = ${value("userId")} and year = ${value("year")}
    ), 0)`.as("books"),
    finished: sql<number>`count(*)`.as("finished"),
  }).from(readingList).where(and(
    eq(readingList.userId, value("userId")),
    eq(readingList.status, "read"),
    between(readingList.finishedOn, value("first"), value("last")),
  )).prepare()
);

export async function findGoal(db: Db, userId: string, year: number): Promise<Goal> {
  const found = await goal(db).get({ userId, year, first: `${year}-01-01`, last: `${year}-12-31` });
  return { year, ...found! };
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
