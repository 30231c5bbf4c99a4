import { IconButton } from "./IconButton.tsx";

interface Props {
  /** Undefined until the browser has said: the switch needs a script, and is not there without one. */
  dark: boolean | undefined;
  onToggle: () => void;
}

/** The chat's own light, beside the page's. */
export function ChatBar({ dark, onToggle }: Props) {
  return (
    <div className="chat-bar">
      {dark !== undefined && (
        <IconButton icon={dark ? "sun" : "moon"} label="Dark mode" aria-pressed={dark} onClick={onToggle} />
      )}
    </div>
  );
}
