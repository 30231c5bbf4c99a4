import type { KeyboardEvent, RefObject } from "react";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { Button } from "../ui/Button.tsx";

interface Props {
  groupId: string;
  /** Which form this is: without script, what tells a second press from a second message. */
  formKey: string;
  input?: RefObject<HTMLTextAreaElement | null>;
  typed?: string;
  disabled?: boolean;
  /** Whether Enter sends; without script it does not. */
  enterSends?: boolean;
  onSend?: () => void;
}

/** The box a message is written in. Where Enter sends, Shift and Enter begin a new line. */
export function Composer({ groupId, formKey, input, typed, disabled, enterSends, onSend }: Props) {
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!enterSends || event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend?.();
  }
  return (
    <form
      method="post"
      action={paths.messages(groupId)}
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        onSend?.();
      }}
    >
      <input type="hidden" name="formKey" value={formKey} />
      <textarea
        ref={input}
        name="content"
        dir="auto"
        rows={1}
        enterKeyHint={enterSends ? "send" : "enter"}
        aria-label="Message"
        placeholder={texts.chat.placeholder}
        defaultValue={typed}
        disabled={disabled}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" kind="primary" icon="send" disabled={disabled}>Send</Button>
    </form>
  );
}
