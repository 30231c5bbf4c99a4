import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import * as chatLimits from "../../server/contract/chat/limits.ts";
import * as peopleLimits from "../../server/contract/people/limits.ts";
import type { NewReport, ReportDecision, ReportKind, ReportSubject } from "../../server/contract/people/shapes.ts";
import { isSeenBy } from "../chat/message_views.ts";
import { changesRows, type Db, shortWait } from "../engine/client.ts";
import { isAfter, isBefore, isoFrom, pageOf } from "../engine/query.ts";
import { membershipOf } from "../groups/roles.ts";
import { auditRow, type NewAuditRow } from "../operator/audit.ts";
import { messages, reports } from "../schema.ts";
import { calledName, shownName } from "./columns.ts";

const textOf = (message: string): SQL => {
  const name = sql.raw(message);
  return sql`coalesce(nullif(${name}.content, ''), (select group_concat(name, ', ') from files
    where message_id = ${name}.id), '')`;
};

const side = sql.raw(String(peopleLimits.reports.context));
const excerpt = sql.raw(String(peopleLimits.reports.excerpt));

/** Of a conversation nobody else reads more than the message that was reported. */
const around = sql`(select json_group_array(json(near)) from (
  select json_object('id', n.id, 'username', (select ${shownName("users")} from users where id = n.user_id),
    'content', iif(n.seq = messages.seq, ${textOf("n")}, substr(${
  textOf("n")
}, 1, ${excerpt})), 'createdAt', strftime('%Y-%m-%dT%H:%M:%fZ', n.created_at / 1000.0, 'unixepoch')) as near
  from messages n
  where n.group_id = messages.group_id and n.seq between messages.seq - ${side} and messages.seq + ${side}
    and (n.id = messages.id or not exists (select 1 from groups where groups.id = n.group_id and kind = 'direct'))
  order by n.seq
))`;

interface Source {
  groupId: SQL;
  userId: SQL;
  title: SQL;
  text: SQL;
  context: SQL;
  from: SQL;
}

const none = sql`null`;
const noContext = sql`'[]'`;

const sources: Record<ReportKind, (viewerId: string, id: string) => Source> = {
  message: (viewerId, id) => ({
    groupId: sql`messages.group_id`,
    userId: sql`messages.user_id`,
    title: sql`substr(${textOf("messages")}, 1, ${excerpt})`,
    text: none,
    context: around,
    from: sql`messages join members on ${membershipOf(viewerId, sql`messages.group_id`)}
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
    // A conversation has no creator: it is about the other one.
    userId: sql`case groups.kind when 'direct' then (select others.user_id from members others
      where others.group_id = groups.id and others.user_id <> ${viewerId}) else groups.created_by end`,
    title: sql`group_name`,
    text: sql`description`,
    context: noContext,
    from: sql`groups join members on ${membershipOf(viewerId, sql`groups.id`)}
      where groups.id = ${id}`,
  }),
};

export interface Reportable {
  title: string;
  groupId: string | null;
  seq: number | null;
}

export async function findReportable(
  db: Db,
  viewerId: string,
  { kind, id }: ReportSubject,
): Promise<Reportable | undefined> {
  const { title, groupId, from } = sources[kind](viewerId, id);
  const seq = kind === "message" ? sql`${messages}.seq` : none;
  const [row] = await db.q.all<Reportable>(sql`
    select substr(${title}, 1, ${chatLimits.message.excerpt}) as title, ${groupId} as groupId, ${seq} as seq
    from ${from}`);
  return row;
}

export async function insertReport(
  db: Db,
  viewerId: string,
  { reportId, kind, id, reason }: NewReport & { reportId: string },
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

const isOfFew = sql`exists (select 1 from groups where groups.id = reports.subject_id and groups.kind <> 'group')`;

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
  createdAt: isoFrom(reports.createdAt),
  decidedAt: isoFrom(reports.decidedAt),
  decision: reports.decision,
  note: reports.note,
  /** A profile stays as long as its account, and a conversation, or a shelf of somebody's own, is not an operator's. */
  mayRemove: sql<boolean>`(reports.kind <> 'profile' and not ${isOfFew})`.mapWith(Boolean),
};

const rowsOf = (db: Db) => db.q.select(columns).from(reports);

export async function listReports(db: Db, { decided, after }: { decided: boolean; after?: string }) {
  const isIn = decided ? isNotNull(reports.decidedAt) : isNull(reports.decidedAt);
  const isBeyond = (decided ? isBefore : isAfter)([reports.createdAt, reports.id], after);
  const order = decided ? desc : asc;
  const rows = await rowsOf(db).where(and(isIn, isBeyond))
    .orderBy(order(reports.createdAt), order(reports.id)).limit(peopleLimits.reports.page + 1);
  return pageOf(rows, peopleLimits.reports.page);
}

export const findReport = (db: Db, id: string) => rowsOf(db).where(eq(reports.id, id)).get();

interface Decision {
  decision: ReportDecision;
  note: string | null;
  audit: NewAuditRow;
}

export const decideReport = (db: Db, id: string, { decision, note, audit }: Decision) =>
  changesRows(db, [
    db.q.update(reports).set({ decision, note, decidedAt: audit.at })
      .where(and(eq(reports.id, id), isNull(reports.decidedAt))),
    auditRow(db, audit, { onlyAfterChange: true }),
  ]);

/** In the condition of an index, which statements have to repeat to the letter. */
const empty = sql.raw(`'{"title":"","text":null,"context":[]}'`);

export async function forgetDecided(db: Db, before: number): Promise<boolean> {
  const [{ rowsAffected }] = await db.write([
    db.q.run(sql`update reports set snapshot = ${empty} where id in (
      select id from reports where decided_at < ${before} and snapshot <> ${empty}
      limit ${peopleLimits.reports.batch})`),
  ], shortWait);
  return rowsAffected === peopleLimits.reports.batch;
}
