import type { FormEvent } from "react";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { Button } from "../../ui/Button.tsx";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { anchorsTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  message: Message;
  tabIndex: number | undefined;
  onReveal: (message: Message) => void;
}

/** Shows a message to a reader who has not read so far, who is asked first. */
export function RevealForm({ message, tabIndex, onReveal }: Props) {
  function reveal(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The button that has the focus goes.
    event.currentTarget.closest<HTMLElement>(".message")!.focus({ preventScroll: true });
    onReveal(message);
  }

  return (
    <details className="veil">
      <summary className="button" tabIndex={tabIndex}>{anchorsTexts.showAnyway}</summary>
      <form
        className="veil-question"
        method="post"
        action={`${chatPaths.message(message.groupId, message.id, "unveil")}?message=${message.seq}`}
        onSubmit={reveal}
      >
        <p>{anchorsTexts.confirmShow}</p>
        <Button type="submit" icon="eye">{anchorsTexts.show}</Button>
      </form>
    </details>
  );
}
