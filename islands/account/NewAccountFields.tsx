import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef } from "react";
import type { Availability, PasswordVerdict } from "../../server/contract/account/shapes.ts";
import { Field, PasswordField } from "../forms/Field.tsx";
import {
  emailCheckDebounce,
  password as lengths,
  passwordCheckDebounce,
} from "../../server/contract/account/limits.ts";
import { call } from "../runtime/api.ts";
import { passwordTexts, registerTexts } from "../../server/contract/account/texts.ts";
import { type PasswordStrength, passwordStrength } from "../../server/contract/account/rules.ts";

/** Runs a check once typing has paused, and ignores answers about what has been typed over. @param ask never rejects */
function whenPaused<T>(
  ask: (typed: string) => Promise<T | undefined>,
  { onAnswer, after }: { onAnswer: (answer: T | undefined) => void; after: number },
): (typed: string) => void {
  let timer: ReturnType<typeof setTimeout>;
  let latest = "";
  return (typed) => {
    clearTimeout(timer);
    latest = typed;
    onAnswer(undefined);
    if (!typed.trim()) return;
    timer = setTimeout(async () => {
      const answer = await ask(typed);
      if (typed === latest) onAnswer(answer);
    }, after);
  };
}

export function NewEmailField({ defaultValue }: { defaultValue?: string }) {
  useSignals();
  const availability = useSignal<Availability | undefined>(undefined);
  const check = useMemo(
    () =>
      whenPaused<Availability>(checkEmail, {
        onAnswer: (answer) => availability.value = answer,
        after: emailCheckDebounce,
      }),
    [],
  );
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => check(input.current!.value), []);

  const { available = true, message } = availability.value ?? {};
  return (
    <Field
      ref={input}
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      defaultValue={defaultValue}
      required
      error={available ? undefined : message}
      hint={available ? message : undefined}
      onInput={(event) => check(event.currentTarget.value)}
    />
  );
}

/** An invalid one is not asked about: each question counts towards the limit of everybody at this network address. */
const looksWhole = /^\S+@\S+\.\S{2,}$/;

export async function checkEmail(email: string): Promise<Availability & { unanswered?: boolean }> {
  if (!looksWhole.test(email.trim())) return { available: false, isValid: false, message: registerTexts.invalidEmail };
  return await call("POST /users/check-email", {}, { email })
    .catch(() => ({ available: false, isValid: true, message: registerTexts.checkFailed, unanswered: true }));
}

export function NewPasswordField() {
  useSignals();
  const password = useSignal("");
  const verdict = useSignal<PasswordVerdict | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const check = useMemo(() => {
    const ask = (typed: string) => askServer(typed, input.current!.form!);
    return whenPaused<PasswordVerdict>(ask, {
      onAnswer: (answer) => verdict.value = answer,
      after: passwordCheckDebounce,
    });
  }, []);

  function typed(text: string): void {
    password.value = text;
    check(text);
  }

  useEffect(() => {
    typed(input.current!.value);
    return () => check("");
  }, []);

  const { strength, reason } = verdict.value ?? { strength: passwordStrength(password.value), reason: null };
  return (
    <PasswordField
      ref={input}
      label="Password"
      name="password"
      autoComplete="new-password"
      required
      hint={
        <span className="password-hint">
          {password.value && <StrengthMeter strength={strength} />}
          <span>{password.value ? reason ?? passwordTexts.least : passwordTexts.rules}</span>
        </span>
      }
      onInput={(event) => typed(event.currentTarget.value)}
    />
  );
}

async function askServer(password: string, form: HTMLFormElement): Promise<PasswordVerdict | undefined> {
  if (password.length < lengths.min || password.length > lengths.max) return undefined;
  const { email, fullname } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  return await call("POST /users/check-password", {}, { password, email, fullname }).catch(() => undefined);
}

function StrengthMeter({ strength }: { strength: PasswordStrength }) {
  return (
    <span className="strength" data-strength={strength}>
      <svg className="strength-bars" width="72" height="4" aria-hidden="true">
        <rect width="20" height="4" rx="2" />
        <rect x="26" width="20" height="4" rx="2" />
        <rect x="52" width="20" height="4" rx="2" />
      </svg>
      Password strength: {strength}
    </span>
  );
}
