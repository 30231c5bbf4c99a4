/** Meetings and the days of plans, as calendars read them (RFC 5545). */
import { giveWay } from "../../../db/engine/timing.ts";
import type { CalendarMeeting, CalendarPlan } from "../../../db/groups/calendars.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import * as limits from "../../contract/groups/limits.ts";
import { meetingTexts as words } from "../../contract/groups/meeting_texts.ts";
import { dateOfDay, dayOf } from "../../contract/reading/days.ts";
import { readingPaths } from "../../contract/reading/paths.ts";
import { expectedAt, listReadingDays } from "../../contract/reading/plan.ts";
import { pageAt } from "../../contract/reading/positions.ts";
import { placeWithin } from "../../contract/reading/places.ts";
import { isDateOf } from "../../contract/groups/occurrences.ts";
import type { Deps } from "../../deps.ts";
import { timeZoneEntry } from "./time_zone_entry.ts";

interface Content {
  meetings: CalendarMeeting[];
  plans?: CalendarPlan[];
}

/** Its text depends on the content alone, until days of it pass. */
export async function calendarFile(
  { config, clock }: Pick<Deps, "config" | "clock">,
  { meetings, plans = [] }: Content,
): Promise<string> {
  const { default: ical, ICalCalendarMethod: Method } = await import("ical-generator");
  const now = clock();
  const zones = await zoneEntriesOf(meetings, now);
  const calendar = ical({
    name: config.site.name,
    prodId: { company: config.site.name, product: words.title, language: "EN" },
    method: Method.PUBLISH,
    ttl: 3600,
    // No zone of its own: its stamps would not be in UTC.
    timezone: { name: null, generator: (timeZone) => zones.get(timeZone)! },
  });
  for (const meeting of meetings) {
    for (const entry of entriesOf(meeting, config.publicUrl)) calendar.createEvent(entry);
    await giveWay();
  }
  for (const day of daysOf(plans, now)) calendar.createEvent(dayEntryOf(day, config.publicUrl));
  return `${withPropertiesFirst(calendar.toString())}\r\n`;
}

/** As RFC 5545, 3.6, has it: the library writes these two behind the time zones. */
const withPropertiesFirst = (file: string): string =>
  file.replace(/^(BEGIN:VTIMEZONE.*^END:VTIMEZONE\r\n)(REFRESH-INTERVAL\S*\r\nX-PUBLISHED-TTL\S*\r\n)/ms, "$2$1");

/**
 * Of one that repeats also its dates that were changed alone, under the same id, each known by when it would start; those
 * that were cancelled are left out of the series.
 */
function entriesOf(meeting: CalendarMeeting, origin: string) {
  const { timeZone, repeats, cancelledAt } = meeting;
  if (repeats === null) return [entryOf(meeting, origin)];
  const changed = meeting.changed.filter(({ date }) => isDateOf(meeting, date))
    .map((date) => ({ ...date, recurrenceId: at(date.date, timeZone) }));
  const cancelled = changed.filter(({ cancelledAt }) => cancelledAt !== null)
    .map(({ date }) => excluded(date, timeZone));
  const rule = `RRULE:${ruleOf(repeats, at(meeting.startsAt, timeZone).day)}`;
  return [
    { ...entryOf(meeting, origin), repeating: [rule, ...cancelled].join("\n") },
    ...changed.filter(({ cancelledAt }) => cancelledAt === null).map(({ recurrenceId, ...date }) => ({
      ...entryOf({ ...meeting, ...date, cancelledAt }, origin),
      recurrenceId,
    })),
  ];
}

const at = (time: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);

/** In the form that the start of its series has: such as `20270318T190000` in its zone, with `Z` in UTC. */
function excluded(date: number, timeZone: string): string {
  const written = at(date, timeZone).toPlainDateTime().toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "");
  return timeZone === "UTC" ? `EXDATE:${written}Z` : `EXDATE;TZID=${timeZone}:${written}`;
}

