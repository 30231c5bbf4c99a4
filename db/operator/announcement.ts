import { and, eq, gt } from "drizzle-orm";
import { changesRows, type Db } from "../engine/client.ts";
import { iso } from "../engine/query.ts";
import { announcements } from "../schema.ts";
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
