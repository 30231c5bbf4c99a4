/** Notices by mail: those that stay unread. */
import {
  cancelDigest,
  findDigest,
  findMailSettingsByToken,
  insertDigest,
  listDueUsers,
  mailToken,
  saveMailSettings,
} from "../../../db/notices/mail_settings.ts";
import { newToken } from "../../auth/tokens.ts";
import type { MailSettings } from "../../contract/notices/notices.ts";
import type { Deps } from "../../deps.ts";
import { NotFound } from "../../errors.ts";
import { digestMail } from "../../mail/digest.tsx";
import type { NewMail } from "../../../db/notices/mail_queue.ts";
import { noticePaths } from "../../contract/notices/paths.ts";
import { mailSettingsServerTexts } from "../../contract/notices/texts.ts";

type Parts = Pick<Deps, "db" | "clock" | "config" | "log" | "mailer">;

/** How many users are looked for at a time. */
const part = 100;

/**
 * Mails everybody's notices that are due, in one mail each. That it is mailed is stored in the write that adds it to
 * the mail queue, so that two instances at once, or a crash, neither mail twice nor leave out.
 */
export async function mailDigests(deps: Parts, stopped: AbortSignal): Promise<void> {
  let due: string[];
  let after = "";
  do {
    due = await listDueUsers(deps.db, deps.clock(), { after, limit: part });
    for (const userId of due) if (!stopped.aborted) await tryMailDigest(deps, userId);
    after = due.at(-1) ?? after;
  } while (due.length === part && !stopped.aborted);
}

/** One mail that fails delays no other. */
async function tryMailDigest(deps: Parts, userId: string): Promise<void> {
  try {
    await mailDigest(deps, userId);
  } catch (err) {
    deps.log.error({ err }, "notices could not be mailed yet");
  }
}

/** Where something was read, or mailed, meanwhile it does nothing: the next run looks again. */
async function mailDigest({ db, clock, config, log, mailer }: Parts, userId: string): Promise<void> {
  const now = clock();
  const { to, due, parts } = await findDigest(db, userId, now);
  if (!to || due.length === 0) return;
  const noticeIds = due.map(({ id }) => id);
  if (to.disabledAt) return void await cancelDigest(db, noticeIds);
  const unsubscribeUrl = config.publicUrl + noticePaths.unsubscribeBy(await mailToken(db, userId, newToken()));
  const content = digestMail({
    site: config.site,
    name: to.fullName,
    notices: due,
    origin: config.publicUrl,
    unsubscribeUrl,
  });
  let mail: NewMail;
  try {
    mail = mailer.rowOf({ to: to.email, ...content, unsubscribeUrl });
  } catch (err) {
    log.warn({ err }, "notices cannot be mailed");
    await cancelDigest(db, noticeIds);
    return;
  }
  if (await insertDigest(db, { userId, noticeIds, parts, mail }, now)) mailer.wake();
}

/** Stores which notices the viewer wants by mail. */
export const setMailSettings = ({ db }: Pick<Deps, "db">, userId: string, settings: MailSettings): Promise<void> =>
  saveMailSettings(db, userId, settings, newToken());

/** The settings that the link of a mail is for. @throws NotFound */
export async function findByMailLink(
  { db }: Pick<Deps, "db">,
  token: string,
): Promise<MailSettings & { userId: string }> {
  const settings = await findMailSettingsByToken(db, token);
  if (!settings) throw new NotFound(mailSettingsServerTexts.invalidLink);
  return settings;
}
