import { FormError } from "../../../islands/forms/FormError.tsx";
import { chooseMailsByLink, findByMailLink, setMailSettings } from "../../../server/actions/notices/mails.ts";
import { noticePaths } from "../../../server/contract/notices/paths.ts";
import type { MailSettings } from "../../../server/contract/notices/shapes.ts";
import { mailSettingsServerTexts } from "../../../server/contract/notices/texts.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { NotFound } from "../../../server/errors.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import { limitCalls } from "../../../server/rate_limits.ts";
import { page } from "../../layout/page.tsx";
import { cardPage } from "../../layout/parts.tsx";
import { PostButton, Submit } from "../../layout/parts.tsx";

export const unsubscribe = router();

/** The token is in the query, which no log has. Opening the link changes nothing: programs open links too. */
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
        <Submit kind="primary">{mailSettingsServerTexts.save}</Submit>
      </form>
      <PostButton action={noticePaths.unsubscribeSettingsBy(token)}>
        {mailSettingsServerTexts.unsubscribeAll}
      </PostButton>
    </>
  );
  const title = mailSettingsServerTexts.pageTitle;
  const head = { title, description: descriptions.mailSettings, styles: ["auth-pages", "notices-page"] } as const;
  const content = cardPage(
    head,
    <>
      <h1>{title}</h1>
      {form ?? <FormError text={mailSettingsServerTexts.invalidLink} />}
    </>,
  );
  return await page(c, { ...content, status: settings ? 200 : 404 });
});

mountForm(unsubscribe, chooseMailsByLink);

/** RFC 8058: without cookies, from anywhere, so that it stands before what looks at sessions and origins. */
export const oneClickUnsubscribe = router();

oneClickUnsubscribe.post(noticePaths.unsubscribe, async (c) => {
  const { deps, address } = c.var;
  await limitCalls(deps.limiter, { address });
  const { userId } = await findByMailLink(deps, tokenOf(c));
  await setMailSettings(deps, userId, { mentions: false, digest: false });
  return c.text(mailSettingsServerTexts.unsubscribed);
});

export const MailSettingsFields = ({ mentions, digest }: MailSettings) => (
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
