import { type ComponentProps, useId } from "react";
import { description, FieldFrame, type FieldText } from "./FieldFrame.tsx";

export interface FieldProps extends FieldText, ComponentProps<"input"> {
  label: string;
  name: string;
}

/** Without `autoComplete` the browser fills nothing in, as in `TextArea`. */
export function Field({ label, error, hint, after, id, ...input }: FieldProps) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <FieldFrame id={inputId} label={label} error={error} hint={hint} after={after}>
      <input
        className="input"
        id={inputId}
        autoComplete="off"
        {...description(inputId, { error, hint })}
        {...input}
      />
    </FieldFrame>
  );
}
