import type { ReactNode } from "react";
import { IconButton } from "../ui/IconButton.tsx";

interface Props {
  /** Undefined before the browser's choice is known, as without script: then there is no switch. */
  dark: boolean | undefined;
  onToggle: () => void;
  children?: ReactNode;
}

/** The switch of the chat's dark mode, which is apart from the page's, and beside it what the chat adds. */
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
