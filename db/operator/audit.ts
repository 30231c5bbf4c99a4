/** Every act of an operator, in the order of time; triggers refuse to change or delete a row. */
import * as operatorLimits from "../../server/contract/operator/limits.ts";
import { desc, sql } from "drizzle-orm";
import type { Db, Statement } from "../engine/client.ts";
import { iso } from "../people/columns.ts";
import { pageOf } from "../engine/page.ts";
import { auditLog } from "../schema.ts";

export interface NewAuditRow {
  id: string;
  at: number;
  /** The operator's address, or the task that did it. */
  operator: string;
  act: string;
  subjectId?: string | null;
  /** Whom or what it was done to, in words. */
  subject: string;
  detail?: string | null;
}

/**
 * The statement that stores an act, in the write of what it does.
 *
 * @param onlyAfterChange stores it only if the statement before has changed something
 */
export const auditRow = (
  db: Db,
  { id, at, operator, act, subjectId = null, subject, detail = null }: NewAuditRow,
  { onlyAfterChange = false } = {},
): Statement =>
  db.q.run(sql`insert into audit_log (id, at, operator, act, subject_id, subject, detail)
    select ${id}, ${at}, ${operator}, ${act}, ${subjectId}, ${subject}, ${detail}
    where ${onlyAfterChange ? sql`changes() > 0` : sql`1`}`);

/** The acts, the latest first. @param before the id of one of them */
export async function listAudit(db: Db, before?: string) {
  const at = sql`(select at from audit_log where id = ${before ?? null})`;
  const earlier = before && sql`(${auditLog.at}, ${auditLog.id}) < (${at}, ${before})`;
  const rows = await db.q.select().from(auditLog).where(earlier || undefined)
    .orderBy(desc(auditLog.at), desc(auditLog.id)).limit(operatorLimits.operator.page + 1);
  return pageOf(rows.map((row) => ({ ...row, at: iso(row.at) })), operatorLimits.operator.page);
}
