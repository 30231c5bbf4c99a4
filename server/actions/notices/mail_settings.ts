import { z } from "zod";
import { findMailSettingsByToken, saveMailSettings, saveReminderSettings } from "../../../db/notices/mail_settings.ts";
import { newToken } from "../../auth/secrets.ts";
import { noticePaths } from "../../contract/notices/paths.ts";
import { MailSettings, ReminderSettings } from "../../contract/notices/shapes.ts";
import { mailSettingsServerTexts, mailSettingsTexts } from "../../contract/notices/texts.ts";
import { tokenIn } from "../../contract/site/paths.ts";
import type { Deps } from "../../deps.ts";
import { found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

export const setMailSettings = ({ db }: Deps, userId: string, settings: MailSettings): Promise<void> =>
  saveMailSettings(db, userId, settings, newToken());

export const findByMailLink = async ({ db }: Deps, token: string) =>
  found(await findMailSettingsByToken(db, token), () => new NotFound(mailSettingsServerTexts.invalidLink));

export const chooseMails = operation({
  call: "POST /notices/mail",
  summary: "Chooses which notices are mailed",
  access: "signedIn",
  takes: MailSettings,
  form: {
    path: noticePaths.mailSettings,
    says: mailSettingsServerTexts.saved,
    failed: mailSettingsTexts.saveFailed,
    to: () => noticePaths.notices,
  },
  run: ({ deps, user }, settings) => setMailSettings(deps, user.id, settings),
});

export const chooseReminders = operation({
  call: "POST /notices/reminders",
  summary: "Chooses how long before meetings the caller is reminded of them",
  access: "signedIn",
  takes: ReminderSettings,
  form: {
    path: noticePaths.reminders,
    says: mailSettingsServerTexts.saved,
    failed: mailSettingsTexts.saveFailed,
    to: () => noticePaths.noticesWithCalendar,
  },
  run: ({ deps, user }, settings) => saveReminderSettings(deps.db, user.id, settings, newToken()),
});

export const chooseMailsByLink = operation({
  call: "POST /unsubscribe/settings",
  summary: "Chooses which notices are mailed, by the link of such a mail",
  access: "anyone",
  takes: MailSettings.extend({ token: z.string() }),
  fails: { 404: ["not_found"] },
  form: {
    path: noticePaths.unsubscribeSettings,
    read: ({ fields, search }) => ({ ...fields, token: tokenIn(search) }),
    says: mailSettingsServerTexts.saved,
    to: ({ search }) => noticePaths.unsubscribeBy(tokenIn(search)),
  },
  async run({ deps }, { token, ...settings }) {
    const { userId } = await findByMailLink(deps, token);
    await setMailSettings(deps, userId, settings);
  },
});
