import { Field } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { requestPasswordReset, resetPassword } from "../../../server/actions/account/passwords.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { passwordTexts, resetServerTexts } from "../../../server/contract/account/texts.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { router } from "../../../server/http/router.ts";
import { type Page, page } from "../../layout/page.tsx";
import { newPassword } from "../../layout/parts.tsx";
import { formPage, NoticeLine } from "../../layout/parts.tsx";

export const reset = router();

const forgot = ({ email, error, sent }: { email?: string; error?: string; sent?: boolean }): Page =>
  formPage(
    { title: "Forgot password", description: descriptions.reset },
    <>
      <h1>Forgot your password?</h1>
      {error && <FormError text={error} />}
      {sent ? <NoticeLine kind="success" text={resetServerTexts.requested} /> : (
        <>
          <p>Enter your email address and we'll email you a link to choose a new password.</p>
          <Field label="Email" name="email" type="email" autoComplete="username" defaultValue={email} required />
          <Button type="submit" kind="primary">Send link</Button>
        </>
      )}
      <p className="muted">
        <a href={accountPaths.login}>Back to login</a>
      </p>
    </>,
  );

reset.get(accountPaths.forgotPassword, (c) => page(c, forgot({ sent: c.req.query("sent") !== undefined })));

mountForm(reset, requestPasswordReset, {
  done: (c) => c.redirect(`${accountPaths.forgotPassword}?sent`, 303),
  refused: (c, refusal, { fields: { email } }) => page(c, { ...forgot({ email, error: refusal.message }), refusal }),
});

const choose = (error?: string): Page =>
  formPage(
    { title: "New password", description: descriptions.reset },
    <>
      <h1>Choose a new password</h1>
      {error && <FormError text={error} />}
      <Field label="New password" name="password" hint={passwordTexts.rules} {...newPassword} />
      <Field label="Confirm password" name="confirmPassword" {...newPassword} />
      <Button type="submit" kind="primary">Change password</Button>
      <p className="muted">
        <a href={accountPaths.forgotPassword}>Ask for a new link</a>
      </p>
    </>,
  );

reset.get(accountPaths.resetPassword, (c) => {
  const error = c.req.query("token") ? undefined : resetServerTexts.invalidToken;
  return page(c, choose(error));
});

mountForm(reset, resetPassword, { refused: (c, refusal) => page(c, { ...choose(refusal.message), refusal }) });
