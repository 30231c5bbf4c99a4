import type { ReactNode } from "react";
import type { Issue } from "../../server/contract/site/shapes.ts";
import { Icon } from "../ui/Icon.tsx";

/** What every field may show beside its control. */
export interface FieldText {
  label: string;
  /** What is wrong with the value, shown below it. */
  error?: ReactNode;
  /** What helps to fill it in, shown below it. */
  hint?: ReactNode;
  /** A button in the control's own row, such as show/hide. */
  after?: ReactNode;
}

interface FieldFrameProps extends FieldText {
  id: string;
  children: ReactNode;
}

/** A label, a control's row, and the hint and error below, which `description` ties to the control. */
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

/**
 * A field's name, and what the server found wrong with it. The first wrong field has the focus, which no script may be
 * there to move.
 */
export const fieldOf = <Name extends string>(name: Name, issues: Issue[] = []) => ({
  name,
  error: issues.find(({ path }) => path === name)?.message,
  autoFocus: issues[0]?.path === name,
});

/** The attributes that tie a control to its error and hint. */
export function description(id: string, { error, hint }: Pick<FieldText, "error" | "hint">) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return { "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined };
}
