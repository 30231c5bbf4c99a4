import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { Authenticated } from "../server/contract/auth.ts";
import { loginRedirectDelay, storageKeys } from "../server/contract/constants.ts";
import { ownPath, paths, withNext } from "../server/contract/paths.ts";
import { type FailureText, loginFailureText } from "../server/contract/failure_texts.ts";
import { texts } from "../server/contract/texts.ts";
import { authFailure } from "./auth/failure.ts";
import { SocialLogin } from "./auth/SocialLogin.tsx";
import { Field } from "./forms/Field.tsx";
import { FormError } from "./forms/FormError.tsx";
import { PasswordField } from "./forms/PasswordField.tsx";
import { useSubmit } from "./forms/useSubmit.ts";
import { call, invalidAnswer } from "./runtime/api.ts";
import { resumeSession } from "./runtime/session.ts";
import { readStored, store } from "./runtime/storage.ts";
import { Button } from "./ui/Button.tsx";
import { Notice } from "./ui/Notice.tsx";

interface Props {
  /** Where to go on to; a path of ours. */
  next?: string;
  email?: string;
  error?: FailureText;
}

/** Signs in with an address and a password, or with a stored token that is still valid. */
export function LoginForm({ next, email, error }: Props) {
  useSignals();
  const resuming = useSignal(false);
  const done = useSignal(false);
  const goOn = () => location.assign(ownPath(next) ?? paths.dashboard);

  const { busy, failure, onSubmit } = useSubmit({
    submit: logIn,
    onSuccess() {
      done.value = true;
      setTimeout(goOn, loginRedirectDelay);
    },
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

  if (resuming.value) return <p role="status">{texts.login.loading}</p>;
  return (
    <div className="stack">
      <form method="post" className="stack" onSubmit={(event) => done.value ? event.preventDefault() : onSubmit(event)}>
        {failure && <FormError text={failure.text} hint={failure.hint} />}
        {done.value && <Redirecting />}
        <Field label="Email" name="email" type="email" autoComplete="username" defaultValue={email} required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <p>
          <a href={paths.forgotPassword}>Forgot Password?</a>
        </p>
        <Button type="submit" kind="primary" busy={busy} busyText={texts.login.submitting}>Login</Button>
      </form>
      <SocialLogin next={next} />
      <p className="muted">
        New here? <a href={withNext(paths.register, next)}>Sign up</a>
      </p>
    </div>
  );
}

const Redirecting = () => (
  <Notice kind="success">
    <p>{texts.login.success}</p>
    <p>{texts.login.redirecting}</p>
  </Notice>
);

/** Signs in and stores the token. @throws ApiError */
async function logIn(fields: Record<string, string>): Promise<void> {
  const { token, user } = await call<Partial<Authenticated>>("POST", "/auth/login", fields);
  if (!token || !user) throw invalidAnswer(texts.login.invalidResponse);
  store(storageKeys.token, token);
}
