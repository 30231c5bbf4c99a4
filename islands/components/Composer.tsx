import type { KeyboardEvent, RefObject } from "react";
import { texts } from "../../server/contract/texts.ts";
import { Button } from "./Button.tsx";

interface Props {
  /** Which form this is: without script, what tells a second press from a second message. */
  formKey: string;
  input?: RefObject<HTMLTextAreaElement | null>;
  typed?: string;
  disabled?: boolean;
  onSend?: () => void;
}

/** The box a message is written in. Enter sends, Shift and Enter begin a new line. */
export function Composer({ formKey, input, typed, disabled, onSend }: Props) {
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || !onSend) return;
    event.preventDefault();
    onSend();
  }
  return (
    <form
      method="post"
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
        aria-label="Message"
        placeholder={texts.chat.placeholder}
        defaultValue={typed}
        disabled={disabled}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" name="intent" value="message" kind="primary" icon="send" disabled={disabled}>Send</Button>
    </form>
  );
}
