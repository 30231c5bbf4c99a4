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

export function RevealForm({ message, tabIndex, onReveal }: Props) {
  function reveal(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
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
