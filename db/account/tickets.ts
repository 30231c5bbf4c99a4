import { and, eq, gt, sql } from "drizzle-orm";
import type { Db, Statement } from "../engine/client.ts";
import { tickets } from "../schema.ts";

type NewTicket = typeof tickets.$inferInsert;
export type TicketKind = NewTicket["kind"];

export const insertTicket = (db: Db, ticket: NewTicket): Statement => db.q.insert(tickets).values(ticket);

interface TicketKey {
  hash: string;
  kind: TicketKind;
  now: number;
}

const live = ({ hash, kind, now }: TicketKey) =>
  and(eq(tickets.hash, hash), eq(tickets.kind, kind), gt(tickets.expiresAt, now));

const columns = { userId: tickets.userId, data: tickets.data };

export async function takeTicket(db: Db, key: TicketKey) {
  const [[taken]] = await db.write([db.q.delete(tickets).where(live(key)).returning(columns)]);
  return taken;
}

export async function tryTicket(db: Db, key: TicketKey & { max: number }) {
  const tries = sql<number>`coalesce(json_extract(${tickets.data}, '$.tries'), 0)`;
  const [[tried]] = await db.write([
    db.q.update(tickets).set({ data: sql`json_set(${tickets.data}, '$.tries', ${tries} + 1)` })
      .where(and(live(key), sql`${tries} < ${key.max}`)).returning(columns),
  ]);
  return tried;
}
