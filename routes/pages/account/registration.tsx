import type { ComponentProps, ReactNode } from "react";
import { RegisteredNotice, RegisterForm } from "../../../islands/RegisterForm.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { ResendVerification } from "../../../islands/ResendVerification.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { findGroup } from "../../../db/groups/groups.ts";
import { resendVerification, verify, verifyEmail } from "../../../server/actions/account/email.ts";
import { judgePassword } from "../../../server/auth/passwords.ts";
import { hashToken } from "../../../server/auth/secrets.ts";
import { register } from "../../../server/actions/account/register.ts";
import { isOpen } from "../../../server/actions/account/registration.ts";
import {
  type FailureText,
  registerFailureText,
  verifyFailureText,
} from "../../../server/contract/account/failure_texts.ts";
import { registrationRedirectDelay } from "../../../server/contract/account/limits.ts";
import { accountPaths, loginPaths } from "../../../server/contract/account/paths.ts";
import type { Authenticated } from "../../../server/contract/account/shapes.ts";
import {
  registerTexts,
  registrationTexts,
  verifyServerTexts,
  verifyTexts,
} from "../../../server/contract/account/texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { GroupFace } from "../../../server/contract/groups/shapes.ts";
import { inviteTexts } from "../../../server/contract/groups/texts.ts";
import { sitePaths, withNext } from "../../../server/contract/site/paths.ts";
import { demoTexts, descriptions } from "../../../server/contract/site/texts.ts";
import { asAppError } from "../../../server/errors.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { visitorPage } from "../../../server/http/guards.ts";
import { logFailure } from "../../../server/http/request_log.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";
import {
  addressOf,
  enterAsRegistered,
  finishRegistration,
  keepPendingInvite,
  nextOf,
  registrationOf,
  welcome,
  withPendingInvite,
} from "../../../server/http/sign_in.ts";
import { Acceptance, hasRules } from "../../layout/Frame.tsx";
import { Island } from "../../layout/Island.tsx";
import { type C, type Page, page, tryLoad } from "../../layout/page.tsx";
import { cardPage, NoticeLine } from "../../layout/parts.tsx";
import { bannerStyles, groupOfNewcomer, JoinBanner, pendingGroup } from "../groups/join_banner.tsx";

export const registration = router();

const signUpPage = (
  content: ReactNode,
  { heading = "Create your account", ...more }: Partial<Page> & { heading?: string } = {},
): Page =>
  cardPage(
    { title: "Sign Up", description: descriptions.register, ...more },
    <>
      <h1>{heading}</h1>
      {content}
    </>,
  );

type FormProps = Omit<ComponentProps<typeof RegisterForm>, "next" | "isForGroup"> & { hint?: string };

const withBanner = (group: GroupFace | undefined): Partial<Page> => group ? { styles: bannerStyles } : {};

async function registerPage<E extends Env>(c: Ctx<E>, { hint, ...props }: FormProps = {}): Promise<Page> {
  const rules = c.var.deps.config.site;
  const group = await pendingGroup(c);
  return signUpPage(
    <>
      {group && <JoinBanner group={group} />}
      {hint && <NoticeLine kind="info" text={hint} />}
      <Island of={RegisterForm} props={{ ...props, next: nextOf(c), isForGroup: group !== undefined }} />
      {hasRules(rules) && <Acceptance {...rules} />}
    </>,
    withBanner(group),
  );
}

async function donePage(c: Ctx): Promise<Page> {
  const hash = registrationOf(c);
  const group = hash === undefined ? undefined : await groupOfNewcomer(c, { ticket: hash });
  return signUpPage(
    <>
      {group && <JoinBanner group={group} />}
      <RegisteredNotice message={registerTexts.success} email={addressOf(c)} />
    </>,
    {
      heading: registerTexts.doneTitle,
      refresh: { after: registrationRedirectDelay / 1000, to: loginPaths.login },
      ...withBanner(group),
    },
  );
}

const closedPage = (c: Ctx): Page =>
  signUpPage(
    <>
      <NoticeLine kind="info" text={registrationTexts.closed} />
      <p className="muted">
        Already have an account? <a href={withNext(loginPaths.login, nextOf(c))}>Log in</a>
      </p>
    </>,
  );

registration.get(loginPaths.register, visitorPage, async (c) => {
  if (c.req.query("done") !== undefined) return await page(c, await donePage(c));
  if (!isOpen(c.var.deps)) return page(c, closedPage(c));
  // Asked in any case: it forgets the invite where the visitor goes on to something else.
  const isInvited = keepPendingInvite(c, nextOf(c));
  const isForInvited = c.var.deps.config.registration === "invite";
  const wasGuest = c.var.deps.config.demo && c.req.query("demo") !== undefined;
  const hint = isForInvited && !isInvited ? registrationTexts.inviteOnly : wasGuest ? demoTexts.ended : undefined;
  return page(c, await registerPage(c, { hint }));
});

