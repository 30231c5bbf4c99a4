import { type KeyboardEvent, type SyntheticEvent, useRef } from "react";
import { texts } from "../../server/contract/texts.ts";
import { showToast } from "../runtime/toast.ts";
import { Button } from "../ui/Button.tsx";
import type { ChatConnection } from "./connection.ts";
import { useOutbox } from "./outbox.ts";
import { sendProblem } from "./reducer.ts";
import { useFinePointer } from "./useFinePointer.ts";
import { useStableFocus } from "./useStableFocus.ts";

interface Props {
  chat: ChatConnection;
  action: string;
  /** Which form this is: without script, what tells a second press from a second message. */
  formKey: string;
  typed: string | undefined;
  disabled: boolean;
}

/** The box a message is written in. Where Enter sends, Shift and Enter begin a new line. */
export function Composer({ chat, action, formKey, typed, disabled }: Props) {
  const input = useRef<HTMLTextAreaElement>(null);
  const enterSends = useFinePointer();
  useStableFocus(input, { disabled });
  useOutbox(input, chat);

  function send(event: SyntheticEvent) {
    event.preventDefault();
    const content = input.current!.value.trim();
    const problem = sendProblem(chat.getState(), content);
    if (problem) return showToast(content ? "error" : "info", problem);
    input.current!.value = "";
    chat.send(content);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (enterSends && event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  }

  return (
    <form method="post" action={action} className="composer" onSubmit={send}>
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
