import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef } from "react";
import type { PasswordVerdict } from "../../server/contract/account/shapes.ts";
import { passwordTexts } from "../../server/contract/account/texts.ts";
import { type PasswordStrength, passwordStrength } from "../../server/contract/account/rules.ts";
import { PasswordField } from "../forms/Field.tsx";
import { call } from "../runtime/api.ts";
import { whenPaused } from "./when_paused.ts";
import { password as lengths, passwordCheckDebounce } from "../../server/contract/account/limits.ts";

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
          <span>{passwordTexts.rules}</span>
          {password.value && <StrengthMeter strength={strength} reason={reason} />}
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

function StrengthMeter({ strength, reason }: { strength: PasswordStrength; reason: string | null }) {
  return (
    <span className="strength" data-strength={strength}>
      <svg className="strength-bars" width="72" height="4" aria-hidden="true">
        <rect width="20" height="4" rx="2" />
        <rect x="26" width="20" height="4" rx="2" />
        <rect x="52" width="20" height="4" rx="2" />
      </svg>
      Password strength: {strength}
      {reason && `. ${reason}`}
    </span>
  );
}
