import { type ComponentProps, useId } from "react";
import { late } from "../runtime/late.ts";
import { description, FieldFrame, type FieldText } from "./FieldFrame.tsx";

interface Props extends FieldText, ComponentProps<"textarea"> {
  label: string;
  name: string;
}

const loadDrafts = late(() => import("../offline/field_draft.ts"));

function keepDraft(field: HTMLTextAreaElement | null): void {
  if (field) loadDrafts().then(({ keepDraft }) => keepDraft(field)).catch(console.warn);
}

/** The browser fills nothing in on going back: somebody else may have signed in since. */
export function TextArea({ label, error, hint, after, id, ...textarea }: Props) {
  const own = useId();
  const inputId = id ?? own;
  const draft = textarea.value === undefined && !textarea.readOnly && { ref: keepDraft, "data-draft": "" };
  return (
    <FieldFrame id={inputId} label={label} error={error} hint={hint} after={after}>
      <textarea
        className="input"
        id={inputId}
        autoComplete="off"
        {...description(inputId, { error, hint })}
        {...draft}
        {...textarea}
      />
    </FieldFrame>
  );
}
