/** Reports of messages, people and groups: what was reported is stored as it was, for the operators to judge. */
import * as chatLimits from "../../server/contract/chat/limits.ts";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { NewReport, ReportDecision, ReportKind } from "../../server/contract/people/reports.ts";
import { auditRow, type NewAuditRow } from "../operator/audit.ts";
import { type Db, shortWait } from "../engine/client.ts";
import { calledName, iso, shownName } from "./columns.ts";
import { type Page, pageOf } from "../engine/page.ts";
import { messages, reports } from "../schema.ts";
import { isSeenBy } from "../chat/visibility.ts";

export type Subject = Pick<NewReport, "kind" | "id">;

/** A message's text, and the names of its files where it has no other. */
const textOf = (message: string): SQL => {
  const name = sql.raw(message);
  return sql`coalesce(nullif(${name}.content, ''), (select group_concat(name, ', ') from files
    where message_id = ${name}.id), '')`;
};

const side = sql.raw(String(peopleLimits.reports.context));
const excerpt = sql.raw(String(peopleLimits.reports.excerpt));

/**
 * The row of `messages` as it is stored, since an operator has to see what the reporter complains of, and the beginnings
 * of those around it.
 */
const around = sql`(select json_group_array(json(near)) from (
  select json_object('id', n.id, 'username', (select ${shownName("users")} from users where id = n.user_id),
    'content', iif(n.seq = messages.seq, ${textOf("n")}, substr(${
  textOf("n")
}, 1, ${excerpt})), 'createdAt', strftime('%Y-%m-%dT%H:%M:%fZ', n.created_at / 1000.0, 'unixepoch')) as near
  from messages n
  where n.group_id = messages.group_id and n.seq between messages.seq - ${side} and messages.seq + ${side}
  order by n.seq
))`;

interface Source {
  groupId: SQL;
  userId: SQL;
  title: SQL;
  text: SQL;
  context: SQL;
  /** The rows, and the rule of who may report them. */
  from: SQL;
}

const none = sql`null`;
const noContext = sql`'[]'`;

/** What can be reported: what the viewer sees. */
const sources: Record<ReportKind, (viewerId: string, id: string) => Source> = {
  message: (viewerId, id) => ({
    groupId: sql`messages.group_id`,
    userId: sql`messages.user_id`,
    // All of it is in the context.
    title: sql`substr(${textOf("messages")}, 1, ${excerpt})`,
    text: none,
    context: around,
    from: sql`messages join members on members.group_id = messages.group_id and members.user_id = ${viewerId}
      where messages.id = ${id} and messages.deleted_at is null and ${isSeenBy("messages", sql`${viewerId}`)}`,
  }),
  profile: (_, id) => ({
    groupId: none,
    userId: sql`users.id`,
    title: calledName,
    text: sql`bio`,
    context: noContext,
    from: sql`users where users.id = ${id} and deleted_at is null`,
  }),
  group: (viewerId, id) => ({
    groupId: none,
    userId: sql`groups.created_by`,
    title: sql`group_name`,
    text: sql`description`,
    context: noContext,
    from: sql`groups join members on members.group_id = groups.id and members.user_id = ${viewerId}
      where groups.id = ${id}`,
  }),
};

/** What somebody is about to report. */
export interface Reportable {
  /** As in `ReportSnapshot`, its beginning. */
  title: string;
  /** Of a message: where it is. */
  groupId: string | null;
  seq: number | null;
}

/** What the viewer may report; undefined for what they do not see. */
export async function findReportable(db: Db, viewerId: string, { kind, id }: Subject): Promise<Reportable | undefined> {
  const { title, groupId, from } = sources[kind](viewerId, id);
  const seq = kind === "message" ? sql`${messages}.seq` : none;
  const [row] = await db.q.all<Reportable>(sql`
    select substr(${title}, 1, ${chatLimits.message.excerpt}) as title, ${groupId} as groupId, ${seq} as seq
    from ${from}`);
  return row;
}

interface NewReportRow extends NewReport {
  /** Of the report. */
  reportId: string;
}

/**
 * Stores a report of what the viewer sees; nothing where an earlier one of the same waits for its decision.
 *
 * @returns whether it is new; undefined for what they do not see
 */
