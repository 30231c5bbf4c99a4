import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { insertUser, type NewUser } from "../account/accounts.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { serviceKeys, users } from "../schema.ts";
import { auditRow, type NewAuditRow } from "./audit.ts";

export interface StoredSite {
  /** As the environment would write them. */
  settings?: Record<string, string>;
  firstOperatorId?: string;
}

/** Never sent to anyone: among the settings is the password of the mail server. */
export async function findStoredSite(db: Db): Promise<StoredSite> {
  const rows = await db.q.select().from(serviceKeys).where(inArray(serviceKeys.name, ["site", "operator"]));
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return { settings: values.get("site"), firstOperatorId: values.get("operator")?.userId };
}

/** What came of the latest email that was sent to try the mail server. */
export interface MailTestOutcome {
  at: number;
  sent: boolean;
  /** What to do, where it was not. */
  text: string;
  /** Without its password. */
  mailUrl: string;
}

export async function findMailTest(db: Db): Promise<MailTestOutcome | undefined> {
  const row = await db.q.select({ value: serviceKeys.value }).from(serviceKeys).where(isMailTest).get();
  if (!row) return undefined;
  const { at, sent, text, mailUrl } = row.value;
  return { at: Number(at), sent: sent === "yes", text, mailUrl };
}

export async function storeMailTest(db: Db, { at, sent, ...outcome }: MailTestOutcome): Promise<void> {
  const value = { ...outcome, at: String(at), sent: sent ? "yes" : "no" };
  await db.write([
    db.q.insert(serviceKeys).values({ name: "mail_test", value })
      .onConflictDoUpdate({ target: serviceKeys.name, set: { value } }),
  ]);
}

const isMailTest = eq(serviceKeys.name, "mail_test");

/** Only where nothing else has changed them since they were read: the second of two changes at once is made again. */
export async function saveSettings(
  db: Db,
  { settings, former, audit }: {
    settings: Record<string, string>;
    former: Record<string, string> | undefined;
    audit: NewAuditRow[];
  },
): Promise<boolean> {
  const [first, ...more] = audit;
  const before = JSON.stringify(former ?? null);
  return await changesRows(db, [
    db.q.run(sql`insert into service_keys (name, value)
      select 'site', ${JSON.stringify(settings)}
      where json(coalesce((select value from service_keys where name = 'site'), 'null')) = json(${before})
      on conflict (name) do update set value = excluded.value`),
    ...first ? [auditRow(db, first, { onlyAfterChange: true })] : [],
    ...more.map((row) => auditRow(db, row, { onlyAfterChange: true })),
    // Compared with its password: a test with another one says nothing.
    ...settings.mailUrl === former?.mailUrl
      ? []
      : [db.q.delete(serviceKeys).where(and(isMailTest, sql`changes() > 0`))],
  ]);
}

/**
 * Settings that queries read: who may see an address (`emailsAreShared`), and whether friends may write to each other.
 */
type Flag = "emails_shared" | "direct_off";

export async function storeFlag(db: Db, name: Flag, isSet: boolean): Promise<void> {
  const stored = await db.q.select({ name: serviceKeys.name }).from(serviceKeys).where(eq(serviceKeys.name, name))
    .get();
  if ((stored !== undefined) === isSet) return;
  await db.write([
    isSet
      ? db.q.insert(serviceKeys).values({ name, value: {} }).onConflictDoNothing()
      : db.q.delete(serviceKeys).where(eq(serviceKeys.name, name)),
  ]);
}

/** Without the demo's guests. It names the key, so that the index is used: a bare `select 1` scans the table. */
const isEmpty = sql`not exists (select 1 from users where id > '' and guest_until is null)`;

export async function hasPeople(db: Db): Promise<boolean> {
  return await db.q.select({ id: users.id }).from(users).where(and(gt(users.id, ""), isNull(users.guestUntil))).limit(1)
    .get() !== undefined;
}

/** Ends the link of before. False where there are people already. */
export const replaceSetupLink = (db: Db, link: { hash: string; instance: string }): Promise<boolean> =>
  changesRows(db, [
    db.q.run(sql`insert into service_keys (name, value) select 'setup', ${JSON.stringify(link)} where ${isEmpty}
      on conflict (name) do update set value = excluded.value`),
  ]);

export async function findSetupInstance(db: Db): Promise<string | undefined> {
  const row = await db.q.select({ value: serviceKeys.value }).from(serviceKeys).where(eq(serviceKeys.name, "setup"))
    .get();
  return row?.value.instance;
}

export async function endSetupLink(db: Db): Promise<void> {
  if (await findSetupInstance(db) === undefined) return;
  await db.write([db.q.delete(serviceKeys).where(eq(serviceKeys.name, "setup"))]);
}

const isLink = (hash: string) =>
  sql`exists (select 1 from service_keys where name = 'setup' and value ->> 'hash' = ${hash}) and ${isEmpty}`;

export async function isSetupLink(db: Db, hash: string): Promise<boolean> {
  const { isIt } = await db.q.get<{ isIt: number }>(sql`select ${isLink(hash)} as "isIt"`);
  return Boolean(isIt);
}

/** The first account, which operates the site. False where the link was used meanwhile, or somebody has registered. */
export async function insertFirstOperator(
  db: Db,
  user: NewUser,
  { hash, audit }: { hash: string; audit: NewAuditRow },
): Promise<boolean> {
  const value = JSON.stringify({ userId: user.id });
  const isTheirs = sql`exists (select 1 from service_keys where name = 'operator' and value = ${value})`;
  return await changesRows(db, [
    db.q.run(sql`insert into service_keys (name, value) select 'operator', ${value} where ${isLink(hash)}
      on conflict (name) do update set value = excluded.value`),
    auditRow(db, audit, { onlyAfterChange: true }),
    insertUser(db, user),
    db.q.delete(users).where(and(eq(users.id, user.id), sql`not ${isTheirs}`)),
    db.q.delete(serviceKeys).where(and(eq(serviceKeys.name, "setup"), isTheirs)),
  ]);
}