mountForm(registration, register, {
  input: withPendingInvite,
  refused: async (c, refusal, { fields: { fullname, email } }) =>
    page(c, { ...await registerPage(c, { fullname, email, error: registerFailureText(refusal) }), refusal }),
  async done(c, registered: Authenticated, { fields }) {
    await finishRegistration(c, registered);
    const { token, message, groupId, user } = registered;
    const warning = await judgePassword(c.var.deps, fields.password, { owner: user });
    if (!token) {
      if (warning) setFlash(c, "info", warning);
      return;
    }
    const to = groupId ? groupPaths.group(groupId) : nextOf(c) ?? sitePaths.dashboard;
    return welcome(c, token, { text: warning ? `${message}. ${warning}` : message, to });
  },
});

const confirmPage = (group?: GroupFace): Page => ({
  ...cardPage({ title: "Verify email", description: descriptions.verify, ...withBanner(group) }, null),
  body: (
    <form method="post" className="card bookplate stack" data-verify data-verifying={verifyServerTexts.verifying}>
      <h1>Verify your email</h1>
      {group && <JoinBanner group={group} />}
      <p role="status">{verifyServerTexts.confirm}</p>
      <Button type="submit" kind="primary">Verify email</Button>
      <Button kind="primary" busy hidden>Verify email</Button>
    </form>
  ),
});

type Resend = ComponentProps<typeof ResendVerification>;

const failed = (failure: FailureText | undefined, resend: Resend, { mayRetry = false } = {}): Page =>
  cardPage(
    { title: "Verify email", description: descriptions.verify, styles: ["auth-pages", "people-pages"] },
    <>
      <h1>Verify your email</h1>
      {failure && <FormError {...failure} />}
      {mayRetry && (
        <form method="post">
          <Button type="submit" kind="primary">Verify email</Button>
        </form>
      )}
      <Island of={ResendVerification} props={resend} />
      <p className="muted">
        <a href={loginPaths.login}>Go to Login</a>
      </p>
    </>,
  );

const succeeded = (group?: GroupFace): Page =>
  cardPage(
    { title: "Email verified", description: descriptions.verify, ...withBanner(group) },
    <>
      <h1>Verify your email</h1>
      {group && <JoinBanner group={group} text={inviteTexts.joined(group.groupName)} />}
      <NoticeLine kind="success" text={verifyServerTexts.success} />
      <LinkButton kind="primary" href={withNext(loginPaths.login, group && groupPaths.group(group.id))}>
        Go to Login
      </LinkButton>
    </>,
  );

/** Opening the link changes nothing, since programs that look through mail open links too. */
registration.get(accountPaths.verifyEmail, async (c) => {
  const resending = c.req.query("resend") !== undefined;
  const token = c.req.query("token");
  if (token && !resending) {
    return page(c, confirmPage(await groupOfNewcomer(c, { link: hashToken(token) })));
  }
  if (resending) return page(c, failed(undefined, { open: true }));
  return page(c, { ...failed({ text: verifyTexts.noToken }, { open: false }), status: 400 });
});

// Whatever fails, the page says so, and lets its reader try once more.
mountForm(registration, verifyEmail, {
  async respond(c) {
    try {
      return await verified(c, await verify(c.var.deps, c.req.query("token")));
    } catch (error) {
      const { status, code, message, details } = asAppError(error);
      logFailure(c, error, "verifying failed");
      const content = failed(verifyFailureText({ code, message }), { open: false }, { mayRetry: status >= 500 });
      return page(c, { ...content, status, headers: details.headers });
    }
  },
});

/** Where this browser registered by an invitation, into its group at once. */
async function verified(c: C, { userId, groupId }: Awaited<ReturnType<typeof verify>>): Promise<Response> {
  const group = groupId && await tryLoad(c, () => findGroup(c.var.deps.db, userId, groupId, { most: 0 }));
  if (!group) return page(c, succeeded());
  const token = await tryLoad(c, () => enterAsRegistered(c, userId));
  if (!token) return page(c, succeeded(group));
  return welcome(c, token, { text: inviteTexts.welcome(group.groupName), to: groupPaths.group(group.id) });
}

mountForm(registration, resendVerification, {
  refused: (c, refusal, { fields: { email } }) =>
    page(c, { ...failed(undefined, { open: true, email, error: { text: refusal.message } }), refusal }),
});
