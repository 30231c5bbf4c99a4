/** What operators send. */
import * as operatorLimits from "./limits.ts";
import * as peopleLimits from "../people/limits.ts";
import { z } from "zod";
import { Reauthentication } from "../account/auth.ts";
import { id, requiredText } from "../site/fields.ts";
import { operatorTexts } from "./texts.ts";
import { reportDecisions } from "../people/reports.ts";

/** What to search people for, and the id of the last one listed. */
export const PeopleQuery = z.object({ query: z.string().max(1000).optional(), after: id.optional().catch(undefined) });

/** The id of the last one listed. */
export const After = z.object({ after: id.optional().catch(undefined) });

export const ReportsQuery = After.extend({ decided: z.literal("1").optional().catch(undefined) });

export const PersonUpdate = z.object({ disabled: z.boolean() });

const note = z.string().max(4 * peopleLimits.reports.note, { abort: true }).trim()
  .pipe(z.string().max(peopleLimits.reports.note)).nullish().transform((text) => text || null);

export const ReportDecided = Reauthentication.extend({ decision: z.enum(reportDecisions), note });
export type ReportDecided = z.infer<typeof ReportDecided>;

const text = requiredText(operatorLimits.operator.announcement, operatorTexts.noAnnouncement);
export const NewAnnouncement = z.object({
  text,
  endsAt: z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)),
});
export type NewAnnouncement = z.infer<typeof NewAnnouncement>;

/** The same from a form, with the hours it is to last: a time without a zone would be of the operator's own clock. */
export const AnnouncementForm = z.object({
  text,
  hours: z.coerce.number(operatorTexts.invalidHours).int(operatorTexts.invalidHours)
    .min(1, operatorTexts.invalidHours).max(operatorLimits.operator.hours, operatorTexts.invalidHours),
});
