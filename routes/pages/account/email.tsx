import type { ComponentProps } from "react";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { ResendVerification } from "../../../islands/ResendVerification.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { confirmEmail, resendVerification, verify, verifyEmail } from "../../../server/actions/account/email.ts";
import { type FailureText, verifyFailureText } from "../../../server/contract/account/failure_texts.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { accountTexts, verifyServerTexts, verifyTexts } from "../../../server/contract/account/texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { withNext } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { asAppError } from "../../../server/errors.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { logFailure } from "../../../server/http/request_log.ts";
import { router } from "../../../server/http/router.ts";
import { Island } from "../../layout/Island.tsx";
import { type Page, page } from "../../layout/page.tsx";
import { cardPage, formPage, NoticeLine } from "../../layout/parts.tsx";

export const emailPages = router();

const confirmPage: Page = {
  ...cardPage({ title: "Verify email", description: descriptions.verify }, null),
  body: (
    <form method="post" className="card bookplate stack" data-verify data-verifying={verifyServerTexts.verifying}>
      <h1>Verify your email</h1>
      <p role="status">{verifyServerTexts.confirm}</p>
      <Button type="submit" kind="primary">Verify email</Button>
    </form>
  ),
};

type Resend = ComponentProps<typeof ResendVerification>;

const failed = (failure: FailureText | undefined, resend: Resend, { mayRetry = false } = {}): Page =>
  cardPage(
    { title: "Verify email", description: descriptions.verify, styles: ["auth-pages", "people-pages"] },
    <>
      <h1>Verify your email</h1>
      {failure && <FormError {...failure} />}
      {mayRetry && (
        <form method="post">
          <Button type="submit" kind="primary">Verify email</Button>
        </form>
      )}
      <Island of={ResendVerification} props={resend} />
      <p className="muted">
        <a href={accountPaths.login}>Go to Login</a>
      </p>
    </>,
  );

const succeeded = (groupId?: string): Page =>
  cardPage(
    { title: "Email verified", description: descriptions.verify },
    <>
      <h1>Verify your email</h1>
      <NoticeLine kind="success" text={verifyServerTexts.success} />
      <LinkButton kind="primary" href={withNext(accountPaths.login, groupId && groupPaths.group(groupId))}>
        Go to Login
      </LinkButton>
    </>,
  );

/** Opening the link changes nothing, since programs that look through mail open links too. */
emailPages.get(accountPaths.verifyEmail, (c) => {
  const resending = c.req.query("resend") !== undefined;
  if (c.req.query("token") && !resending) return page(c, confirmPage);
  if (resending) return page(c, failed(undefined, { open: true }));
  return page(c, { ...failed({ text: verifyTexts.noToken }, { open: false }), status: 400 });
});

// Whatever fails, the page says so, and lets its reader try once more.
mountForm(emailPages, verifyEmail, {
  async respond(c) {
    try {
      return page(c, succeeded(await verify(c.var.deps, c.req.query("token"))));
    } catch (error) {
      const { status, code, message, details } = asAppError(error);
      logFailure(c, error, "verifying failed");
      const content = failed(verifyFailureText({ code, message }), { open: false }, { mayRetry: status >= 500 });
      return page(c, { ...content, status, headers: details.headers });
    }
  },
});

mountForm(emailPages, resendVerification, {
  refused: (c, refusal, { fields: { email } }) =>
    page(c, { ...failed(undefined, { open: true, email, error: { text: refusal.message } }), refusal }),
});

const confirm = ({ done, error }: { done?: string; error?: string } = {}): Page =>
  formPage(
    { title: accountTexts.email, description: accountTexts.confirmEmail },
    <>
      <h1>{accountTexts.email}</h1>
      {error && <FormError text={error} />}
      {done ? <NoticeLine kind="success" text={done} /> : <p>{accountTexts.confirmEmail}</p>}
      {done
        ? <LinkButton kind="primary" href={accountPaths.account}>{accountTexts.title}</LinkButton>
        : <Button type="submit" kind="primary">{accountTexts.useEmail}</Button>}
    </>,
  );

emailPages.get(accountPaths.confirmEmail, (c) => page(c, confirm()));

mountForm(emailPages, confirmEmail, {
  done: (c, { message }) => page(c, confirm({ done: message })),
  refused(c, refusal) {
    const error = refusal.code === "invalid_input" ? accountTexts.invalidEmailLink : refusal.message;
    return page(c, { ...confirm({ error }), refusal });
  },
});
