import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { Authenticated, TwoStepNeeded } from "../server/contract/account/shapes.ts";
import { type FailureText, loginFailureText } from "../server/contract/account/failure_texts.ts";
import { authFailure, useSubmit } from "./forms/useSubmit.ts";
import { CodeLink } from "./account/CodeLink.tsx";
import { CodeFields } from "./account/CodeFields.tsx";
import { LoginNameField } from "./account/LoginNameField.tsx";
import { PasskeyLogin } from "./account/PasskeyLogin.tsx";
import { PasswordField } from "./forms/Field.tsx";
import { FormError } from "./forms/FormError.tsx";
import { call, serverFailure } from "./runtime/api.ts";
import { resumeSession, storeSession } from "./runtime/session.ts";
import { readStored } from "./runtime/storage.ts";
import { Button, LinkButton } from "./ui/Button.tsx";
import { Notice } from "./ui/Notice.tsx";
import { loginRedirectDelay } from "../server/contract/account/limits.ts";
import { storageKeys } from "../server/contract/site/limits.ts";
import { ownPath, sitePaths, withNext } from "../server/contract/site/paths.ts";
import { loginPaths } from "../server/contract/account/paths.ts";
import { loginTexts } from "../server/contract/account/texts.ts";
import { showToast } from "./runtime/toast.ts";

interface Props {
  next?: string;
  email?: string;
  error?: FailureText;
  identityProvider?: IdentityProviderLink;
  isOpen: boolean;
  isForGroup: boolean;
}

export function LoginForm({ next, email, error, identityProvider, isOpen, isForGroup }: Props) {
  useSignals();
  const resuming = useSignal(false);
  const done = useSignal(false);
  const ticket = useSignal<string | undefined>(undefined);
  const goOn = () => location.assign(ownPath(next) ?? sitePaths.dashboard);

  const { busy, failure, onSubmit } = useSubmit({
    submit: (fields) => ticket.peek() ? sendCode(ticket.peek()!, fields) : logIn(fields),
    onSuccess(asked) {
      if (asked) return void (ticket.value = asked);
      done.value = true;
      setTimeout(goOn, loginRedirectDelay);
    },
    // Only another ticket helps.
    onFailure: (error) => serverFailure(error).code === "two_step_expired" && (ticket.value = undefined),
    failed: authFailure(loginFailureText),
    failure: error,
  });

  useEffect(() => {
    if (readStored(storageKeys.token)) void resume();
  }, []);

  async function resume() {
    resuming.value = true;
    if (await resumeSession()) goOn();
    else resuming.value = false;
  }

  return (
    <div className="stack">
      <form method="post" className="stack" onSubmit={(event) => done.value ? event.preventDefault() : onSubmit(event)}>
        {failure && <FormError text={failure.text} hint={failure.hint} />}
        {done.value && <Redirecting />}
        {ticket.value ? <CodeFields busy={busy} next={next} /> : (
          <>
            <LoginNameField autoComplete="username webauthn" defaultValue={email} />
            <PasswordField label="Password" name="password" autoComplete="current-password" required />
            <p>
              <a href={loginPaths.forgotPassword}>Forgot Password?</a>
            </p>
            <Button type="submit" kind="primary" busy={busy} busyText={loginTexts.submitting}>Login</Button>
          </>
        )}
      </form>
      {resuming.value && <p role="status">{loginTexts.loading}</p>}
      {!ticket.value && <PasskeyLogin onSuccess={goOn} />}
      <SocialButtons next={next} identityProvider={identityProvider} />
      <div className="cluster form-links">
        {isOpen && (
          <p className="muted">
            New here? <a href={withNext(loginPaths.register, next)}>Sign up</a>
          </p>
        )}
        {!isForGroup && <CodeLink />}
      </div>
    </div>
  );
}

const Redirecting = () => (
  <Notice kind="success">
    <p>{loginTexts.success}</p>
    <p>{loginTexts.redirecting}</p>
  </Notice>
);

async function logIn({ email, password }: Record<string, string>): Promise<string | undefined> {
  const answer: Partial<Authenticated & TwoStepNeeded> = await call("POST /auth/login", {}, { email, password });
  return answer.twoFactor ? answer.ticket : storeSession(answer);
}

const sendCode = async (ticket: string, { code }: Record<string, string>): Promise<undefined> =>
  storeSession(await call("POST /auth/totp/login", {}, { ticket, code }));

interface IdentityProviderLink {
  text: string;
  isGoogle: boolean;
  href: string;
}

interface SocialButtonsProps {
  next?: string;
  identityProvider?: IdentityProviderLink;
}

const SocialButtons = ({ next, identityProvider }: SocialButtonsProps) => (
  <>
    {identityProvider && !identityProvider.isGoogle && (
      <div className="social-buttons">
        <LinkButton href={identityProvider.href} icon="key">{identityProvider.text}</LinkButton>
      </div>
    )}
    <ComingSoon next={next} google={identityProvider?.isGoogle ? identityProvider.href : undefined} />
  </>
);

function ComingSoon({ next, google }: { next?: string; google?: string }) {
  return (
    <form
      method="post"
      action={withNext(loginPaths.socialLogin, next)}
      className="social-buttons"
      onSubmit={(event) => {
        event.preventDefault();
        showToast("info", loginTexts.comingSoon);
      }}
    >
      {google
        ? <LinkButton href={google} icon="google">Google</LinkButton>
        : <Button type="submit" icon="google">Google</Button>}
      <Button type="submit" icon="github">GitHub</Button>
    </form>
  );
}
