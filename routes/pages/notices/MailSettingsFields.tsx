import type { MailSettings } from "../../../server/contract/notices/shapes.ts";
import { mailSettingsServerTexts } from "../../../server/contract/notices/texts.ts";

/** The choice of which notices are mailed, on the viewer's own page and on that of a mail's link. */
export function MailSettingsFields({ mentions, digest }: MailSettings) {
  return (
    <>
      <label className="notice-choice">
        <input type="checkbox" name="mentions" defaultChecked={mentions} />
        {mailSettingsServerTexts.mentions}
      </label>
      <label className="notice-choice">
        <input type="checkbox" name="digest" defaultChecked={digest} />
        {mailSettingsServerTexts.digest}
      </label>
    </>
  );
}
