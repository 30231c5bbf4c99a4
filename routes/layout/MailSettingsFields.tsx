import type { MailSettings } from "../../server/contract/notices/notices.ts";
import { serverTexts } from "../../server/contract/server_texts.ts";

/** The choice of which notices are mailed, on the viewer's own page and on that of a mail's link. */
export function MailSettingsFields({ mentions, digest }: MailSettings) {
  return (
    <>
      <label className="notice-choice">
        <input type="checkbox" name="mentions" defaultChecked={mentions} />
        {serverTexts.mailSettings.mentions}
      </label>
      <label className="notice-choice">
        <input type="checkbox" name="digest" defaultChecked={digest} />
        {serverTexts.mailSettings.digest}
      </label>
    </>
  );
}
