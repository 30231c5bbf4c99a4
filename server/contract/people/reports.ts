/** What can be reported, and what becomes of a report. */
import * as peopleLimits from "./limits.ts";
import { z } from "zod";
import { id, requiredText } from "../site/fields.ts";
import { reportTexts } from "./texts.ts";

export const reportKinds = ["message", "profile", "group"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** `removed`: the reported message or group is deleted; `disabled`: the account is. */
export const reportDecisions = ["dismissed", "removed", "disabled"] as const;
export type ReportDecision = (typeof reportDecisions)[number];

/** What was reported, as it was then. */
export interface ReportSnapshot {
  /** The message's text, the person's name, or the group's. */
  title: string;
  /** The person's or the group's description; null for none. */
  text: string | null;
  /** The messages around a reported one, oldest first, itself among them. */
  context: { id: string; username: string; content: string; createdAt: string }[];
}

/** What to report: the id of a message, a user or a group. */
export const ReportSubject = z.object({ kind: z.enum(reportKinds, reportTexts.invalidKind), id });

export const NewReport = ReportSubject.extend({
  reason: requiredText(peopleLimits.reports.reason, reportTexts.reasonRequired),
});
export type NewReport = z.infer<typeof NewReport>;
