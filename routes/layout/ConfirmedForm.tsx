import type { ComponentProps, ReactNode } from "react";
import { Field } from "../../islands/forms/Field.tsx";
import { Button } from "../../islands/ui/Button.tsx";
import type { ReauthenticatedBy } from "../../server/actions/account/reauthentication.ts";
import { proofTexts as words } from "../../server/contract/account/texts.ts";

interface Props extends ComponentProps<"form"> {
  by: ReauthenticatedBy;
  buttons: ReactNode;
}

/** People who have nothing to prove it by read that they are to sign in again: they could not send it. */
export function ConfirmedForm({ by, buttons, children, ...form }: Props) {
  if (by !== "recent" && !by.password && !by.code && !by.passkey) return <p>{words.signInAgain}</p>;
  return (
    <form className="stack" {...form}>
      {children}
      <ProofFields by={by} required />
      <div className="cluster">{buttons}</div>
    </form>
  );
}

export function ProofFields({ by, required }: { by: ReauthenticatedBy; required?: boolean }) {
  if (by === "recent") return null;
  const { password, code, passkey } = by;
  return (
    <div className="stack" data-proof="">
      {password || code
        ? (
          <Field
            label={password && code ? words.passwordOrCode : password ? words.password : words.code}
            name="password"
            type="password"
            autoComplete={password ? "current-password" : "one-time-code"}
            hint={words.hint}
            required={required}
          />
        )
        : <p>{passkey ? words.needed(by) : words.signInAgain}</p>}
      {passkey && (
        <div>
          <Button icon="key" data-prove="" hidden>{words.usePasskey}</Button>
        </div>
      )}
    </div>
  );
}

interface ConfirmedButtonProps extends ComponentProps<"form"> {
  by: ReauthenticatedBy;
  text: string;
  label: string;
}

export function ConfirmedButton({ by, text, label, children, ...form }: ConfirmedButtonProps) {
  const button = <Button type="submit" kind="danger" aria-label={label}>{text}</Button>;
  if (by === "recent") return <form method="post" {...form}>{children}{button}</form>;
  return (
    <details>
      <summary className="button button--danger" aria-label={label}>{text}</summary>
      <ConfirmedForm by={by} method="post" buttons={button} {...form}>{children}</ConfirmedForm>
    </details>
  );
}
