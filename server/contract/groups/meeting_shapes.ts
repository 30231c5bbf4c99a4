import { z } from "zod";
import { pageNumber } from "../books/shapes.ts";
import {
  id,
  onceRight,
  optionalText,
  optionalValue,
  requiredText,
  sentTime,
  text,
  webAddress,
} from "../site/fields.ts";
import { count, type Issue, time } from "../site/shapes.ts";
import { isNamedZone } from "../site/time_zone.ts";
import { meetings as limits } from "./limits.ts";
import { meetingTexts as words } from "./meeting_texts.ts";

export const repeats = ["weekly", "fortnightly", "monthly"] as const;
export type Repeats = (typeof repeats)[number];

export const meetingReplies = ["yes", "maybe", "no"] as const;
export type MeetingReply = (typeof meetingReplies)[number];

const DateContent = z.strictObject({
  startsAt: time.describe("Of one that repeats, that of the next time."),
  endsAt: time,
  place: z.string().nullable(),
  url: z.string().nullable(),
  bookId: z.string().nullable(),
  bookTitle: z.string().nullable(),
  upTo: z.number().nullable().describe("The page of the caller's copy up to which to have read."),
});
export type DateContent = z.infer<typeof DateContent>;

const date = time.describe("Which date it is: when it starts, or would start if that date had not been moved.");

export const Meeting = DateContent.extend({
  id: z.string(),
  groupId: z.string(),
  title: z.string(),
  timeZone: z.string(),
  date,
  series: DateContent.nullable().describe("What this date would have if it had not been changed alone; else null."),
  dates: z.array(DateContent.extend({ date, cancelledAt: time.nullable() })).describe(
    "Of one that repeats, the dates to come that were changed or cancelled alone.",
  ),
  repeats: z.enum(repeats).nullable(),
  replies: z.strictObject({ yes: count, maybe: count, no: count }),
  mine: z.enum(meetingReplies).nullable(),
  mayChange: z.boolean().describe("Whether the caller may change and cancel it."),
  cancelledAt: time.nullable().describe("Of the whole meeting, or of this date."),
  sequence: count.describe("How often the meeting or one of its dates was changed."),
}).meta({ id: "Meeting" });
export type Meeting = z.infer<typeof Meeting>;

interface DatedContent {
  startsAt?: number;
  endsAt?: number;
  bookId?: string | null;
  upTo?: number | null;
}

function wrongTimes({ startsAt, endsAt }: DatedContent): Issue[] {
  if (startsAt === undefined || endsAt === undefined) return [];
  if (endsAt <= startsAt) return [{ path: "endsAt", message: words.endsBefore }];
  return endsAt - startsAt > limits.longest ? [{ path: "endsAt", message: words.tooLong }] : [];
}

const wrongPage = ({ bookId, upTo = null }: DatedContent): Issue[] =>
  bookId === null && upTo !== null ? [{ path: "upTo", message: words.noBook }] : [];

const refusing = (rule: typeof wrongTimes) => (given: DatedContent, context: z.core.$RefinementCtx) => {
  for (const { path, message } of rule(given)) context.addIssue({ code: "custom", path: [path], message });
};

const withRules = <T extends z.ZodType<DatedContent>>(date: T): T =>
  date.superRefine(refusing(wrongTimes), onceRight("startsAt", "endsAt"))
    .superRefine(refusing(wrongPage), onceRight("bookId", "upTo"));

export const NewMeeting = withRules(z.object({
  title: requiredText(limits.title),
  startsAt: sentTime(words.noTime),
  endsAt: sentTime(words.noTime),
  timeZone: text(limits.timeZone).refine(isNamedZone, words.unknownZone),
  place: optionalText(limits.place).nullish().transform((value) => value ?? null),
  url: optionalValue(webAddress).nullish().transform((value) => value ?? null),
  bookId: id.nullish().transform((value) => value ?? null),
  upTo: pageNumber.nullish().transform((value) => value ?? null),
  repeats: z.enum(repeats).nullish().transform((value) => value ?? null),
}));
export type NewMeeting = z.output<typeof NewMeeting>;

export const PlannedMeeting = NewMeeting.safeExtend({
  clientId: z.uuid().optional().describe("Sent again under the same one, it is made once."),
});

const sequence = z.int().optional().describe(
  "That of the meeting which the caller has seen: where it has changed since, nothing does.",
);

export const MeetingChange = NewMeeting.safeExtend({
  sequence,
  date: sentTime(words.noTime).optional().describe(
    "Of one that repeats, the date that its times are a change of: by default the one on that day. Where they leave it " +
      "on its day, all others stay on theirs.",
  ),
});

/** What one date of a meeting has. */
export type NewDate = Pick<NewMeeting, "startsAt" | "endsAt" | "place" | "url" | "bookId" | "upTo">;

export const wrongIn = (date: NewDate): Issue[] => [...wrongTimes(date), ...wrongPage(date)];

/** What is left out is as the series has it: without anything the date is as all others. */
export const DateChange = withRules(z.object({
  startsAt: sentTime(words.noTime).optional(),
  endsAt: sentTime(words.noTime).optional().describe("If left out, it is as long as the others."),
  place: optionalText(limits.place).nullish(),
  url: optionalValue(webAddress).nullish(),
  bookId: id.nullish(),
  upTo: pageNumber.nullish(),
  sequence,
}));
export type DateChange = z.output<typeof DateChange>;

export const NewReply = z.object({
  reply: z.enum(meetingReplies),
  date: sentTime(words.noTime).optional().describe("Of one that repeats, which date; the next one, if left out."),
});

export const MeetingsQuery = z.object({ after: id.optional().describe("The id of the last one of the page before.") });
