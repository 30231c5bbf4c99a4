import type { MemberDirectory, MessageFile, Quote } from "../../../server/contract/chat.ts";
import { texts } from "../../../server/contract/texts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { nameOf } from "../connection/names.ts";

/** What is being written beside a plain message: a reply to one, or a change of one's own. */
export type Purpose = { kind: "reply"; quote: Quote } | Edit;

interface Edit {
  kind: "edit";
  id: string;
  content: string;
  files: MessageFile[];
}

interface Props {
  purpose: Purpose;
  members: MemberDirectory;
  onCancel: () => void;
}

/** What the text below it will be, if it is no plain message. */
export function ComposerTop({ purpose, members, onCancel }: Props) {
  return (
    <div className="composer-top">
      {purpose.kind === "edit" ? <b>{texts.chat.editing}</b> : (
        <>
          <b>{texts.chat.replyingTo(nameOf(purpose.quote, members))}</b>
          <span dir="auto">{purpose.quote.excerpt}</span>
        </>
      )}
      <IconButton icon="close" label="Cancel" onClick={onCancel} />
    </div>
  );
}
