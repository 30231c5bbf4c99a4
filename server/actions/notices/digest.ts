import { type CalendarMeeting, findCalendarMeetings } from "../../../db/groups/calendars.ts";
import type { NewMail } from "../../../db/notices/mail_queue.ts";
import {
  cancelDigest,
  findDigest,
  holdDigest,
  insertDigest,
  listDueUsers,
  mailToken,
} from "../../../db/notices/mail_settings.ts";
import type { NewNotice } from "../../../db/notices/notices.ts";
import { newToken } from "../../auth/secrets.ts";
import { meetingTexts } from "../../contract/groups/meeting_texts.ts";
import { noticePaths } from "../../contract/notices/paths.ts";
import type { Deps } from "../../deps.ts";
import { digestMail } from "../../mail/digest.tsx";
import { calendarFile } from "../groups/calendar_file.ts";
import { meetingOf } from "../groups/meeting_notices.ts";

const batch = 100;

/** Stored in the write that queues the mail: two instances at once, or a crash, neither mail twice nor leave out. */
export async function mailDigests(deps: Deps, stopped: AbortSignal): Promise<void> {
  let due: string[];
  let after = "";
  do {
    due = await listDueUsers(deps.db, deps.clock(), { after, limit: batch });
    for (const userId of due) if (!stopped.aborted) await tryMailDigest(deps, userId);
    after = due.at(-1) ?? after;
  } while (due.length === batch && !stopped.aborted);
}

async function tryMailDigest(deps: Deps, userId: string): Promise<void> {
  try {
    await mailDigest(deps, userId);
  } catch (err) {
    deps.log.error({ err }, "notices could not be mailed yet");
  }
}

async function mailDigest(deps: Deps, userId: string): Promise<void> {
  const { db, clock, config, log, mailer } = deps;
  const now = clock();
  const { to, due, parts, held } = await findDigest(db, userId, now);
  if (held.length > 0) await holdDigest(db, held);
  if (!to || due.length === 0) return;
  const noticeIds = due.map(({ id }) => id);
  if (to.disabledAt || to.email === null) return void await cancelDigest(db, noticeIds);
  const unsubscribeUrl = config.publicUrl + noticePaths.unsubscribeBy(await mailToken(db, userId, newToken()));
  const meetings = await meetingsIn(deps, userId, due);
  const content = digestMail({
    site: config.site,
    name: to.fullName,
    notices: due.map((notice) => ({ ...notice, place: notice.place ?? placeOf(notice, meetings) })),
    origin: config.publicUrl,
    unsubscribeUrl,
  });
  const calendar = meetings.length === 0 ? undefined : await calendarFile(deps, { meetings });
  let mail: NewMail;
  try {
    mail = mailer.rowOf({ to: to.email, ...content, unsubscribeUrl, calendar });
  } catch (err) {
    log.warn({ err }, "notices cannot be mailed");
    await cancelDigest(db, noticeIds);
    return;
  }
  if (await insertDigest(db, { userId, noticeIds, parts, mail }, now)) mailer.wake();
}

type Subject = Pick<NewNotice, "kind"> & { subject: string | null };

const aboutMeeting = ({ kind, subject }: Subject) => kind === "meeting" && subject ? meetingOf(subject) : undefined;

/** As they are by now, with the dates that are meant and those to come. */
async function meetingsIn({ db, clock }: Deps, userId: string, due: Subject[]): Promise<CalendarMeeting[]> {
  const about = due.flatMap((notice) => aboutMeeting(notice) ?? []);
  if (about.length === 0) return [];
  const ids = [...new Set(about.map(({ id }) => id))];
  const dates = about.flatMap(({ date }) => date ?? []);
  return await findCalendarMeetings(db, userId, { ids, dates }, clock());
}

/** Where it takes place, if it does. */
function placeOf(notice: Subject, meetings: CalendarMeeting[]): string | null {
  const about = aboutMeeting(notice);
  const meeting = meetings.find(({ id, cancelledAt }) => id === about?.id && cancelledAt === null);
  const held = meeting?.changed.find(({ date }) => date === about?.date) ?? meeting;
  if (!held || held.cancelledAt !== null) return null;
  return held.place ?? (held.url && meetingTexts.online);
}
