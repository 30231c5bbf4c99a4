/** Each act of an operator is stored in the audit log: in the write that does it, where one write does it. */
import { v7 as uuid } from "uuid";
import { insertAudit, type NewAuditRow } from "../../../db/operator/audit.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";

/** An operator has an address; commands have their name. */
export type Actor = Pick<User, "email">;

type Act = Pick<NewAuditRow, "act" | "subject" | "subjectId" | "detail">;

export const auditOf = ({ clock }: Pick<Deps, "clock">, actor: Actor, act: Act): NewAuditRow => (
  { id: uuid(), at: clock(), operator: actor.email ?? "", ...act }
);

/** Stores an act that takes several writes, before them: an entry too many does less harm than an act without one. */
export const recordAct = (deps: Pick<Deps, "db" | "clock">, actor: Actor, act: Act) =>
  insertAudit(deps.db, auditOf(deps, actor, act));