export async function insertReport(
  db: Db,
  viewerId: string,
  { reportId, kind, id, reason }: NewReportRow,
  now: number,
): Promise<boolean | undefined> {
  const { groupId, userId, title, text, context, from } = sources[kind](viewerId, id);
  const waiting = and(
    eq(reports.reporterId, viewerId),
    eq(reports.kind, kind),
    eq(reports.subjectId, id),
    isNull(reports.decidedAt),
  );
  const [, open] = await db.write([
    db.q.run(sql`insert into reports
        (id, reporter_id, kind, subject_id, group_id, user_id, reason, snapshot, created_at)
      select ${reportId}, ${viewerId}, ${kind}, ${id}, ${groupId}, ${userId}, ${reason},
        json_object('title', ${title}, 'text', ${text}, 'context', json(${context})), ${now}
      from ${from} and not exists (select 1 from reports
        where reporter_id = ${viewerId} and kind = ${kind} and subject_id = ${id} and decided_at is null)`),
    db.q.select({ id: reports.id }).from(reports).where(waiting),
  ]);
  return open.length === 0 ? undefined : open[0].id === reportId;
}

const columns = {
  id: reports.id,
  kind: reports.kind,
  subjectId: reports.subjectId,
  groupId: reports.groupId,
  userId: reports.userId,
  reporterId: reports.reporterId,
  reporter: sql<string | null>`(select ${
    shownName("reporters")
  } from users reporters where reporters.id = reports.reporter_id)`,
  about: sql<string | null>`(select ${shownName("about")} from users about where about.id = reports.user_id)`,
  reason: reports.reason,
  snapshot: reports.snapshot,
  createdAt: reports.createdAt,
  decidedAt: reports.decidedAt,
  decision: reports.decision,
  note: reports.note,
};

const rowsOf = (db: Db) => db.q.select(columns).from(reports);

const asReport = ({ createdAt, decidedAt, ...row }: Awaited<ReturnType<typeof rowsOf>>[number]) => ({
  ...row,
  createdAt: iso(createdAt),
  decidedAt: decidedAt === null ? null : iso(decidedAt),
});
export type Report = ReturnType<typeof asReport>;

/**
 * A page of the reports that wait for a decision, the oldest first; or of those that are decided, the latest first. For
 * operators.
 *
 * @param after the id of one of them
 */
export async function listReports(
  db: Db,
  { decided, after }: { decided: boolean; after?: string },
): Promise<Page<Report>> {
  const edge = sql`(select created_at, id from reports where id = ${after})`;
  const isIn = decided ? isNotNull(reports.decidedAt) : isNull(reports.decidedAt);
  const isBeyond = after && sql`(${reports.createdAt}, ${reports.id}) ${sql.raw(decided ? "<" : ">")} ${edge}`;
  const order = decided ? desc : asc;
  const rows = await rowsOf(db).where(and(isIn, isBeyond || undefined))
    .orderBy(order(reports.createdAt), order(reports.id)).limit(peopleLimits.reports.page + 1);
  return pageOf(rows.map(asReport), peopleLimits.reports.page);
}

/** A report, decided or not; for operators. */
export async function findReport(db: Db, id: string): Promise<Report | undefined> {
  const row = await rowsOf(db).where(eq(reports.id, id)).get();
  return row && asReport(row);
}

interface Decided {
  decision: ReportDecision;
  note: string | null;
  audit: NewAuditRow;
}

/** Stores a decision, with the operator's act. False where it is decided already, or there is none. */
export async function decideReport(db: Db, id: string, { decision, note, audit }: Decided): Promise<boolean> {
  const [decided] = await db.write([
    db.q.update(reports).set({ decision, note, decidedAt: audit.at })
      .where(and(eq(reports.id, id), isNull(reports.decidedAt))).returning({ id: reports.id }),
    auditRow(db, audit, { onlyAfterChange: true }),
  ]);
  return decided.length > 0;
}

/** A snapshot without what it was taken of; the condition of an index, which statements have to repeat to the letter. */
const empty = sql.raw(`'{"title":"","text":null,"context":[]}'`);

/**
 * Deletes the words of some reports that were decided before a time; their reasons and decisions stay.
 *
 * @returns whether there may be more
 */
export async function forgetDecided(db: Db, before: number): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([
    db.q.run(sql`update reports set snapshot = ${empty} where id in (
      select id from reports where decided_at < ${before} and snapshot <> ${empty} limit ${peopleLimits.reports.part})`),
  ], shortWait);
  return rowsAffected === peopleLimits.reports.part;
}
