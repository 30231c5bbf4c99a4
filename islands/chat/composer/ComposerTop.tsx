import type { MemberDirectory, Message, Quote } from "../../../server/contract/chat/shapes.ts";
import { IconButton } from "../../ui/Button.tsx";
import { nameOf } from "../connection/names.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

export type Purpose = { kind: "reply"; quote: Quote } | { kind: "edit"; message: Message } | { kind: "deleted" };

interface Props {
  purpose: Purpose;
  members: MemberDirectory;
  overwrites: boolean;
  onCancel: () => void;
}

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
