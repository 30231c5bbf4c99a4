import { Button } from "../../../islands/ui/Button.tsx";
import { Field } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Notice } from "../../../islands/ui/Notice.tsx";
import { requestPasswordReset, resetPassword } from "../../../server/actions/account/passwords.ts";
import { passwordTexts, resetServerTexts } from "../../../server/contract/account/texts.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { router } from "../../../server/http/router.ts";
import { type Page, page } from "../../layout/page.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";

export const reset = router();

const forgot = (props: { email?: string; error?: string; sent?: boolean }): Page => ({
  title: "Forgot password",
  description: descriptions.reset,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <form method="post" className="card bookplate stack">
      <h1>Forgot your password?</h1>
      {props.error && <FormError text={props.error} />}
      {props.sent
        ? (
          <Notice kind="success">
            <p>{resetServerTexts.requested}</p>
          </Notice>
        )
        : (
          <>
            <p>Enter your email address and we'll email you a link to choose a new password.</p>
            <Field
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={props.email}
              required
            />
            <Button type="submit" kind="primary">Send link</Button>
          </>
        )}
      <p className="muted">
        <a href={accountPaths.login}>Back to login</a>
      </p>
    </form>
  ),
});

reset.get(accountPaths.forgotPassword, (c) => page(c, forgot({ sent: c.req.query("sent") !== undefined })));

mountForm(reset, requestPasswordReset, {
  done: (c) => c.redirect(`${accountPaths.forgotPassword}?sent`, 303),
  refused: (c, { message, status, headers }, { fields: { email } }) =>
    page(c, { ...forgot({ email, error: message }), status, headers }),
});

const choose = (error?: string): Page => ({
  title: "New password",
  description: descriptions.reset,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <form method="post" className="card bookplate stack">
      <h1>Choose a new password</h1>
      {error && <FormError text={error} />}
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={passwordTexts.rules}
        required
      />
      <Field label="Confirm password" name="confirmPassword" type="password" autoComplete="new-password" required />
      <Button type="submit" kind="primary">Change password</Button>
      <p className="muted">
        <a href={accountPaths.forgotPassword}>Ask for a new link</a>
      </p>
    </form>
  ),
});

reset.get(
  accountPaths.resetPassword,
  (c) => page(c, choose(c.req.query("token") ? undefined : resetServerTexts.invalidToken)),
);

mountForm(reset, resetPassword, {
  refused: (c, { message, status, headers }) => page(c, { ...choose(message), status, headers }),
});
