import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import type { Authenticated } from "../server/contract/auth.ts";
import { registrationRedirectDelay, storageKeys } from "../server/contract/constants.ts";
import { paths } from "../server/contract/paths.ts";
import { type RegistrationFields, registrationProblem } from "../server/contract/shared.ts";
import { type FailureText, registerFailureText } from "../server/contract/failure_texts.ts";
import { texts } from "../server/contract/texts.ts";
import { Button } from "./ui/Button.tsx";
import { Field } from "./forms/Field.tsx";
import { FormError } from "./forms/FormError.tsx";
import { RegisteredNotice } from "./auth/RegisteredNotice.tsx";
import { call, failureIn, hintAbout } from "./runtime/api.ts";
import { checkEmail } from "./auth/availability.ts";
import { NewEmailField } from "./auth/NewEmailField.tsx";
import { NewPasswordField } from "./auth/NewPasswordField.tsx";
import { PasswordField } from "./forms/PasswordField.tsx";
import { store } from "./runtime/storage.ts";
import { deferToast } from "./runtime/toast.ts";

interface Props {
  fullname?: string;
  email?: string;
  error?: FailureText;
}

/** Makes an account. */
export function RegisterForm({ fullname, email, error }: Props) {
  useSignals();
  const submitting = useSignal(false);
  const registered = useSignal<string | undefined>(undefined);
  const shown = useSignal(error);

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
      shown.value = { hint: hintAbout(error), ...registerFailureText(failureIn(error)) };
    }
  }

  if (registered.value) {
    // The form that had the focus is gone.
    return (
      <div tabIndex={-1} ref={focus}>
        <RegisteredNotice message={registered.value} />
      </div>
    );
  }
  return (
    <form method="post" className="stack" onSubmit={submit} noValidate>
      {shown.value && <FormError {...shown.value} />}
      <Field label="Full name" name="fullname" autoComplete="name" defaultValue={fullname} required />
      <NewEmailField defaultValue={email} />
      <NewPasswordField />
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

/** Where no address has to be verified, who registers is in. */
function goIn(token: string, message: string): void {
  store(storageKeys.token, token);
  deferToast("success", message);
  location.assign(paths.dashboard);
}

const focus = (element: HTMLElement | null) => element?.focus();

/** What is wrong with an address that only the server can tell. */
async function addressProblem(email: string): Promise<string | undefined> {
  const { available, isValid, message, unanswered } = await checkEmail(email);
  if (!isValid) return texts.register.invalidEmail;
  // An unanswered check stops nobody: registering itself will tell.
  return available || unanswered ? undefined : message;
}
