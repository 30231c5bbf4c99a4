/** The page that asks for a code after the password, where no script does. */
import { CodeFields } from "../../../islands/account/CodeFields.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { logInWithCode } from "../../../server/actions/account/two_step.ts";
import { CodeLogin } from "../../../server/contract/account/two_step.ts";
import { loginTexts, twoStepTexts as words } from "../../../server/contract/account/texts.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { signInBrowser } from "../../../server/http/sign_in.ts";
import { setFlash } from "../../../server/http/flash.ts";
import { readForm, runFormAction } from "../../../server/http/form.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import { clearTicket, ticketOf } from "../../../server/http/two_step.ts";
import { type Page, page } from "../../layout/page.tsx";
import { ownPath, sitePaths, withNext } from "../../../server/contract/site/paths.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const loginCode = router();

const codePage = (c: Ctx, error?: string): Page => ({
  title: words.loginTitle,
  description: words.needed,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <form method="post" className="card bookplate stack">
      <h1>{words.loginTitle}</h1>
      {error && <FormError text={error} />}
      <CodeFields next={next(c)} />
    </form>
  ),
});

const next = (c: Ctx) => ownPath(c.req.query("next"));

const backToLogin = (c: Ctx) => c.redirect(withNext(accountPaths.login, next(c)), 303);

loginCode.get(accountPaths.loginCode, visitorPage, (c) => ticketOf(c) ? page(c, codePage(c)) : backToLogin(c));

loginCode.post(accountPaths.loginCode, async (c) => {
  const fields = { ...await readForm(c), ticket: ticketOf(c) };
  if (!fields.ticket) return backToLogin(c);
  const outcome = await runFormAction(
    c,
    { schema: CodeLogin, fields },
    (login) => logInWithCode(c.var.deps, login, callerOf(c)),
  );
  if (!outcome.ok && ["invalid_code", "invalid_input", "too_many_requests"].includes(outcome.code)) {
    const { message, status, headers } = outcome;
    return page(c, { ...codePage(c, message), status, headers });
  }
  clearTicket(c);
  if (!outcome.ok) {
    setFlash(c, "error", outcome.message);
    return backToLogin(c);
  }
  signInBrowser(c, outcome.value.token);
  setFlash(c, "success", loginTexts.success);
  return c.redirect(next(c) ?? sitePaths.dashboard, 303);
});
