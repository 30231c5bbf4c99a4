import type { ReactNode } from "react";
import { Button } from "../../../islands/ui/Button.tsx";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { demoTexts } from "../../../server/contract/site/texts.ts";

interface Props {
  /** One that is hidden from them until they turn to its page. */
  message: Message;
  book: AnchorBook;
  children: ReactNode;
}

/** What a guest of the demo does next, above the chat, as long as a message in it is hidden. */
export const WithDemoStep = ({ message: { groupId, seq, anchor }, book: { id, title }, children }: Props) => (
  <div className="demo-column">
    <form method="post" action={readingPaths.bookPageForm(groupId, id, "turn-to-message")} className="demo-step">
      <p>{demoTexts.step(anchor!.page, title)}</p>
      <input type="hidden" name="message" value={seq} />
      <Button type="submit" kind="primary" name="page" value={anchor!.page}>{demoTexts.turnTo(anchor!.page)}</Button>
    </form>
    {children}
  </div>
);
