import { Field } from "../../../islands/forms/Field.tsx";
import { LoginNameField } from "../../../islands/account/LoginNameField.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { confirmEmail } from "../../../server/actions/account/email.ts";
import { requestPasswordReset, resetPassword } from "../../../server/actions/account/passwords.ts";
import { accountPaths, loginPaths } from "../../../server/contract/account/paths.ts";
import { accountTexts, passwordTexts, resetServerTexts } from "../../../server/contract/account/texts.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { router } from "../../../server/http/router.ts";
import { type Page, page } from "../../layout/page.tsx";
import { formPage, newPassword, NoticeLine } from "../../layout/parts.tsx";

export const mailedLinks = router();

const forgot = ({ email, error, sent }: { email?: string; error?: string; sent?: boolean }): Page =>
  formPage(
    { title: "Forgot password", description: descriptions.reset },
    <>
      <h1>Forgot your password?</h1>
      {error && <FormError text={error} />}
      {sent ? <NoticeLine kind="success" text={resetServerTexts.requested} /> : (
        <>
          <p>Enter your email address or username, and we'll email you a link to choose a new password.</p>
          <p className="muted">{resetServerTexts.noEmail}</p>
          <LoginNameField autoComplete="username" defaultValue={email} />
          <Button type="submit" kind="primary">Send link</Button>
        </>
      )}
      <LinkButton kind="plain" icon="arrow-left" href={loginPaths.login}>Login</LinkButton>
    </>,
  );

mailedLinks.get(loginPaths.forgotPassword, (c) => page(c, forgot({ sent: c.req.query("sent") !== undefined })));

mountForm(mailedLinks, requestPasswordReset, {
  done: (c) => c.redirect(`${loginPaths.forgotPassword}?sent`, 303),
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
        <a href={loginPaths.forgotPassword}>Ask for a new link</a>
      </p>
    </>,
  );

mailedLinks.get(accountPaths.resetPassword, (c) => {
  const error = c.req.query("token") ? undefined : resetServerTexts.invalidToken;
  return page(c, choose(error));
});

mountForm(mailedLinks, resetPassword, { refused: (c, refusal) => page(c, { ...choose(refusal.message), refusal }) });

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

mailedLinks.get(accountPaths.confirmEmail, (c) => page(c, confirm()));

mountForm(mailedLinks, confirmEmail, {
  done: (c, { message }) => page(c, confirm({ done: message })),
  refused(c, refusal) {
    const error = refusal.code === "invalid_input" ? accountTexts.invalidEmailLink : refusal.message;
    return page(c, { ...confirm({ error }), refusal });
  },
});
