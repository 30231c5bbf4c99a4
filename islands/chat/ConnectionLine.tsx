import { texts } from "../../server/contract/texts.ts";
import type { Connection } from "./reducer.ts";
import { Button } from "../ui/Button.tsx";

interface Props {
  connection: Connection;
  /** What there is to say; nothing when all is well, and without a script, which has no connection to speak of. */
  text: string | undefined;
  onReconnect: () => void;
}

/** The state of the chat's connection, in words. */
export function ConnectionLine({ connection, text, onReconnect }: Props) {
  return (
    <p className="connection-line" role="status" data-connection={connection}>
      {text}
      {connection === "disconnected" && <Button onClick={onReconnect}>{texts.chat.reconnect}</Button>}
    </p>
  );
}
