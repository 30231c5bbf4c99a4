import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";

export interface FormErrorProps {
  text: ReactNode;
  /** What to do about it. */
  hint?: ReactNode;
}

/** Why a form failed as a whole, announced at once. */
export function FormError({ text, hint }: FormErrorProps) {
  return (
    <div className="notice" role="alert" data-kind="error">
      <Icon name="warning" />
      <div>
        <p>{text}</p>
        {hint && <p className="notice-hint">{hint}</p>}
      </div>
    </div>
  );
}
