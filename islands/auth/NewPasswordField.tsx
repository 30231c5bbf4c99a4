import { useEffect, useRef, useState } from "react";
import { passwordStrength } from "../../server/contract/shared.ts";
import { StrengthMeter } from "./StrengthMeter.tsx";
import { PasswordField } from "../forms/PasswordField.tsx";

/** The field for a new password, which shows while typing how strong it is. */
export function NewPasswordField() {
  const [password, setPassword] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // What was typed before this script ran.
  useEffect(() => setPassword(input.current!.value), []);

  return (
    <PasswordField
      ref={input}
      label="Password"
      name="password"
      autoComplete="new-password"
      required
      hint={password && <StrengthMeter strength={passwordStrength(password)} />}
      onInput={(event) => setPassword(event.currentTarget.value)}
    />
  );
}
