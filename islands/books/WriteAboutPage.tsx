import type { Anchor } from "../../server/contract/chat/shapes.ts";
import { hasIsland } from "../runtime/has_island.ts";
import { LinkButton } from "../ui/Button.tsx";
import { intercept } from "../ui/intercept.ts";
import { chatPaths } from "../../server/contract/chat/paths.ts";
import { anchorsTexts } from "../../server/contract/chat/texts.ts";

interface Props {
  groupId: string;
  /** The open page. */
  anchor: Anchor;
  onWrite: () => void;
}

/** Leads to the chat, to write about the open page there. */
export const WriteAboutPage = ({ groupId, anchor, onWrite }: Props) => (
  <LinkButton
    className="write-about-page"
    icon="chat"
    href={chatPaths.aboutPage(groupId, anchor)}
    // Beside what is found in the chat there is no box to write in.
    onClick={hasIsland("Chat") ? intercept(onWrite) : undefined}
  >
    {anchorsTexts.writeAboutPage}
  </LinkButton>
);
