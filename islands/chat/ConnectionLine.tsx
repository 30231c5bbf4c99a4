import { texts } from "../../server/contract/texts.ts";
import { Button } from "../ui/Button.tsx";
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
    </p>
  );
}
