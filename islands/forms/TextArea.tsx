import { type ComponentProps, useId } from "react";
import { description, FieldFrame, type FieldText } from "./FieldFrame.tsx";

interface Props extends FieldText, ComponentProps<"textarea"> {
  label: string;
  name: string;
}

/** A labelled text of several lines. */
export function TextArea({ label, error, hint, after, id, ...textarea }: Props) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <FieldFrame id={inputId} label={label} error={error} hint={hint} after={after}>
      <textarea className="input" id={inputId} {...description(inputId, { error, hint })} {...textarea} />
    </FieldFrame>
  );
}
