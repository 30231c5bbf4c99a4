import { z } from "zod";
import { pageNumber } from "../books/shapes.ts";
import { id, optionalText, optionalValue, requiredText, sentTime, text, webAddress } from "../site/fields.ts";
import { count, time } from "../site/shapes.ts";
import { isTimeZone } from "../site/time_zone.ts";
import { meetings as limits } from "./limits.ts";
import { meetingTexts as words } from "./meeting_texts.ts";

export const repeats = ["weekly", "fortnightly", "monthly"] as const;
export type Repeats = (typeof repeats)[number];

export const meetingReplies = ["yes", "maybe", "no"] as const;
export type MeetingReply = (typeof meetingReplies)[number];

export const Meeting = z.strictObject({
  id: z.string(),
  groupId: z.string(),
  title: z.string(),
  startsAt: time.describe("Of one that repeats, that of the next time."),
  endsAt: time,
  timeZone: z.string(),
  place: z.string().nullable(),
  url: z.string().nullable(),
  bookId: z.string().nullable(),
  upTo: z.number().nullable().describe("The page of the caller's copy up to which to have read."),
  repeats: z.enum(repeats).nullable(),
  replies: z.strictObject({ yes: count, maybe: count, no: count }),
  mine: z.enum(meetingReplies).nullable(),
  mayChange: z.boolean().describe("Whether the caller may change and cancel it."),
  cancelledAt: time.nullable(),
}).meta({ id: "Meeting" });
export type Meeting = z.infer<typeof Meeting>;

/** Calendars know zones by their names. Some names that are known elsewhere have no clocks here. */
function isNamedZone(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return isTimeZone(timeZone) && !/^[+-]/.test(timeZone);
  } catch {
    return false;
  }
}

export const NewMeeting = z.object({
  title: requiredText(limits.title),
  startsAt: sentTime(words.noTime),
  endsAt: sentTime(words.noTime),
  timeZone: text(limits.timeZone).refine(isNamedZone, words.unknownZone),
  place: optionalText(limits.place).nullish().transform((value) => value ?? null),
  url: optionalValue(webAddress).nullish().transform((value) => value ?? null),
  bookId: id.nullish().transform((value) => value ?? null),
  upTo: pageNumber.nullish().transform((value) => value ?? null),
  repeats: z.enum(repeats).nullish().transform((value) => value ?? null),
}).superRefine(({ startsAt, endsAt, bookId, upTo }, context) => {
  const wrong = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if (endsAt <= startsAt) wrong("endsAt", words.endsBefore);
  if (endsAt - startsAt > limits.longest) wrong("endsAt", words.tooLong);
  if (upTo !== null && bookId === null) wrong("upTo", words.noBook);
});
export type NewMeeting = z.output<typeof NewMeeting>;

export const NewReply = z.object({ reply: z.enum(meetingReplies) });

export const MeetingsQuery = z.object({ after: id.optional().describe("The id of the last one of the page before.") });
