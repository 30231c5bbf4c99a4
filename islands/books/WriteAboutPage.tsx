import type { Anchor } from "../../server/contract/chat/shapes.ts";
import { hasIsland } from "../runtime/markers.ts";
import { LinkButton } from "../ui/Button.tsx";
import { intercept } from "../ui/intercept.ts";
import { chatPaths } from "../../server/contract/chat/paths.ts";
import { anchorsTexts } from "../../server/contract/chat/texts.ts";

interface Props {
  groupId: string;
  anchor: Anchor;
  onWrite: () => void;
}

export const WriteAboutPage = ({ groupId, anchor, onWrite }: Props) => (
  <LinkButton
    className="write-about-page"
    icon="chat"
    href={chatPaths.aboutPage(groupId, anchor)}
    onClick={hasIsland("Chat") ? intercept(onWrite) : undefined}
  >
    {anchorsTexts.writeAboutPage}
  </LinkButton>
);
