import type { FormEvent } from "react";
import { Button } from "../../ui/Button.tsx";
import type { Stored } from "../connection/reducer.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { anchorsTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  groupId: string;
  message: Stored;
  tabIndex: number | undefined;
  onShow: (message: Stored) => void;
}

/** Shows a message to a reader who has not read so far, who is asked first. */
export function Veil({ groupId, message, tabIndex, onShow }: Props) {
  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The button that has the focus goes.
    event.currentTarget.closest<HTMLElement>(".message")!.focus({ preventScroll: true });
    onShow(message);
  }

  return (
    <details className="veil" data-length={message.length}>
      <summary className="button" tabIndex={tabIndex}>{anchorsTexts.showAnyway}</summary>
      <form
        className="veil-question"
        method="post"
        action={`${chatPaths.message(groupId, message.id!, "unveil")}?message=${message.seq}`}
        onSubmit={show}
      >
        <p>{anchorsTexts.confirmShow}</p>
        <Button type="submit" icon="eye">{anchorsTexts.show}</Button>
      </form>
    </details>
  );
}
