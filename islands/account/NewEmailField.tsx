import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef } from "react";
import type { Availability } from "../../server/contract/account/shapes.ts";
import { Field } from "../forms/Field.tsx";
import { whenPaused } from "./when_paused.ts";
import { emailCheckDebounce } from "../../server/contract/account/limits.ts";
import { call } from "../runtime/api.ts";
import { registerTexts } from "../../server/contract/account/texts.ts";

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
