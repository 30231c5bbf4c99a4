import { z } from "zod";
import { reportDecisions, reportKinds } from "../people/reports.ts";
import { count, day, time } from "../site/answers_shared.ts";

export const Person = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullName: z.string().nullable(),
  email: z.string(),
  verified: z.boolean(),
  createdAt: time,
  lastSeenAt: time.nullable(),
  disabledAt: time.nullable(),
  deletesAt: time.nullable(),
}).meta({ id: "Person" });

export const OperatedGroup = z.strictObject({
  id: z.string(),
  groupName: z.string(),
  createdBy: z.string(),
  creator: z.string(),
  members: count,
  messages: count,
  createdAt: time,
  activeAt: time,
}).meta({ id: "OperatedGroup" });

export const Report = z.strictObject({
  id: z.string(),
  kind: z.enum(reportKinds),
  subjectId: z.string(),
  groupId: z.string().nullable(),
  userId: z.string().nullable().describe("Whom it is about."),
  about: z.string().nullable().describe("Their username."),
  reporterId: z.string().nullable(),
  reporter: z.string().nullable(),
  reason: z.string(),
  snapshot: z.strictObject({
    title: z.string(),
    text: z.string().nullable(),
    context: z.array(z.strictObject({ id: z.string(), username: z.string(), content: z.string(), createdAt: time })),
  }).describe("What was reported, as it was then."),
  createdAt: time,
  decidedAt: time.nullable(),
  decision: z.enum(reportDecisions).nullable(),
  note: z.string().nullable(),
}).meta({ id: "Report" });

export const QueuedMail = z.strictObject({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  createdAt: time,
  attempts: count,
  dueAt: time.nullable(),
  failedAt: time.nullable(),
}).meta({ id: "QueuedMail" });

export const DayNumbers = z.strictObject({ day, people: count, messages: count, mails: count, errors: count });

export const AuditRow = z.strictObject({
  id: z.string(),
  at: time,
  operator: z.string(),
  act: z.string(),
  subjectId: z.string().nullable(),
  subject: z.string(),
  detail: z.string().nullable(),
}).meta({ id: "AuditRow" });
