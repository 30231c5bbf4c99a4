import { texts } from "../../../server/contract/texts.ts";
import { paths } from "../../../server/contract/paths.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import type { ChatState } from "./reducer.ts";

interface Props {
  state: ChatState;
  onReconnect: () => void;
}

/** The state of the chat's connection, in words. */
export function ConnectionLine({ state: { connection, line }, onReconnect }: Props) {
  return (
    <p className="connection-line" role="status" data-connection={connection}>
      {line}
      {connection === "disconnected" && <Button onClick={onReconnect}>{texts.chat.reconnect}</Button>}
      {connection === "closed" && <LinkButton href={paths.dashboard}>{texts.groups.backToAll}</LinkButton>}
    </p>
  );
}
