import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../ui/Icon.tsx";

interface Props {
  text: ReactNode;
  hint?: ReactNode;
}

/** Why a form failed as a whole: announced at once and scrolled into view, however far down the pressed button is. */
export function FormError({ text, hint }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In newer browsers it returns a promise, which is no clean-up function.
    void notice.current?.scrollIntoView({ block: "nearest" });
  }, [text]);
  return (
    <div className="notice" role="alert" data-kind="error" ref={notice}>
      <Icon name="warning" />
      <div>
        <p>{text}</p>
        {hint && <p className="notice-hint">{hint}</p>}
      </div>
    </div>
  );
}
