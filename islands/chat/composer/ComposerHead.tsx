import * as chatLimits from "../../../server/contract/chat/limits.ts";
import type { Anchor, MemberDirectory, Storage } from "../../../server/contract/chat/shapes.ts";
import type { Controls } from "../actions/controls.ts";
import { bookOf, ComposerAnchor } from "../messages/Anchor.tsx";
import { useShared } from "../useChat.ts";
import type { Attachments } from "../files/useAttachments.ts";
import type { Mentions } from "./useMentions.ts";
import { IconButton } from "../../ui/Button.tsx";
import { nameOf } from "../state/state.ts";
import { chatTexts, filesTexts } from "../../../server/contract/chat/texts.ts";
import { Purpose } from "./useEditing.ts";

interface Props {
  purpose: Purpose | undefined;
  overwrites: boolean;
  onCancel: () => void;
  anchor: Anchor | undefined;
  onRemoveAnchor: () => void;
  attachments: Attachments;
  mentions: Mentions;
  controls: Controls | undefined;
}

export function ComposerHead(
  { purpose, overwrites, onCancel, anchor, onRemoveAnchor, attachments, mentions, controls }: Props,
) {
  const { chat, state: { members }, books } = useShared();
  return (
    <>
      {purpose && <PurposeLine purpose={purpose} members={members} overwrites={overwrites} onCancel={onCancel} />}
      {anchor && (
        <ComposerAnchor
          groupId={chat.view.groupId}
          anchor={anchor}
          book={bookOf(books, anchor)}
          onRemove={onRemoveAnchor}
        />
      )}
      {controls && attachments.list.length > 0 && <controls.AttachmentList {...attachments} />}
      {attachments.storage && <StorageLine {...attachments.storage} />}
      {controls && mentions.candidates.length > 0 && <controls.MentionList {...mentions} members={members} />}
    </>
  );
}

interface PurposeProps {
  purpose: Purpose;
  members: MemberDirectory;
  overwrites: boolean;
  onCancel: () => void;
}

function PurposeLine({ purpose, members, overwrites, onCancel }: PurposeProps) {
  return (
    <div className="composer-top">
      {purpose.kind === "reply"
        ? (
          <>
            <input type="hidden" name="replyTo" value={purpose.quote.id} />
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

const StorageLine = ({ used, quota }: Storage) =>
  used >= chatLimits.file.notice * quota && <p className="storage-line">{filesTexts.usage(used, quota)}</p>;
