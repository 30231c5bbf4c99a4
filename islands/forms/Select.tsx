import { type ComponentProps, useId } from "react";
import { description, FieldFrame, type FieldText } from "./FieldFrame.tsx";

interface Props extends FieldText, ComponentProps<"select"> {
  label: string;
  name: string;
  options: { value: string; label: string }[];
}

export function Select({ label, error, hint, after, id, options, ...select }: Props) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <FieldFrame id={inputId} label={label} error={error} hint={hint} after={after}>
      <select className="input" id={inputId} {...description(inputId, { error, hint })} {...select}>
        {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
      </select>
    </FieldFrame>
  );
}
