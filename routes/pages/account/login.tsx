import { LoginForm } from "../../../islands/LoginForm.tsx";
import { logIn, logOut } from "../../../server/actions/account/login.ts";
import { isOpen } from "../../../server/actions/account/registration.ts";
import { type FailureText, loginFailureText } from "../../../server/contract/account/failure_texts.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { identityProviderTexts, loginTexts, logoutTexts } from "../../../server/contract/account/texts.ts";
import { sitePaths, withNext } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { askForCode, keepPendingInvite, nextOf } from "../../../server/http/pending.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";
import { signInBrowser, signOut } from "../../../server/http/sign_in.ts";
import { Island } from "../../layout/Island.tsx";
import { type Page, page } from "../../layout/page.tsx";

export const login = router();

const loginPage = <E extends Env>(c: Ctx<E>, props: { email?: string; error?: FailureText } = {}): Page => ({
  title: "Login",
  description: descriptions.login,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <div className="card bookplate stack">
      <h1>Login</h1>
      <Island
        of={LoginForm}
        props={{ ...props, next: nextOf(c), identityProvider: identityProviderLink(c), isOpen: isOpen(c.var.deps) }}
      />
    </div>
  ),
});

function identityProviderLink<E extends Env>(c: Ctx<E>) {
  const { identityProvider, config } = c.var.deps;
  return identityProvider &&
    {
      text: identityProviderTexts.signIn(identityProvider.name),
      isGoogle: identityProvider.isGoogle,
      href: withNext(`${config.apiBase}/auth/oidc`, nextOf(c)),
    };
}

login.get(accountPaths.login, visitorPage, (c) => {
  keepPendingInvite(c, nextOf(c));
  return page(c, loginPage(c));
});

mountForm(login, logIn, {
  refused: (c, { status, headers, ...refusal }, { fields }) =>
    page(c, { ...loginPage(c, { email: fields.email, error: loginFailureText(refusal) }), status, headers }),
  done(c, answer) {
    if ("ticket" in answer) return askForCode(c, answer, nextOf(c));
    signInBrowser(c, answer.token);
    setFlash(c, "success", loginTexts.success);
    return c.redirect(nextOf(c) ?? sitePaths.dashboard, 303);
  },
});

mountForm(login, logOut, {
  async respond(c) {
    await signOut(c);
    setFlash(c, "success", logoutTexts.success);
    return c.redirect(accountPaths.login, 303);
  },
});

const backToLogin = (c: Ctx) => c.redirect(withNext(accountPaths.login, nextOf(c)), 303);

login.get(accountPaths.socialLogin, backToLogin);

login.post(accountPaths.socialLogin, (c) => {
  setFlash(c, "info", loginTexts.comingSoon);
  return backToLogin(c);
});
