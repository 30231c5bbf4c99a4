/** What a caller proves next, within minutes and once. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { TicketKind } from "../../server/contract/account/tickets.ts";
import type { Db, Statement } from "../engine/client.ts";
import { tickets } from "../schema.ts";

export type NewTicket = typeof tickets.$inferInsert;

/** The statement that stores a ticket. */
export const insertTicket = (db: Db, ticket: NewTicket): Statement => db.q.insert(tickets).values(ticket);

interface Wanted {
  hash: string;
  kind: TicketKind;
  now: number;
}

const live = ({ hash, kind, now }: Wanted) =>
  and(eq(tickets.hash, hash), eq(tickets.kind, kind), gt(tickets.expiresAt, now));

const columns = { userId: tickets.userId, data: tickets.data };

/** Uses a ticket up. @returns what it is about; undefined where it is used, expired or unknown */
export async function takeTicket(db: Db, wanted: Wanted) {
  const [[taken]] = await db.write([db.q.delete(tickets).where(live(wanted)).returning(columns)]);
  return taken;
}

/** Counts a try of a ticket. @returns what it is about; undefined where it is used, expired, unknown or tried too often */
export async function tryTicket(db: Db, wanted: Wanted & { max: number }) {
  const tries = sql<number>`coalesce(json_extract(${tickets.data}, '$.tries'), 0)`;
  const [[tried]] = await db.write([
    db.q.update(tickets).set({ data: sql`json_set(${tickets.data}, '$.tries', ${tries} + 1)` })
      .where(and(live(wanted), sql`${tries} < ${wanted.max}`)).returning(columns),
  ]);
  return tried;
}