/** One that repeats has the clocks of its zone, any other the time itself. */
function entryOf({ id, title, groupId, groupName, timeZone, repeats, ...meeting }: CalendarMeeting, origin: string) {
  const { startsAt, endsAt, place, url, bookTitle, upTo, sequence, updatedAt, cancelledAt } = meeting;
  const [start, end] = [startsAt, endsAt].map((time) => at(time, repeats === null ? "UTC" : timeZone));
  const toRead = upTo === null ? bookTitle : words.readUpTo(`${words.upTo} ${upTo}`, bookTitle ?? "");
  return {
    id,
    sequence,
    stamp: new Date(updatedAt),
    ...(repeats === null ? { start: new Date(startsAt), end: new Date(endsAt) } : {
      start,
      end,
      timezone: timeZone,
    }),
    summary: words.inCalendar(title, groupName),
    location: place ?? url,
    description: [toRead, url].filter(Boolean).join("\n"),
    url: origin + clubPaths.meeting(groupId, id),
    status: (cancelledAt === null ? "CONFIRMED" : "CANCELLED") as never,
  };
}

/** As `occurrences`: where a month has no such day, it is the month's last. */
function ruleOf(repeats: NonNullable<CalendarMeeting["repeats"]>, day: number): string {
  if (repeats !== "monthly") return `FREQ=WEEKLY${repeats === "fortnightly" ? ";INTERVAL=2" : ""}`;
  if (day <= shortestMonth) return "FREQ=MONTHLY";
  const days = Array.from({ length: day - shortestMonth + 1 }, (_, n) => shortestMonth + n);
  return `FREQ=MONTHLY;BYMONTHDAY=${days};BYSETPOS=-1`;
}

const shortestMonth = 28;

/** How far a series is described, which calendars fetch again before it ends. */
const zoneYears = 6;

/** By the names of the zones of those that repeat. */
export async function zoneEntriesOf(meetings: CalendarMeeting[], now: number): Promise<Map<string, string>> {
  const repeating = meetings.filter(({ repeats }) => repeats !== null);
  const entries = new Map<string, string>();
  for (const [timeZone, ofZone] of Map.groupBy(repeating, ({ timeZone }) => timeZone)) {
    entries.set(timeZone, timeZoneEntry(timeZone, rangeOf(ofZone, now)));
    await giveWay();
  }
  return entries;
}

function rangeOf(meetings: CalendarMeeting[], now: number) {
  const thisYear = Date.UTC(new Date(now).getUTCFullYear(), 0);
  const first = Math.min(...meetings.map(({ startsAt }) => startsAt));
  const from = Math.max(first, thisYear - zoneYears * limits.calendar.storedFor);
  return { from, to: Math.max(from, thisYear) + zoneYears * limits.calendar.storedFor };
}

interface PlannedDay extends CalendarPlan {
  day: number;
}

function daysOf(plans: CalendarPlan[], now: number): PlannedDay[] {
  const today = dayOf(now, "UTC");
  const [from, to] = [today - limits.calendar.past, today + limits.calendar.ahead];
  return plans.flatMap((plan) => listReadingDays(plan, from, to).map((day) => ({ ...plan, day })))
    .toSorted((a, b) => a.day - b.day).slice(0, limits.calendar.days);
}

/** Of a day as it is where its reader is; it does not make them busy. */
function dayEntryOf(
  { day, bookId, groupId, groupName, title, edition, createdAt, ...plan }: PlannedDay,
  origin: string,
) {
  const date = dateOfDay(day);
  const place = placeWithin(pageAt(edition, expectedAt(plan, day)), edition.unit);
  return {
    id: `${bookId}-${date}`,
    stamp: new Date(createdAt),
    start: Temporal.PlainDate.from(date),
    allDay: true,
    summary: words.dayInCalendar(title, place),
    description: groupName,
    url: origin + readingPaths.bookPage(groupId, bookId),
    transparency: "TRANSPARENT" as never,
  };
}
