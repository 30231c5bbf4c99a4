import type { ComponentProps, ReactNode } from "react";
import { RegisteredNotice } from "../../../islands/account/RegisteredNotice.tsx";
import { RegisterForm } from "../../../islands/RegisterForm.tsx";
import { judgePassword } from "../../../server/actions/account/passwords.ts";
import { register } from "../../../server/actions/account/register.ts";
import { isOpen } from "../../../server/actions/account/registration.ts";
import { registerFailureText } from "../../../server/contract/account/failure_texts.ts";
import { registrationRedirectDelay } from "../../../server/contract/account/limits.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import type { Authenticated } from "../../../server/contract/account/shapes.ts";
import { registerTexts, registrationTexts } from "../../../server/contract/account/texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { sitePaths, withNext } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";
import {
  forgetPendingInvite,
  keepPendingInvite,
  nextOf,
  signInBrowser,
  withPendingInvite,
} from "../../../server/http/sign_in.ts";
import { Acceptance, hasRules } from "../../layout/Frame.tsx";
import { Island } from "../../layout/Island.tsx";
import { type Page, page } from "../../layout/page.tsx";
import { cardPage, NoticeLine } from "../../layout/parts.tsx";

export const registerPages = router();

const signUpPage = (content: ReactNode, more: Partial<Page> = {}): Page =>
  cardPage(
    { title: "Sign Up", description: descriptions.register, ...more },
    <>
      <h1>Create your account</h1>
      {content}
    </>,
  );

type FormProps = Omit<ComponentProps<typeof RegisterForm>, "next"> & { hint?: string };

function registerPage<E extends Env>(c: Ctx<E>, { hint, ...props }: FormProps = {}): Page {
  const rules = c.var.deps.config.site;
  return signUpPage(
    <>
      {hint && <NoticeLine kind="info" text={hint} />}
      <Island of={RegisterForm} props={{ ...props, next: nextOf(c) }} />
      {hasRules(rules) && <Acceptance {...rules} />}
    </>,
  );
}

const donePage = signUpPage(<RegisteredNotice message={registerTexts.success} />, {
  refresh: { after: registrationRedirectDelay / 1000, to: accountPaths.login },
});

const closedPage = (c: Ctx): Page =>
  signUpPage(
    <>
      <NoticeLine kind="info" text={registrationTexts.closed} />
      <p className="muted">
        Already have an account? <a href={withNext(accountPaths.login, nextOf(c))}>Log in</a>
      </p>
    </>,
  );

registerPages.get(accountPaths.register, visitorPage, (c) => {
  if (c.req.query("done") !== undefined) return page(c, donePage);
  if (!isOpen(c.var.deps)) return page(c, closedPage(c));
  // Asked in any case: it forgets the invite where the visitor goes on to something else.
  const isInvited = keepPendingInvite(c, nextOf(c));
  const isForInvited = c.var.deps.config.registration === "invite";
  return page(c, registerPage(c, { hint: isForInvited && !isInvited ? registrationTexts.inviteOnly : undefined }));
});

mountForm(registerPages, register, {
  input: withPendingInvite,
  refused: (c, refusal, { fields: { fullname, email } }) =>
    page(c, { ...registerPage(c, { fullname, email, error: registerFailureText(refusal) }), refusal }),
  async done(c, { token, message, groupId, user }: Authenticated, { fields }) {
    forgetPendingInvite(c);
    const warning = await judgePassword(c.var.deps, fields.password, { owner: user });
    if (!token) {
      if (warning) setFlash(c, "info", warning);
      return;
    }
    signInBrowser(c, token);
    setFlash(c, "success", warning ? `${message}. ${warning}` : message);
    return c.redirect(groupId ? groupPaths.group(groupId) : nextOf(c) ?? sitePaths.dashboard, 303);
  },
});
