import * as actions from "../../../server/actions/account/auth.ts";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { ResendVerification } from "../../../islands/ResendVerification.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { Notice } from "../../../islands/ui/Notice.tsx";
import { Address } from "../../../server/contract/account/auth.ts";
import { type FailureText, verifyFailureText } from "../../../server/contract/account/failure_texts.ts";
import { asAppError } from "../../../server/errors.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { logFailure } from "../../../server/http/request_log.ts";
import { router } from "../../../server/http/router.ts";
import { Island } from "../../layout/Island.tsx";
import { type Page, page } from "../../layout/page.tsx";
import { withNext } from "../../../server/contract/site/paths.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { verifyServerTexts, verifyTexts } from "../../../server/contract/account/texts.ts";

export const verify = router();

/** Its address holds the token, and its form posts to that address. */
const confirmPage: Page = {
  title: "Verify email",
  description: descriptions.verify,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <form method="post" className="card bookplate stack" data-verify data-verifying={verifyServerTexts.verifying}>
      <h1>Verify your email</h1>
      <p role="status">{verifyServerTexts.confirm}</p>
      <Button type="submit" kind="primary">Verify email</Button>
    </form>
  ),
};

interface Resend {
  open: boolean;
  email?: string;
  error?: FailureText;
}

const failed = (shown: FailureText | undefined, resend: Resend, { again = false } = {}): Page => ({
  title: "Verify email",
  description: descriptions.verify,
  width: "narrow",
  // The dialog to ask for another mail.
  styles: ["auth-pages", "people-pages"],
  body: (
    <div className="card bookplate stack">
      <h1>Verify your email</h1>
      {shown && <FormError {...shown} />}
      {again && (
        <form method="post">
          <Button type="submit" kind="primary">Verify email</Button>
        </form>
      )}
      <Island of={ResendVerification} props={resend} />
      <p className="muted">
        <a href={accountPaths.login}>Go to Login</a>
      </p>
    </div>
  ),
});

/** @param groupId of the group by whose invite link they registered */
const succeeded = (groupId?: string): Page => ({
  title: "Email verified",
  description: descriptions.verify,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <div className="card bookplate stack">
      <h1>Verify your email</h1>
      <Notice kind="success">
        <p>{verifyServerTexts.success}</p>
      </Notice>
      <LinkButton kind="primary" href={withNext(accountPaths.login, groupId && groupPaths.group(groupId))}>
        Go to Login
      </LinkButton>
    </div>
  ),
});

/** Opening the link changes nothing, since programs that look through mail open links too. */
verify.get(accountPaths.verifyEmail, (c) => {
  const resending = c.req.query("resend") !== undefined;
  if (c.req.query("token") && !resending) return page(c, confirmPage);
  if (resending) return page(c, failed(undefined, { open: true }));
  return page(c, { ...failed({ text: verifyTexts.noToken }, { open: false }), status: 400 });
});

verify.post(accountPaths.verifyEmail, async (c) => {
  try {
    return page(c, succeeded(await actions.verifyEmail(c.var.deps, c.req.query("token"))));
  } catch (error) {
    const { status, code, message, details } = asAppError(error);
    logFailure(c, error, "verifying failed");
    const content = failed(verifyFailureText({ code, message }), { open: false }, { again: status >= 500 });
    return page(c, { ...content, status, headers: details.headers });
  }
});

verify.get(accountPaths.resendVerification, (c) => c.redirect(accountPaths.requestVerification, 303));

verify.post(accountPaths.resendVerification, async (c) => {
  const fields = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: Address, fields },
    ({ email }) => actions.resendVerification(c.var.deps, email, { address: c.var.address }),
  );
  if (outcome.ok) return flashAndRedirect(c, outcome, { success: verifyTexts.resent, to: accountPaths.login });
  const { message, status, headers } = outcome;
  const resend = { open: true, email: fields.email, error: { text: message } };
  return page(c, { ...failed(undefined, resend), status, headers });
});
