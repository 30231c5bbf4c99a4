import { desc, getTableColumns, sql } from "drizzle-orm";
import * as operatorLimits from "../../server/contract/operator/limits.ts";
import type { AuditAct } from "../../server/contract/operator/shapes.ts";
import type { Db, Statement } from "../engine/client.ts";
import { isBefore, isoFrom, pageOf } from "../engine/query.ts";
import { auditLog } from "../schema.ts";

export interface NewAuditRow {
  id: string;
  at: number;
  operator: string;
  act: AuditAct;
  subjectId?: string | null;
  subject: string;
  detail?: string | null;
}

export const auditRow = (
  db: Db,
  { id, at, operator, act, subjectId = null, subject, detail = null }: NewAuditRow,
  { onlyAfterChange = false } = {},
): Statement =>
  db.q.run(sql`insert into audit_log (id, at, operator, act, subject_id, subject, detail)
    select ${id}, ${at}, ${operator}, ${act}, ${subjectId}, ${subject}, ${detail}
    where ${onlyAfterChange ? sql`changes() > 0` : sql`1`}`);

export const insertAudit = (db: Db, audit: NewAuditRow) => db.write([auditRow(db, audit)]);

export async function listAudit(db: Db, before?: string) {
  const rows = await db.q.select({ ...getTableColumns(auditLog), at: isoFrom(auditLog.at) }).from(auditLog)
    .where(isBefore([auditLog.at, auditLog.id], before)).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(
      operatorLimits.page + 1,
    );
  return pageOf(rows, operatorLimits.page);
}
