import { and, eq, gt, gte, type SQL, sql } from "drizzle-orm";
import type { DayCountName, DayNumbers } from "../../server/contract/operator/shapes.ts";
import { changesRows, type Db, shortWait } from "../engine/client.ts";
import { iso } from "../engine/query.ts";
import { announcements, dayCounts } from "../schema.ts";
import { auditRow, type NewAuditRow } from "./audit.ts";

export interface Announcement {
  id: string;
  text: string;
  endsAt: string;
}

export async function findAnnouncement(db: Db, now: number): Promise<Announcement | undefined> {
  const { text, endsAt, createdAt } = announcements;
  const row = await db.q.select({ text, endsAt, createdAt }).from(announcements)
    .where(and(eq(announcements.id, 1), gt(announcements.endsAt, now))).get();
  return row && { id: String(row.createdAt), text: row.text, endsAt: iso(row.endsAt) };
}

export const saveAnnouncement = (db: Db, { text, endsAt }: { text: string; endsAt: number }, audit: NewAuditRow) =>
  db.write([
    db.q.insert(announcements).values({ id: 1, text, endsAt, createdAt: audit.at })
      .onConflictDoUpdate({ target: announcements.id, set: { text, endsAt, createdAt: audit.at } }),
    auditRow(db, audit),
  ]);

export const deleteAnnouncement = (db: Db, audit: NewAuditRow) =>
  changesRows(db, [
    db.q.delete(announcements).where(eq(announcements.id, 1)),
    auditRow(db, audit, { onlyAfterChange: true }),
  ]);

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
    registered: counts.get(`${day} registered`) ?? null,
    storage: counts.get(`${day} storage`) ?? null,
  }));
}

export async function addCounts(db: Db, day: string, counts: { name: DayCountName; count: number }[]): Promise<void> {
  const [first, ...more] = counts.map(({ name, count }) =>
    db.q.insert(dayCounts).values({ day, name, count })
      .onConflictDoUpdate({ target: [dayCounts.day, dayCounts.name], set: { count: sql`count + ${count}` } })
  );
  if (first) await db.write([first, ...more], shortWait);
}

const levels = {
  registered: sql`select count(*) from users where deleted_at is null and guest_until is null`,
  storage: sql`select page_count * page_size from pragma_page_count(), pragma_page_size()`,
};

/** Those of today may not be recorded yet. */
export const findLevels = async (db: Db): Promise<{ registered: number; storage: number }> =>
  (await db.q.get<{ registered: number; storage: number }>(
    sql`select (${levels.registered}) as registered, (${levels.storage}) as storage`,
  ))!;

/** How much there is now. Recorded again on the same day, it replaces what was. */
export async function recordLevels(db: Db, now: number): Promise<void> {
  const set = (name: DayCountName, count: SQL) =>
    db.q.run(sql`insert into day_counts (day, name, count) select ${dayOf(now)}, ${name}, (${count}) where true
      on conflict (day, name) do update set count = excluded.count`);
  await db.write([
    set("registered", levels.registered),
    set("storage", levels.storage),
  ], shortWait);
}
