import * as actions from "../../../server/actions/account/auth.ts";
import { LoginForm } from "../../../islands/LoginForm.tsx";
import { RegisterForm } from "../../../islands/RegisterForm.tsx";
import { RegisteredNotice } from "../../../islands/account/RegisteredNotice.tsx";
import { Notice } from "../../../islands/ui/Notice.tsx";
import { judgePassword } from "../../../server/actions/account/passwords.ts";
import { isOpen } from "../../../server/actions/account/registration.ts";
import { Credentials, RegistrationForm } from "../../../server/contract/account/auth.ts";
import {
  identityTexts,
  loginTexts,
  logoutTexts,
  registerTexts,
  registrationTexts,
} from "../../../server/contract/account/texts.ts";
import { registrationProblem } from "../../../server/contract/account/registration.ts";
import {
  type FailureText,
  loginFailureText,
  registerFailureText,
} from "../../../server/contract/account/failure_texts.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { forgetJoining, isJoining, withInvite } from "../../../server/http/joining.ts";
import { signInBrowser } from "../../../server/http/sign_in.ts";
import { setFlash } from "../../../server/http/flash.ts";
import { readForm, runFormAction } from "../../../server/http/form.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { askForCode } from "../../../server/http/two_step.ts";
import { logOut } from "../../../server/http/logout.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import { Island } from "../../layout/Island.tsx";
import { type Page, page } from "../../layout/page.tsx";
import { Acceptance, hasRules, type Rules } from "../../layout/SiteFooter.tsx";
import { registrationRedirectDelay } from "../../../server/contract/account/limits.ts";
import { ownPath, sitePaths, withNext } from "../../../server/contract/site/paths.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";

export const auth = router();

const login = (c: Ctx, props: { next?: string; email?: string; error?: FailureText }): Page => ({
  title: "Login",
  description: descriptions.login,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <div className="card bookplate stack">
      <h1>Login</h1>
      <Island of={LoginForm} props={{ ...props, elsewhere: elsewhere(c, props.next), isOpen: isOpen(c.var.deps) }} />
    </div>
  ),
});

auth.get(accountPaths.login, visitorPage, (c) => {
  const next = ownPath(c.req.query("next"));
  isJoining(c, next);
  return page(c, login(c, { next }));
});

/** Where one may sign in too, and go on from there. */
function elsewhere(c: Ctx, next: string | undefined) {
  const { provider, config } = c.var.deps;
  return provider &&
    {
      text: identityTexts.signIn(provider.name),
      isGoogle: provider.isGoogle,
      href: withNext(`${config.apiBase}/auth/oidc`, next),
    };
}

auth.post(accountPaths.login, async (c) => {
  const fields = await readForm(c);
  const next = ownPath(c.req.query("next"));
  const logIn = (credentials: Credentials) => actions.logIn(c.var.deps, credentials, callerOf(c));
  const outcome = await runFormAction(c, { schema: Credentials, fields }, logIn);
  if (!outcome.ok) {
    const { status, headers } = outcome;
    return page(c, { ...login(c, { next, email: fields.email, error: loginFailureText(outcome) }), status, headers });
  }
  if (outcome.value.twoFactor) return askForCode(c, outcome.value, next);
  signInBrowser(c, outcome.value.token);
  setFlash(c, "success", loginTexts.success);
  return c.redirect(next ?? sitePaths.dashboard, 303);
});

const backToLogin = (c: Ctx) => c.redirect(withNext(accountPaths.login, ownPath(c.req.query("next"))), 303);

auth.get(accountPaths.socialLogin, backToLogin);

auth.post(accountPaths.socialLogin, (c) => {
  setFlash(c, "info", loginTexts.comingSoon);
  return backToLogin(c);
});

const register = (
  rules: Rules,
  props: { next?: string; fullname?: string; email?: string; error?: FailureText },
  hint?: string,
): Page => ({
  title: "Sign Up",
  description: descriptions.register,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <div className="card bookplate stack">
      <h1>Create your account</h1>
      {hint && (
        <Notice kind="info">
          <p>{hint}</p>
        </Notice>
      )}
      <Island of={RegisterForm} props={props} />
      {hasRules(rules) && <Acceptance {...rules} />}
    </div>
  ),
});

const registered: Page = {
  title: "Sign Up",
  description: descriptions.register,
  width: "narrow",
  styles: ["auth-pages"],
  refresh: { after: registrationRedirectDelay / 1000, to: accountPaths.login },
  body: (
    <div className="card bookplate stack">
      <h1>Create your account</h1>
      <RegisteredNotice message={registerTexts.success} />
    </div>
  ),
};

/** Where nobody may sign up. */
const closed = (next?: string): Page => ({
  title: "Sign Up",
  description: descriptions.register,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <div className="card bookplate stack">
      <h1>Create your account</h1>
      <Notice kind="info">
        <p>{registrationTexts.closed}</p>
      </Notice>
      <p className="muted">
        Already have an account? <a href={withNext(accountPaths.login, next)}>Log in</a>
      </p>
    </div>
  ),
});

auth.get(accountPaths.register, visitorPage, (c) => {
  if (c.req.query("done") !== undefined) return page(c, registered);
  const { registration } = c.var.deps.config;
  const next = ownPath(c.req.query("next"));
  if (!isOpen(c.var.deps)) return page(c, closed(next));
  // Asked in any case: it forgets the wish to join where it is about something else.
  const joins = isJoining(c, next);
  const hint = registration === "invite" && !joins ? registrationTexts.inviteOnly : undefined;
  return page(c, register(c.var.deps.config.site, { next }, hint));
});

auth.post(accountPaths.register, async (c) => {
  const fields = await readForm(c);
  const again = (error: FailureText, answer: Pick<Page, "status" | "headers">) =>
    page(c, {
      ...register(c.var.deps.config.site, {
        next: ownPath(c.req.query("next")),
        fullname: fields.fullname,
        email: fields.email,
        error,
      }),
      ...answer,
    });
  const problem = registrationProblem(fields);
  if (problem) return again({ text: problem }, { status: 400 });
  const outcome = await runFormAction(
    c,
    { schema: RegistrationForm, fields },
    (form) => actions.registerUser(c.var.deps, withInvite(c, form), callerOf(c)),
  );
  if (!outcome.ok) {
    const { status, headers } = outcome;
    return again(registerFailureText(outcome), { status, headers });
  }
  forgetJoining(c);
  const { token, message, groupId, user } = outcome.value;
  // A script has said so while it was typed.
  const warning = await judgePassword(c.var.deps, fields.password, { owner: user });
  if (!token) {
    if (warning) setFlash(c, "info", warning);
    return c.redirect(`${accountPaths.register}?done`, 303);
  }
  signInBrowser(c, token);
  setFlash(c, "success", warning ? `${message} ${warning}` : message);
  return c.redirect(groupId ? groupPaths.group(groupId) : ownPath(c.req.query("next")) ?? sitePaths.dashboard, 303);
});

auth.post(accountPaths.logout, async (c) => {
  await logOut(c);
  setFlash(c, "success", logoutTexts.success);
  return c.redirect(accountPaths.login, 303);
});
