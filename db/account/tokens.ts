import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db, Statement } from "../engine/client.ts";
import { invitationRefusals, invitations, links, sessions, tickets, users } from "../schema.ts";
import { deleteCredentials } from "./credentials.ts";
import { forgetBrowsers } from "./sessions.ts";

type NewLink = Omit<typeof links.$inferInsert, "usedAt">;
type LinkKind = NewLink["kind"];

export const insertLink = (db: Db, { hash, userId, kind, expiresAt, email = null }: NewLink): Statement =>
  db.q.run(sql`insert into links (hash, user_id, kind, expires_at, email)
    select ${hash}, id, ${kind}, ${expiresAt}, ${email} from users where id = ${userId}`);

export const findLink = (db: Db, hash: string, kind: LinkKind) =>
  db.q.select({ userId: links.userId, expiresAt: links.expiresAt, usedAt: links.usedAt }).from(links)
    .where(and(eq(links.hash, hash), eq(links.kind, kind))).get();

export async function verifyByLink(db: Db, hash: string, now: number): Promise<Verified | undefined> {
  const link = usable(hash, "verify", now);
  const [verified, used] = await db.write([
    db.q.update(users).set({ verifiedAt: now, verifyBy: null })
      .where(and(isNull(users.verifiedAt), eq(users.id, ownerOf(db, link)))).returning({ inviteId: users.inviteId }),
    db.q.update(links).set({ usedAt: now }).where(link).returning({ userId: links.userId }),
  ]);
  return used[0] && { ...used[0], inviteId: verified[0]?.inviteId ?? null, before: verified.length === 0 };
}

interface Verified {
  userId: string;
  inviteId: string | null;
  before: boolean;
}

/** Where the address was not verified before, somebody else may have registered with it: other credentials are void. */
export async function setPasswordByLink(
  db: Db,
  hash: string,
  { kind, passwordHash, now }: { kind: "reset" | "card"; passwordHash: string; now: number },
): Promise<{ id: string; inviteId: string | null; lostCredentials: boolean } | undefined> {
  const link = usable(hash, kind, now);
  const owner = () => ownerOf(db, link);
  const isUnverified = sql`exists (select 1 from users where users.id = ${owner()} and verified_at is null)`;
  const ofUnverified = (column: SQLiteColumn) => and(eq(column, owner()), isUnverified);
  const [[unverified], deletedTotps, deletedPasskeys, deletedIdentities, , [user]] = await db.write([
    db.q.select({ inviteId: users.inviteId }).from(users).where(and(eq(users.id, owner()), isNull(users.verifiedAt))),
    ...deleteCredentials(db, ofUnverified),
    db.q.update(users)
      .set({ passwordHash, verifiedAt: sql`coalesce(${users.verifiedAt}, ${now})`, verifyBy: null })
      .where(eq(users.id, owner())).returning({ id: users.id }),
    db.q.delete(sessions).where(eq(sessions.userId, owner())),
    forgetBrowsers(db, owner()),
    db.q.delete(tickets).where(eq(tickets.userId, owner())),
    db.q.delete(links).where(
      and(inArray(links.kind, ["reset", "email", "card"]), ne(links.hash, hash), eq(links.userId, owner())),
    ),
    // Last: the others find the user by the link while it can still be used, and so never by one that was used before.
    db.q.update(links).set({ usedAt: now }).where(link),
  ]);
  const hadTotp = deletedTotps.some(({ confirmedAt }) => confirmedAt !== null);
  const lostCredentials = hadTotp || deletedPasskeys.length > 0 || deletedIdentities.length > 0;
  return user && { ...user, inviteId: unverified?.inviteId ?? null, lostCredentials };
}

const usable = (hash: string, kind: LinkKind, now: number) =>
  and(
    eq(links.hash, hash),
    eq(links.kind, kind),
    isNull(links.usedAt),
    gt(links.expiresAt, now),
    kind === "card" ? isOfOwnAddress : undefined,
  );

/** A printed card is void once the account has an address, and a mailed one once it has another address. */
const isOfOwnAddress = sql`exists (select 1 from users where users.id = links.user_id
  and users.email is links.email and users.disabled_at is null and users.deleted_at is null)`;

const ownerOf = (db: Db, link: SQL | undefined) =>
  sql`(${db.q.select({ userId: links.userId }).from(links).where(link)})`;

/** Invitations follow where the former address was verified: else they may be somebody else's. */
export async function changeEmailByLink(
  db: Db,
  hash: string,
  now: number,
): Promise<{ userId: string; former: string | null; email: string } | undefined> {
  const link = usable(hash, "email", now);
  const owner = () => ownerOf(db, link);
  const given = () => sql<string>`(${db.q.select({ email: links.email }).from(links).where(link)})`;
  const verified = () => sql`(select email from users where users.id = ${owner()} and verified_at is not null)`;
  const before = await db.q.select({ userId: links.userId, former: users.email, email: sql<string>`${links.email}` })
    .from(links).innerJoin(users, eq(users.id, links.userId)).where(link).get();
  if (!before) return undefined;
  const [, , changed] = await db.write([
    db.q.run(sql`update or ignore ${invitations} set email = ${given()} where email = ${verified()}`),
    db.q.run(sql`update or ignore ${invitationRefusals} set email = ${given()} where email = ${verified()}`),
    db.q.update(users).set({ email: given(), verifiedAt: sql`coalesce(${users.verifiedAt}, ${now})`, verifyBy: null })
      .where(and(eq(users.id, owner()), sql`${users.email} is ${before.former}`, isNull(users.deletedAt)))
      .returning({ id: users.id }),
    db.q.delete(links).where(and(eq(links.userId, owner()), ne(links.hash, hash))),
    // Last: the others find the user by it while it can still be used.
    db.q.update(links).set({ usedAt: now }).where(link),
  ]);
  return changed.length > 0 ? before : undefined;
}

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
