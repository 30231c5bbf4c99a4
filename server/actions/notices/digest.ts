import { findCalendarMeetings } from "../../../db/groups/calendars.ts";
import type { NewMail } from "../../../db/notices/mail_queue.ts";
import {
  cancelDigest,
  findDigest,
  holdDigest,
  insertDigest,
  listDueUsers,
  mailToken,
} from "../../../db/notices/mail_settings.ts";
import { newToken } from "../../auth/secrets.ts";
import { noticePaths } from "../../contract/notices/paths.ts";
import type { NoticeKind } from "../../contract/notices/shapes.ts";
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
  const content = digestMail({
    site: config.site,
    name: to.fullName,
    notices: due,
    origin: config.publicUrl,
    unsubscribeUrl,
  });
  const calendar = await calendarOf(deps, userId, due);
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

/** As the meetings are by now, where there are any, with the dates that are meant and those to come. */
async function calendarOf(
  deps: Deps,
  userId: string,
  due: { kind: NoticeKind; subject: string | null }[],
): Promise<string | undefined> {
  const about = due.flatMap(({ kind, subject }) => kind === "meeting" && subject ? [meetingOf(subject)] : []);
  if (about.length === 0) return undefined;
  const ids = [...new Set(about.map(({ id }) => id))];
  const dates = about.flatMap(({ date }) => date ?? []);
  const meetings = await findCalendarMeetings(deps.db, userId, { ids, dates }, deps.clock());
  return meetings.length === 0 ? undefined : await calendarFile(deps, { meetings });
}
