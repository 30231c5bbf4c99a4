import { Button, LinkButton } from "../../ui/Button.tsx";
import type { ChatState } from "./state.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import { groupsTexts } from "../../../server/contract/groups/texts.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";

interface Props {
  state: ChatState;
  onReconnect: () => void;
}

export function ConnectionLine({ state: { connection, line }, onReconnect }: Props) {
  return (
    <p className="connection-line" role="status" data-connection={connection}>
      {line}
      {connection === "disconnected" && <Button onClick={onReconnect}>{chatTexts.reconnect}</Button>}
      {connection === "closed" && <LinkButton href={sitePaths.dashboard}>{groupsTexts.backToAll}</LinkButton>}
    </p>
  );
}
