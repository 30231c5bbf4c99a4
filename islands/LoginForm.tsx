import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect } from "react";
import type { Authenticated } from "../server/contract/auth.ts";
import { loginRedirectDelay, storageKeys } from "../server/contract/constants.ts";
import { ownPath, paths } from "../server/contract/paths.ts";
import { type FailureText, loginFailureText } from "../server/contract/failure_texts.ts";
import { texts } from "../server/contract/texts.ts";
import { Button } from "./ui/Button.tsx";
import { Field } from "./forms/Field.tsx";
import { FormError } from "./forms/FormError.tsx";
import { Notice } from "./ui/Notice.tsx";
import { SocialButtons } from "./auth/SocialButtons.tsx";
import { call, failureIn, hintAbout, invalidAnswer } from "./runtime/api.ts";
import { PasswordField } from "./forms/PasswordField.tsx";
import { resumeSession } from "./runtime/session.ts";
import { readStored, store } from "./runtime/storage.ts";
import { showToast } from "./runtime/toast.ts";

interface Props {
  /** Where to go on to; a path of ours. */
  next?: string;
  email?: string;
  error?: FailureText;
}

type State = "idle" | "resuming" | "submitting" | "done";

/** Signs in with an address and a password, or with the token of a session that goes on. */
export function LoginForm({ next, email, error }: Props) {
  useSignals();
  const state = useSignal<State>("idle");
  const shown = useSignal(error);
  const goOn = () => location.assign(ownPath(next) ?? paths.dashboard);

  useEffect(() => {
    if (readStored(storageKeys.token)) void resume();
  }, []);

  async function resume() {
    state.value = "resuming";
    if (await resumeSession()) goOn();
    else state.value = "idle";
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.value === "done") return;
    state.value = "submitting";
    shown.value = undefined;
    try {
      await logIn(new FormData(event.currentTarget));
      state.value = "done";
      setTimeout(goOn, loginRedirectDelay);
    } catch (error) {
      shown.value = { hint: hintAbout(error), ...loginFailureText(failureIn(error)) };
      state.value = "idle";
    }
  }

  if (state.value === "resuming") return <p role="status">{texts.login.loading}</p>;
  return (
    <div className="stack">
      <form method="post" className="stack" onSubmit={submit}>
        {shown.value && <FormError {...shown.value} />}
        {state.value === "done" && <Redirecting />}
        <Field label="Email" name="email" type="email" autoComplete="username" defaultValue={email} required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <p>
          <a href={paths.forgotPassword}>Forgot Password?</a>
        </p>
        <Button type="submit" kind="primary" busy={state.value === "submitting"} busyText={texts.login.submitting}>
          Login
        </Button>
      </form>
      <form method="post" onSubmit={(event) => (event.preventDefault(), showToast("info", texts.login.comingSoon))}>
        <SocialButtons />
      </form>
      <p className="muted">
        New here? <a href={paths.register}>Register</a>
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

/** Signs in and keeps the token. @throws ApiError with the server's message, or with ours for an answer that is none */
async function logIn(form: FormData): Promise<void> {
  const { token, user } = await call<Partial<Authenticated>>("POST", "/auth/login", Object.fromEntries(form));
  if (!token || !user) throw invalidAnswer(texts.login.invalidResponse);
  store(storageKeys.token, token);
}
