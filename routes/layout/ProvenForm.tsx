import type { ComponentProps, ReactNode } from "react";
import { Field } from "../../islands/forms/Field.tsx";
import type { ReauthenticatedBy } from "../../server/actions/reauthentication.ts";
import { passkeyTexts as words } from "../../server/contract/passkey_texts.ts";

interface Props extends ComponentProps<"form"> {
  by: ReauthenticatedBy;
  buttons: ReactNode;
}

/**
 * A form that asks whoever signed in a while ago for their password too. Somebody without one reads that they are to sign in again:
 * they could not send it.
 */
export function ProvenForm({ by, buttons, children, ...form }: Props) {
  if (by === "login") return <p>{words.againElsewhere}</p>;
  return (
    <form className="stack" {...form}>
      {children}
      {by === "password" && (
        <Field
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          hint={words.passwordHint}
          required
        />
      )}
      <div className="cluster">{buttons}</div>
    </form>
  );
}
