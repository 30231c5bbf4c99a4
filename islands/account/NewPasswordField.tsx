import { useEffect, useMemo, useRef, useState } from "react";
import type { PasswordVerdict } from "../../server/contract/account/shapes.ts";
import { passwordTexts } from "../../server/contract/account/texts.ts";
import { passwordStrength } from "../../server/contract/account/rules.ts";
import { PasswordField } from "../forms/Field.tsx";
import { call } from "../runtime/api.ts";
import { StrengthMeter } from "./StrengthMeter.tsx";
import { whenPaused } from "./when_paused.ts";
import { password as lengths, passwordCheckDebounce } from "../../server/contract/account/limits.ts";

export function NewPasswordField() {
  const [password, setPassword] = useState("");
  const [verdict, setVerdict] = useState<PasswordVerdict>();
  const input = useRef<HTMLInputElement>(null);
  const check = useMemo(() => {
    const ask = (typed: string) => askServer(typed, input.current!.form!);
    return whenPaused<PasswordVerdict>(ask, { onAnswer: setVerdict, after: passwordCheckDebounce });
  }, []);

  function typed(password: string): void {
    setPassword(password);
    check(password);
  }

  useEffect(() => {
    typed(input.current!.value);
    return () => check("");
  }, []);

  const { strength, reason } = verdict ?? { strength: passwordStrength(password), reason: null };
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
          {password && <StrengthMeter strength={strength} reason={reason} />}
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
