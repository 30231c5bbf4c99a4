import type { ReactNode } from "react";
import type { Issue } from "../../server/contract/site/shapes.ts";
import { Icon } from "../ui/Icon.tsx";

export interface FieldText {
  label: string;
  error?: ReactNode;
  hint?: ReactNode;
  after?: ReactNode;
}

interface FieldFrameProps extends FieldText {
  id: string;
  children: ReactNode;
}

export function FieldFrame({ id, label, error, hint, after, children }: FieldFrameProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>{label}</label>
      <div className="field-row">{children}{after}</div>
      {hint && <div className="field-hint" id={`${id}-hint`}>{hint}</div>}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      )}
    </div>
  );
}

/** The first wrong field has the focus, which no script may be there to move. */
export const fieldOf = <Name extends string>(name: Name, issues: Issue[] = []) => ({
  name,
  error: issues.find(({ path }) => path === name)?.message,
  autoFocus: issues[0]?.path === name,
});

export function description(id: string, { error, hint }: Pick<FieldText, "error" | "hint">) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return { "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined };
}
