import { z } from "zod";
import { Reauthentication } from "../account/shapes.ts";
import * as operatorLimits from "./limits.ts";
import { operatorTexts } from "./texts.ts";
import * as peopleLimits from "../people/limits.ts";
import { reportDecisions, reportKinds, ReportSnapshot } from "../people/shapes.ts";
import { id, requiredText } from "../site/fields.ts";
import { count, day, time } from "../site/shapes.ts";

export const ListQuery = z.object({
  after: id.optional().catch(undefined).describe("The id of the last one of the page before."),
});

export const personStates = ["unseen", "unverified", "disabled"] as const;
export type PersonState = (typeof personStates)[number];

export const PeopleQuery = ListQuery.extend({
  query: z.string().max(1000).optional().describe("The beginning of an address, a username or words of a name."),
  state: z.enum(personStates).optional().catch(undefined).describe("Only those in this state; not with a query."),
});

export const ReportsQuery = ListQuery.extend({
  decided: z.literal("1").optional().catch(undefined).describe("With it, the decided ones, the latest first."),
});

export const Person = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullName: z.string().nullable(),
  profileImage: z.string().nullable(),
  email: z.string().nullable().describe("Null for people who log in by their username."),
  verified: z.boolean(),
  hasTwoStep: z.boolean().describe("Whether their two-step codes are on."),
  hasUnusedLink: z.boolean().describe(
    "Whether they were added with an address, and have not used the link that was mailed to it.",
  ),
  createdAt: time,
  lastSeenAt: time.nullable(),
  disabledAt: time.nullable(),
  deletesAt: time.nullable(),
}).meta({ id: "Person" });
export type Person = z.infer<typeof Person>;

export const PersonUpdate = z.object({ disabled: z.boolean() });

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
export type OperatedGroup = z.infer<typeof OperatedGroup>;

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
  snapshot: ReportSnapshot,
  createdAt: time,
  decidedAt: time.nullable(),
  decision: z.enum(reportDecisions).nullable(),
  note: z.string().nullable(),
  mayRemove: z.boolean().describe("Whether it can be decided that it is removed."),
}).meta({ id: "Report" });
export type Report = z.infer<typeof Report>;

const note = z.string().max(4 * peopleLimits.reports.note, { abort: true }).trim()
  .pipe(z.string().max(peopleLimits.reports.note)).nullish().transform((text) => text || null);

export const ReportDecided = Reauthentication.extend({ decision: z.enum(reportDecisions), note });

/** A mail of the queue, without its text, which holds secrets. */
export const QueuedMail = z.strictObject({
  id: z.string(),
  to: z.string(),
  subject: z.string().describe("For mails of notices a general one, without names."),
  createdAt: time,
  attempts: count,
  dueAt: time.nullable().describe("When it is tried next; null where it was given up."),
  failedAt: time.nullable(),
}).meta({ id: "QueuedMail" });
export type QueuedMail = z.infer<typeof QueuedMail>;

export const registrations = ["open", "invite", "closed"] as const;
export const emailsShown = ["everyone", "shared"] as const;

const setting = z.string().max(operatorLimits.setting, operatorTexts.settingTooLong).trim();

/** As the environment would write them; a blank one is the default. What is left out stays as it is. */
export const SettingsUpdate = z.object({
  siteName: setting.optional(),
  registration: setting.optional().describe(registrations.join(", ")),
  emailsShown: setting.optional().describe(emailsShown.join(", ")),
  mailUrl: setting.optional().describe("Without the password, or with it."),
  mailPassword: z.string().max(operatorLimits.setting, operatorTexts.settingTooLong).optional()
    .describe("Blank, the stored one stays, where the server and its user do."),
  mailFrom: setting.optional(),
  backupDir: setting.optional(),
  backupEvery: setting.optional(),
  test: z.union([z.boolean(), z.literal("1").transform(() => true)]).optional()
    .describe("With it, an email is sent to the caller once the settings are stored."),
});
export type SettingsUpdate = z.infer<typeof SettingsUpdate>;

export const MailTest = z.strictObject({ sent: z.boolean(), text: z.string() });
export type MailTest = z.infer<typeof MailTest>;

export const SiteSettings = z.strictObject({
  siteName: z.string(),
  registration: z.enum(registrations),
  emailsShown: z.enum(emailsShown),
  mailUrl: z.string().nullable().describe("Without the password. Null where mail is stored, not sent."),
  hasMailPassword: z.boolean(),
  mailFrom: z.string(),
  backupDir: z.string().nullable().describe("Null where no backups are made."),
  backupEvery: z.string(),
  fromEnvironment: z.array(z.string()).describe("The names of those that the environment sets, and that stay."),
}).meta({ id: "SiteSettings" });
export type SiteSettings = z.infer<typeof SiteSettings>;

/** What is counted as it happens, and what is looked at once a day: how much there is by then. */
export const dayCountNames = ["people", "messages", "mails", "errors", "registered", "storage"] as const;
export type DayCountName = (typeof dayCountNames)[number];

const level = count.nullable().describe("Null for days on which it was not recorded.");

export const DayNumbers = z.strictObject({
  day,
  people: count.describe("Active on that day."),
  messages: count,
  mails: count,
  errors: count,
  registered: level,
  storage: level.meta({ description: "Bytes of the database. Null for days on which it was not recorded." }),
});
export type DayNumbers = z.infer<typeof DayNumbers>;

const text = requiredText(operatorLimits.announcement.max, operatorTexts.noAnnouncement);

export const NewAnnouncement = z.object({
  text,
  endsAt: z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)),
});

/** A form has the hours that it is to last: a time without a zone would be of the operator's own clock. */
export const AnnouncementForm = z.object({
  text,
  hours: z.coerce.number(operatorTexts.invalidHours).int(operatorTexts.invalidHours)
    .min(1, operatorTexts.invalidHours).max(operatorLimits.announcement.hours, operatorTexts.invalidHours),
  at: z.number(),
}).transform(({ text, hours, at }) => ({ text, endsAt: at + hours * 3600_000 }));

export type AuditAct = keyof typeof operatorTexts.acts;

export const AuditRow = z.strictObject({
  id: z.string(),
  at: time,
  operator: z.string(),
  act: z.string(),
  subjectId: z.string().nullable(),
  subject: z.string(),
  detail: z.string().nullable(),
}).meta({ id: "AuditRow" });
export type AuditRow = z.infer<typeof AuditRow>;
