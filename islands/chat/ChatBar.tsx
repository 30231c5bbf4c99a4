import type { ReactNode } from "react";
import { IconButton } from "../ui/IconButton.tsx";

interface Props {
  /** Undefined until the browser has said: the switch needs a script, and is not there without one. */
  dark: boolean | undefined;
  onToggle: () => void;
  children?: ReactNode;
}

/** The chat's own light, beside the page's, and what else there is to choose. */
export function ChatBar({ dark, onToggle, children }: Props) {
  return (
    <div className="chat-bar">
      {dark !== undefined && (
        <IconButton icon={dark ? "sun" : "moon"} label="Dark mode" aria-pressed={dark} onClick={onToggle} />
      )}
      {children}
    </div>
  );
}
