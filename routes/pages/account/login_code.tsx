/** The page that asks for a code after the password, where no script does. */
import { CodeFields } from "../../../islands/account/CodeFields.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { logInWithCode } from "../../../server/actions/account/two_step.ts";
import { CodeLogin, type SignedIn } from "../../../server/contract/account/shapes.ts";
import { loginTexts, twoStepTexts as words } from "../../../server/contract/account/texts.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { readForm, runFormAction } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { forgetTicket, nextOf, ticketOf } from "../../../server/http/pending.ts";
import { callIn, perform } from "../../../server/http/call_door.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";
import { signInBrowser } from "../../../server/http/sign_in.ts";
import { type Page, page } from "../../layout/page.tsx";
import { sitePaths, withNext } from "../../../server/contract/site/paths.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const loginCode = router();

const codePage = <E extends Env>(c: Ctx<E>, error?: string): Page => ({
  title: words.loginTitle,
  description: words.needed,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <form method="post" className="card bookplate stack">
      <h1>{words.loginTitle}</h1>
      {error && <FormError text={error} />}
      <CodeFields next={nextOf(c)} />
    </form>
  ),
});

const backToLogin = <E extends Env>(c: Ctx<E>) => c.redirect(withNext(accountPaths.login, nextOf(c)), 303);

loginCode.get(accountPaths.loginCode, visitorPage, (c) => ticketOf(c) ? page(c, codePage(c)) : backToLogin(c));

mountForm(loginCode, logInWithCode, { respond: receiveCode });

async function receiveCode<E extends Env>(c: Ctx<E>): Promise<Response> {
  const fields = { ...await readForm(c), ticket: ticketOf(c) };
  if (!fields.ticket) return backToLogin(c);
  const logIn = (login: unknown) => perform(logInWithCode, callIn(c, logInWithCode, {}), login) as Promise<SignedIn>;
  const outcome = await runFormAction(c, { schema: CodeLogin, fields }, logIn);
  if (!outcome.ok && ["invalid_code", "invalid_input", "too_many_requests"].includes(outcome.code)) {
    const { message, status, headers } = outcome;
    return page(c, { ...codePage(c, message), status, headers });
  }
  forgetTicket(c);
  if (!outcome.ok) {
    setFlash(c, "error", outcome.message);
    return backToLogin(c);
  }
  signInBrowser(c, outcome.value.token);
  setFlash(c, "success", loginTexts.success);
  return c.redirect(nextOf(c) ?? sitePaths.dashboard, 303);
}
