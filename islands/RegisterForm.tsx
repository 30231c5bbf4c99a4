import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect, useMemo, useRef } from "react";
import type { Authenticated, Availability } from "../server/contract/auth.ts";
import { registrationRedirectDelay, storageKeys } from "../server/contract/limits.ts";
import { paths } from "../server/contract/paths.ts";
import { passwordStrength, type RegistrationFields, registrationProblem } from "../server/contract/rules.ts";
import { type Shown, shownRegisterError } from "../server/contract/shown.ts";
import { texts } from "../server/contract/texts.ts";
import { Button } from "./components/Button.tsx";
import { Field } from "./components/Field.tsx";
import { FormError } from "./components/FormError.tsx";
import { RegisteredNotice } from "./components/RegisteredNotice.tsx";
import { StrengthMeter } from "./components/StrengthMeter.tsx";
import { call, hintAbout, serverSaid } from "./lib/api.ts";
import { availabilityCheck, checkEmail } from "./lib/availability.ts";
import { PasswordField } from "./lib/PasswordField.tsx";
import { store } from "./lib/storage.ts";
import { leaveToast } from "./lib/toasts.ts";

interface Props {
  fullname?: string;
  email?: string;
  error?: Shown;
}

export function RegisterForm({ fullname, email, error }: Props) {
  useSignals();
  const submitting = useSignal(false);
  const registered = useSignal<string | undefined>(undefined);
  const shown = useSignal(error);
  const password = useSignal("");
  const availability = useSignal<Availability | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const check = useMemo(() => availabilityCheck((answer) => availability.value = answer), []);

  useEffect(() => {
    // What was typed before this script had come.
    const typed = new FormData(form.current!);
    password.value = String(typed.get("password"));
    check(String(typed.get("email")));
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as unknown as RegistrationFields;
    shown.value = undefined;
    submitting.value = true;
    const problem = registrationProblem(fields) ?? await addressProblem(fields.email);
    if (problem) shown.value = { text: problem };
    else await register(fields);
    submitting.value = false;
  }

  async function register({ fullname, email, password }: RegistrationFields) {
    try {
      const { message, token } = await call<Authenticated>("POST", "/auth/register", { fullname, email, password });
      if (token) return goIn(token, message);
      registered.value = message || texts.register.success;
      setTimeout(() => location.assign(paths.login), registrationRedirectDelay);
    } catch (error) {
      shown.value = { hint: hintAbout(error), ...shownRegisterError(serverSaid(error)) };
    }
  }

  /** Where no address has to be verified, who registers is in. */
  function goIn(token: string, message: string) {
    store(storageKeys.token, token);
    leaveToast("success", message);
    location.assign(paths.dashboard);
  }

  if (registered.value) {
    // The form that had the focus is gone.
    return (
      <div tabIndex={-1} ref={focus}>
        <RegisteredNotice message={registered.value} />
      </div>
    );
  }
  const bad = availability.value && !availability.value.available ? availability.value.message : undefined;
  return (
    <form method="post" className="stack" onSubmit={submit} noValidate ref={form}>
      {shown.value && <FormError {...shown.value} />}
      <Field label="Full name" name="fullname" autoComplete="name" defaultValue={fullname} required />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={email}
        required
        error={bad}
        hint={bad ? undefined : availability.value?.message}
        onInput={(event) => check(event.currentTarget.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        hint={password.value && <StrengthMeter strength={passwordStrength(password.value)} />}
        onInput={(event) => password.value = event.currentTarget.value}
      />
      <PasswordField label="Confirm password" name="confirmPassword" autoComplete="new-password" required />
      <Button type="submit" kind="primary" busy={submitting.value} busyText={texts.register.submitting}>
        Register
      </Button>
      <p className="muted">
        Already have an account? <a href={paths.login}>Login</a>
      </p>
    </form>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

/** What is wrong with an address that only the server can tell. */
async function addressProblem(email: string): Promise<string | undefined> {
  const { available, isValid, message } = await checkEmail(email);
  if (!isValid) return texts.register.invalidEmail;
  // An unanswered check stops nobody: registering itself will tell.
  return available || message === texts.register.checkFailed ? undefined : message;
}
