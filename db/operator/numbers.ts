import { gte, sql } from "drizzle-orm";
import type { DayCountName, DayNumbers } from "../../server/contract/operator/shapes.ts";
import { type Db, shortWait } from "../engine/client.ts";
import { dayCounts } from "../schema.ts";

const day = 24 * 3600_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export async function listDayNumbers(db: Db, days: number, now: number): Promise<DayNumbers[]> {
  const all = Array.from({ length: days }, (_, n) => dayOf(now - (days - 1 - n) * day));
  const rows = await db.q.select().from(dayCounts).where(gte(dayCounts.day, all[0]));
  const counts = new Map(rows.map(({ day, name, count }) => [`${day} ${name}`, count]));
  return all.map((day) => ({
    day,
    people: counts.get(`${day} people`) ?? 0,
    messages: counts.get(`${day} messages`) ?? 0,
    mails: counts.get(`${day} mails`) ?? 0,
    errors: counts.get(`${day} errors`) ?? 0,
  }));
}

export async function addCounts(db: Db, day: string, counts: { name: DayCountName; count: number }[]): Promise<void> {
  const [first, ...more] = counts.map(({ name, count }) =>
    db.q.insert(dayCounts).values({ day, name, count })
      .onConflictDoUpdate({ target: [dayCounts.day, dayCounts.name], set: { count: sql`count + ${count}` } })
  );
  if (first) await db.write([first, ...more], shortWait);
}
