/** The private address of a person's calendar, and the file of one meeting. */
import { z } from "zod";
import * as stored from "../../../db/groups/calendars.ts";
import { findNoticeSettings } from "../../../db/notices/mail_settings.ts";
import { newToken } from "../../auth/secrets.ts";
import * as limits from "../../contract/groups/limits.ts";
import { meetingTexts as words } from "../../contract/groups/meeting_texts.ts";
import { noticePaths } from "../../contract/notices/paths.ts";
import type { User } from "../../contract/people/shapes.ts";
import { dateOfDay, dayOf } from "../../contract/reading/days.ts";
import { rawText } from "../../contract/site/fields.ts";
import type { Deps } from "../../deps.ts";
import { found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { calendarFile } from "./calendar_file.ts";
import { meetingNotFound } from "./meeting_reads.ts";

const gives = { url: z.string().nullable().describe("Null where there is none.") };

/** In the query: paths are logged. */
export const calendarAddress = ({ config }: Deps, token: string): string =>
  `${config.publicUrl}${config.apiBase}/calendar.ics?token=${token}`;

export const readCalendar = operation({
  call: "GET /calendar",
  summary: "The private address of the caller's calendar: the meetings of their groups and the days of their plans",
  access: "signedIn",
  gives,
  isSecret: true,
  async run({ deps, user }) {
    const { calendarToken: token } = await findNoticeSettings(deps.db, user.id);
    return { url: token && calendarAddress(deps, token) };
  },
});

export const renewCalendar = operation({
  call: "POST /calendar",
  summary: "Makes a new address of the caller's calendar; the one before ends",
  access: "signedIn",
  gives,
  isSecret: true,
  limit: "groupChange",
  form: { path: noticePaths.calendar, says: words.calendarMade, to: () => noticePaths.noticesWithCalendar },
  async run({ deps, user }) {
    const token = newToken();
    await stored.saveToken(deps.db, { userId: user.id, token }, deps.clock());
    return { url: calendarAddress(deps, token) };
  },
});

export const revokeCalendar = operation({
  call: "DELETE /calendar",
  summary: "Ends the address of the caller's calendar",
  access: "signedIn",
  gives,
  limit: "groupChange",
  form: {
    path: noticePaths.revokeCalendar,
    says: words.calendarRevoked,
    to: () => noticePaths.noticesWithCalendar,
  },
  async run({ deps, user }) {
    await stored.deleteToken(deps.db, user.id);
    return { url: null };
  },
});

export const sendCalendar = operation({
  call: "GET /calendar.ics",
  summary: "The calendar of the person whose address this is",
  access: "anyone",
  takes: z.object({ token: rawText(limits.calendar.token).describe("That of the address.") }),
  type: "text/calendar",
  fails: { 404: ["calendar_not_found"] },
});

/** @throws NotFound for an address that is none any more, TooMany */
export async function readCalendarOf(deps: Deps, token: string): Promise<string> {
  const { db, clock, limiter } = deps;
  const owner = found(
    await stored.findOwner(db, token),
    () => new NotFound(words.calendarNotFound, "calendar_not_found"),
  );
  await limiter.take("calendar", owner.id);
  const now = clock();
  const today = dayOf(now, "UTC");
  const [meetings, plans] = await Promise.all([
    stored.listCalendarMeetings(db, owner.id, now),
    stored.listCalendarPlans(db, owner.id, {
      from: dateOfDay(today - limits.calendar.past),
      to: dateOfDay(today + limits.calendar.ahead),
    }),
  ]);
  return await calendarFile(deps, { meetings, plans });
}

export const sendMeeting = operation({
  call: "GET /meetings/:meetingId.ics",
  summary: "A meeting as a file for calendars, to members of its group",
  access: "member",
  type: "text/calendar",
  fails: { 404: ["meeting_not_found"] },
});

/** @throws NotFound for outsiders */
export async function readMeetingFile(deps: Deps, user: User, file: string): Promise<string> {
  const [, id = ""] = /^(.*)\.ics$/.exec(file) ?? [];
  const meetings = await stored.findCalendarMeetings(deps.db, user.id, { ids: [id], dates: "all" }, deps.clock());
  if (meetings.length === 0) throw meetingNotFound();
  return await calendarFile(deps, { meetings });
}
