import type { Anchor } from "../../../server/contract/chat/shapes.ts";
import type { Controls } from "../actions/useControls.ts";
import { bookOf } from "../anchors/AnchorLine.tsx";
import { ComposerAnchor } from "../anchors/ComposerAnchor.tsx";
import { useShared } from "../context.ts";
import { StorageLine } from "../files/StorageLine.tsx";
import type { Attachments } from "../files/useAttachments.ts";
import { ComposerTop, type Purpose } from "./ComposerTop.tsx";
import type { Mentions } from "./useMentions.ts";

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
      {purpose && <ComposerTop purpose={purpose} members={members} overwrites={overwrites} onCancel={onCancel} />}
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
