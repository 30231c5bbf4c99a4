import type { MemberDirectory, Message, Quote } from "../../../server/contract/chat/shapes.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { nameOf } from "../connection/names.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

/** What is being written: a reply, a change of one's own message, or what was to be one of a message since deleted. */
export type Purpose = { kind: "reply"; quote: Quote } | { kind: "edit"; message: Message } | { kind: "deleted" };

interface Props {
  purpose: Purpose;
  members: MemberDirectory;
  /** Whether saving would overwrite a later change. */
  overwrites: boolean;
  onCancel: () => void;
}

/** What the text below it will be, if it is no plain message. */
export function ComposerTop({ purpose, members, overwrites, onCancel }: Props) {
  return (
    <div className="composer-top">
      {purpose.kind === "reply"
        ? (
          <>
            <b>{chatTexts.replyingTo(nameOf(purpose.quote, members))}</b>
            <span dir="auto">{purpose.quote.excerpt}</span>
          </>
        )
        : <b role="status">{purpose.kind === "deleted" ? chatTexts.editedDeleted : editText(overwrites)}</b>}
      <IconButton icon="close" label="Cancel" onClick={onCancel} />
    </div>
  );
}

const editText = (overwrites: boolean): string => overwrites ? chatTexts.editedElsewhere : chatTexts.editing;
