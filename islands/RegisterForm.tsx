import type { ComponentProps } from "react";
import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { registrationProblem } from "../server/contract/account/rules.ts";
import { type FailureText, registerFailureText } from "../server/contract/account/failure_texts.ts";
import { CodeLink } from "./account/CodeLink.tsx";
import { checkEmail, NewEmailField, NewPasswordField } from "./account/NewAccountFields.tsx";
import { authFailure, InvalidInput, useSubmit } from "./forms/useSubmit.ts";
import { Field, PasswordField } from "./forms/Field.tsx";
import { FormError } from "./forms/FormError.tsx";
import { call } from "./runtime/api.ts";
import { store } from "./runtime/storage.ts";
import { deferToast } from "./runtime/toast.ts";
import { Button } from "./ui/Button.tsx";
import { Notice } from "./ui/Notice.tsx";
import { registrationRedirectDelay } from "../server/contract/account/limits.ts";
import { storageKeys } from "../server/contract/site/limits.ts";
import { ownPath, sitePaths, withNext } from "../server/contract/site/paths.ts";
import { groupPaths } from "../server/contract/groups/paths.ts";
import { loginPaths } from "../server/contract/account/paths.ts";
import { registerTexts } from "../server/contract/account/texts.ts";

interface Props {
  next?: string;
  isForGroup: boolean;
  fullname?: string;
  email?: string;
  error?: FailureText;
}

export function RegisterForm({ next, isForGroup, fullname, email, error }: Props) {
  useSignals();
  const registered = useSignal<ComponentProps<typeof RegisteredNotice> | undefined>(undefined);
  const { busy, failure, onSubmit } = useSubmit({
    submit: register,
    onSuccess({ message, token, groupId, user }) {
      if (token) return goIn(token, message, groupId ? groupPaths.group(groupId) : ownPath(next));
      registered.value = { message: message || registerTexts.success, email: user?.email };
      document.querySelector("h1")!.textContent = registerTexts.doneTitle;
      setTimeout(() => location.assign(loginPaths.login), registrationRedirectDelay);
    },
    failed: authFailure(registerFailureText),
    failure: error,
  });

  if (registered.value) {
    return (
      <div tabIndex={-1} ref={focus}>
        <RegisteredNotice {...registered.value} />
      </div>
    );
  }
  return (
    <form method="post" className="stack" onSubmit={onSubmit} noValidate>
      {failure && <FormError text={failure.text} hint={failure.hint} />}
      <Field label="Full name" name="fullname" autoComplete="name" defaultValue={fullname} required />
      <NewEmailField defaultValue={email} />
      <NewPasswordField />
      <PasswordField label="Confirm password" name="confirmPassword" autoComplete="new-password" required />
      <Button type="submit" kind="primary" busy={busy} busyText={registerTexts.submitting}>Register</Button>
      <div className="cluster form-links">
        <p className="muted">
          Already have an account? <a href={withNext(loginPaths.login, next)}>Log in</a>
        </p>
        {!isForGroup && <CodeLink />}
      </div>
    </form>
  );
}

export const RegisteredNotice = ({ message, email }: { message: string; email?: string | null }) => (
  <Notice kind="success">
    <p>{message}</p>
    {email && (
      <p>
        Sent to <b>{email}</b>. Not yours? <a href={loginPaths.register}>Change it</a>
      </p>
    )}
    <p>{registerTexts.hint}</p>
    <p>
      <a href={loginPaths.requestVerification}>Resend from the verification page</a> or{" "}
      <a href={loginPaths.login}>log in</a>.
    </p>
  </Notice>
);

async function register({ fullname, email, password, confirmPassword }: Record<string, string>) {
  const problem = registrationProblem({ fullname, email, password, confirmPassword }) ?? await addressProblem(email);
  if (problem) throw new InvalidInput(problem);
  return await call("POST /auth/register", {}, { fullname, email, password });
}

function goIn(token: string, message: string, next: string = sitePaths.dashboard): void {
  store(storageKeys.token, token);
  deferToast("success", message);
  location.assign(next);
}

const focus = (element: HTMLElement | null) => element?.focus();

async function addressProblem(email: string): Promise<string | undefined> {
  const { available, isValid, message, unanswered } = await checkEmail(email);
  if (!isValid) return registerTexts.invalidEmail;
  // An unanswered check stops nobody: registering checks the address again.
  return available || unanswered ? undefined : message;
}
