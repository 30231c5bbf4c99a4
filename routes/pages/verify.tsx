import { Notice } from "../../islands/components/Notice.tsx";
import { LinkButton } from "../../islands/components/Button.tsx";
import { FormError } from "../../islands/components/FormError.tsx";
import { ResendVerification } from "../../islands/ResendVerification.tsx";
import * as actions from "../../server/actions/auth.ts";
import { Address } from "../../server/contract/auth.ts";
import { paths } from "../../server/contract/paths.ts";
import { type Shown, shownVerifyError } from "../../server/contract/shown.ts";
import { texts } from "../../server/contract/texts.ts";
import { asAppError } from "../../server/errors.ts";
import { setFlash } from "../../server/http/flash.ts";
import { attempt, readForm } from "../../server/http/form.ts";
import { limitMail } from "../../server/rate_limits.ts";
import { logFailure } from "../../server/http/request_log.ts";
import { router } from "../../server/http/router.ts";
import { Island } from "../layout/Island.tsx";
import { page } from "../layout/page.tsx";

export const verify = router();

interface Resend {
  open: boolean;
  email?: string;
  error?: Shown;
}

const failed = (shown: Shown | undefined, resend: Resend) => ({
  title: "Verify email",
  width: "narrow" as const,
  body: (
    <div className="card bookplate stack">
      <h1>Verify your email</h1>
      {shown && <FormError {...shown} />}
      <Island of={ResendVerification} props={resend} />
      <p className="muted">
        <a href={paths.login}>Go to Login</a>
      </p>
    </div>
  ),
});

const succeeded = {
  title: "Email verified",
  width: "narrow" as const,
  body: (
    <div className="card bookplate stack">
      <h1>Verify your email</h1>
      <Notice kind="success">
        <p>{texts.verify.success}</p>
      </Notice>
      <LinkButton kind="primary" href={paths.login}>Go to Login</LinkButton>
    </div>
  ),
};

/** Opening the link is what verifies: here, on the server, with a script or without. */
verify.get(paths.verifyEmail, async (c) => {
  const asked = c.req.query("resend") !== undefined;
  const token = c.req.query("token");
  if (asked && !token) return page(c, failed(undefined, { open: true }));
  try {
    await actions.verifyEmail(c.var.deps, token);
    return page(c, succeeded);
  } catch (error) {
    const { status, message } = asAppError(error);
    logFailure(c, error, "verifying failed");
    return page(c, { ...failed(shownVerifyError(message), { open: asked }), status });
  }
});

verify.post(paths.verifyEmail, async (c) => {
  const fields = await readForm(c);
  const outcome = await attempt(c, { schema: Address, fields }, async ({ email }) => {
    await limitMail(c, email);
    await actions.resendVerification(c.var.deps, email);
  });
  if (!outcome.ok) {
    const resend = { open: true, email: fields.email, error: { text: outcome.message } };
    return page(c, { ...failed(undefined, resend), status: outcome.status });
  }
  setFlash(c, "success", texts.verify.resent);
  return c.redirect(paths.login, 303);
});
