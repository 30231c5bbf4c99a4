import type { Anchor } from "../../server/contract/chat.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { LinkButton } from "../ui/Button.tsx";
import { intercept } from "../ui/intercept.ts";

interface Props {
  groupId: string;
  /** The open page. */
  anchor: Anchor;
  onWrite: () => void;
}

/** Leads to the chat, to write about the open page there. */
export const WriteHere = ({ groupId, anchor, onWrite }: Props) => (
  <LinkButton
    className="write-here"
    icon="chat"
    href={paths.aboutPage(groupId, anchor)}
    onClick={hasChat() ? intercept(onWrite) : undefined}
  >
    {texts.anchors.writeHere}
  </LinkButton>
);

/** Beside what is found in the chat there is no box to write in. */
const hasChat = (): boolean => "document" in globalThis && document.querySelector("[data-island=Chat]") !== null;
