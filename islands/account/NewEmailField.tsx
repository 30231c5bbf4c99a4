import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef } from "react";
import type { Availability } from "../../server/contract/account/shapes.ts";
import { Field } from "../forms/Field.tsx";
import { checkEmail } from "./availability.ts";
import { whenPaused } from "./when_paused.ts";
import { emailCheckDebounce } from "../../server/contract/account/limits.ts";

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
