import { type ComponentProps, type ReactNode, useId, useState } from "react";
import type { Issue } from "../../server/contract/site/shapes.ts";
import { late } from "../runtime/late.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";

interface FieldProps extends FieldText, ComponentProps<"input"> {
  name: string;
}

/** Without `autoComplete` the browser fills nothing in, as in `TextArea`. */
export function Field({ label, error, hint, after, id, ...input }: FieldProps) {
  const { frame, control } = useControl({ label, error, hint, after, id });
  return (
    <FieldFrame {...frame}>
      <input autoComplete="off" {...control} {...input} />
    </FieldFrame>
  );
}

export function PasswordField(props: Omit<FieldProps, "type" | "after">) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <Button icon={shown ? "eye-off" : "eye"} aria-pressed={shown} onClick={() => setShown(!shown)}>
      {shown ? "Hide" : "Show"}
    </Button>
  );
  return <Field {...props} type={shown ? "text" : "password"} after={toggle} />;
}

interface SelectProps extends FieldText, ComponentProps<"select"> {
  name: string;
  options: { value: string; label: string }[];
}

export function Select({ label, error, hint, after, id, options, ...select }: SelectProps) {
  const { frame, control } = useControl({ label, error, hint, after, id });
  return (
    <FieldFrame {...frame}>
      <select {...control} {...select}>
        {options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
      </select>
    </FieldFrame>
  );
}

interface TextAreaProps extends FieldText, ComponentProps<"textarea"> {
  name: string;
}

/** The browser fills nothing in on going back: somebody else may have signed in since. */
export function TextArea({ label, error, hint, after, id, ...textarea }: TextAreaProps) {
  const { frame, control } = useControl({ label, error, hint, after, id });
  const draft = textarea.value === undefined && !textarea.readOnly && { ref: keepDraft, "data-draft": "" };
  return (
    <FieldFrame {...frame}>
      <textarea autoComplete="off" {...control} {...draft} {...textarea} />
    </FieldFrame>
  );
}

const loadDrafts = late(() => import("../offline/field_drafts.ts"));

function keepDraft(field: HTMLTextAreaElement | null): void {
  if (field) loadDrafts().then(({ keepDraft }) => keepDraft(field)).catch(console.warn);
}

function useControl({ id, ...text }: FieldText & { id?: string }) {
  const own = useId();
  const controlId = id ?? own;
  return {
    frame: { ...text, id: controlId },
    control: { className: "input", id: controlId, ...description(controlId, text) },
  };
}

interface FieldText {
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
