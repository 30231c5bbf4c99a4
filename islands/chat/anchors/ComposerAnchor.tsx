import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Anchor } from "../../../server/contract/chat/shapes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { intercept } from "../../ui/intercept.ts";
import { AnchorName } from "./AnchorLine.tsx";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { anchorsTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  groupId: string;
  anchor: Anchor;
  book: AnchorBook | undefined;
  onRemove: () => void;
}

export const ComposerAnchor = ({ groupId, anchor, book, onRemove }: Props) => (
  <div className="composer-top">
    <input type="hidden" name="bookId" value={anchor.bookId} />
    <input type="hidden" name="page" value={anchor.page} />
    <b>{anchorsTexts.about}</b>
    <span className="composer-anchor">
      <AnchorName anchor={anchor} book={book} />
    </span>
    <a
      className="icon-button"
      href={groupPaths.group(groupId)}
      aria-label={anchorsTexts.remove}
      title={anchorsTexts.remove}
      onClick={intercept(onRemove)}
    >
      <Icon name="close" />
    </a>
  </div>
);
