import { CodeFields } from "../../../islands/account/CodeFields.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { LoginForm } from "../../../islands/LoginForm.tsx";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { logIn, logOut } from "../../../server/actions/account/login.ts";
import { isOpen } from "../../../server/actions/account/registration.ts";
import { logInWithCode } from "../../../server/actions/account/two_step.ts";
import { type FailureText, loginFailureText } from "../../../server/contract/account/failure_texts.ts";
import { accountPaths, loginPaths, registerAfterDemo } from "../../../server/contract/account/paths.ts";
import { CodeLogin, type SignedIn } from "../../../server/contract/account/shapes.ts";
import {
  asIdentityProviderProblem,
  identityProviderProblems,
  identityProviderTexts,
  loginTexts,
  logoutTexts,
  twoStepTexts,
} from "../../../server/contract/account/texts.ts";
import { sitePaths, withNext } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { callIn, perform } from "../../../server/http/call_door.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import type { Refusal } from "../../../server/http/form.ts";
import { readForm, runFormAction } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";
import {
  addressOf,
  askForCode,
  forgetTicket,
  keepPendingInvite,
  nextOf,
  signOut,
  ticketOf,
  welcome,
} from "../../../server/http/sign_in.ts";
import { Island } from "../../layout/Island.tsx";
import { type Page, page } from "../../layout/page.tsx";
import { cardPage, formPage } from "../../layout/parts.tsx";
import { bannerStyles, JoinBanner, pendingGroup } from "../groups/join_banner.tsx";

export const login = router();

async function loginPage<E extends Env>(
  c: Ctx<E>,
  sent: { email?: string; error?: FailureText } = {},
): Promise<Page> {
  const group = await pendingGroup(c);
  const props = {
    email: addressOf(c),
    ...sent,
    next: nextOf(c),
    identityProvider: identityProviderLink(c),
    isOpen: isOpen(c.var.deps),
    isForGroup: group !== undefined,
  };
  return cardPage(
    { title: "Login", description: descriptions.login, ...group && { styles: bannerStyles } },
    <>
      <h1>Login</h1>
      {group && <JoinBanner group={group} />}
      <Island of={LoginForm} props={props} />
    </>,
  );
}

function identityProviderLink<E extends Env>(c: Ctx<E>) {
  const { identityProvider, config } = c.var.deps;
  return identityProvider &&
    {
      text: identityProviderTexts.signIn(identityProvider.name),
      isGoogle: identityProvider.isGoogle,
      href: withNext(`${config.apiBase}/auth/oidc`, nextOf(c)),
    };
}

login.get(loginPaths.login, visitorPage, async (c) => {
  keepPendingInvite(c, nextOf(c));
  return page(c, await loginPage(c));
});

mountForm(login, logIn, {
  refused: async (c, refusal, { fields }) =>
    page(c, { ...await loginPage(c, { email: fields.email, error: loginFailureText(refusal) }), refusal }),
  done(c, answer) {
    return "ticket" in answer ? askForCode(c, answer, nextOf(c)) : leadOn(c, answer.token);
  },
});

const leadOn = <E extends Env>(c: Ctx<E>, token: string): Response =>
  welcome(c, token, { text: loginTexts.success, to: nextOf(c) ?? sitePaths.dashboard });

mountForm(login, logOut, {
  async respond(c) {
    const isGuest = Boolean(c.var.session?.guestUntil);
    await signOut(c);
    if (isGuest && isOpen(c.var.deps)) return c.redirect(registerAfterDemo, 303);
    setFlash(c, "success", logoutTexts.success);
    return c.redirect(loginPaths.login, 303);
  },
});

const backToLogin = <E extends Env>(c: Ctx<E>) => c.redirect(withNext(loginPaths.login, nextOf(c)), 303);

login.get(loginPaths.socialLogin, backToLogin);

login.post(loginPaths.socialLogin, (c) => {
  setFlash(c, "info", loginTexts.comingSoon);
  return backToLogin(c);
});

const codePage = <E extends Env>(c: Ctx<E>, failed?: Refusal): Page =>
  formPage(
    { title: twoStepTexts.loginTitle, description: twoStepTexts.needed, refusal: failed },
    <>
      <h1>{twoStepTexts.loginTitle}</h1>
      {failed && <FormError text={failed.message} />}
      <CodeFields next={nextOf(c)} />
    </>,
  );

login.get(accountPaths.loginCode, visitorPage, (c) => ticketOf(c) ? page(c, codePage(c)) : backToLogin(c));

mountForm(login, logInWithCode, { respond: receiveCode });

async function receiveCode<E extends Env>(c: Ctx<E>): Promise<Response> {
  const fields = { ...await readForm(c), ticket: ticketOf(c) };
  if (!fields.ticket) return backToLogin(c);
  const logIn = (login: unknown) => perform(logInWithCode, callIn(c, logInWithCode, {}), login) as Promise<SignedIn>;
  const outcome = await runFormAction(c, { schema: CodeLogin, fields }, logIn);
  if (!outcome.ok && ["invalid_code", "invalid_input", "too_many_requests"].includes(outcome.code)) {
    return page(c, codePage(c, outcome));
  }
  forgetTicket(c);
  if (!outcome.ok) {
    setFlash(c, "error", outcome.message);
    return backToLogin(c);
  }
  return leadOn(c, outcome.value.token);
}

login.get(accountPaths.identityProviderProblem, (c) => {
  const { deps: { config, identityProvider: provider }, session } = c.var;
  const problem = asIdentityProviderProblem(c.req.query("problem"));
  if (!provider) return c.redirect(loginPaths.login, 303);
  const title = identityProviderTexts.failedTitle(provider.name);
  const back = session ? accountPaths.account : loginPaths.login;
  return page(
    c,
    cardPage(
      { title, description: title },
      <>
        <h1>{title}</h1>
        <FormError text={identityProviderProblems[problem](provider.name, config.registrationDomains)} />
        <LinkButton kind="primary" href={back}>
          {session ? identityProviderTexts.toAccount : identityProviderTexts.toLogin}
        </LinkButton>
      </>,
    ),
  );
});
