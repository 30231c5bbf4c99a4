/**
 * The settings of notices by mail, for people who have the link of such a mail, without logging in. The token is in the
 * query, which no log has. Opening the link changes nothing, since programs that look through mail open links too.
 */
import { chooseMailsByLink, findByMailLink, setMailSettings } from "../../../server/actions/notices/mails.ts";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { NotFound } from "../../../server/errors.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import { limitCalls } from "../../../server/rate_limits.ts";
import { MailSettingsFields } from "./MailSettingsFields.tsx";
import { page } from "../../layout/page.tsx";
import { noticePaths } from "../../../server/contract/notices/paths.ts";
import { mailSettingsServerTexts } from "../../../server/contract/notices/texts.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";

export const unsubscribe = router();

const tokenOf = (c: Ctx): string => c.req.query("token") ?? "";

unsubscribe.get(noticePaths.unsubscribe, async (c) => {
  const token = tokenOf(c);
  const settings = await findByMailLink(c.var.deps, token).catch((error) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
  const form = settings && (
    <>
      <form method="post" action={noticePaths.unsubscribeSettingsBy(token)} className="stack">
        <MailSettingsFields {...settings} />
        <div>
          <Button type="submit" kind="primary">{mailSettingsServerTexts.save}</Button>
        </div>
      </form>
      <form method="post" action={noticePaths.unsubscribeSettingsBy(token)}>
        <Button type="submit">{mailSettingsServerTexts.unsubscribeAll}</Button>
      </form>
    </>
  );
  return await page(c, {
    title: mailSettingsServerTexts.pageTitle,
    description: descriptions.mailSettings,
    width: "narrow",
    status: settings ? 200 : 404,
    styles: ["auth-pages", "notices-page"],
    body: (
      <div className="card bookplate stack">
        <h1>{mailSettingsServerTexts.pageTitle}</h1>
        {form ?? <FormError text={mailSettingsServerTexts.invalidLink} />}
      </div>
    ),
  });
});

mountForm(unsubscribe, chooseMailsByLink);

/**
 * What a mail program calls when its reader unsubscribes with one click (RFC 8058): without cookies, from anywhere, and
 * without a redirect in answer. Only the token counts, so that it stands before what looks at sessions and origins.
 */
export const oneClickUnsubscribe = router();

oneClickUnsubscribe.post(noticePaths.unsubscribe, async (c) => {
  const { deps, address } = c.var;
  await limitCalls(deps.limiter, { address });
  const { userId } = await findByMailLink(deps, tokenOf(c));
  await setMailSettings(deps, userId, { mentions: false, digest: false });
  return c.text(mailSettingsServerTexts.unsubscribed);
});
