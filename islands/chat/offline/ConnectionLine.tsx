import { useEffect, useState } from "react";
import type { Anchor } from "../../../server/contract/chat/shapes.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import { liveGroupTexts } from "../../../server/contract/groups/live_texts.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { late } from "../../runtime/late.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import type { Connection } from "../state/state.ts";
import { bookOf } from "../messages/Anchor.tsx";
import { useShared } from "../useChat.ts";

interface Props {
  onAnchor: (next: Anchor | undefined) => void;
}

/** How the chat is connected, and below it what can be written without a connection. */
export function ConnectionLine({ onAnchor }: Props) {
  const { chat, state: { connection, line, anchor }, books } = useShared();
  const offline = useOfflineComposer(connection);
  return (
    <>
      <p className="connection-line" role="status" data-connection={connection}>
        {line}
        {connection === "disconnected" && <Button onClick={() => chat.link.reconnect()}>{chatTexts.reconnect}</Button>}
        {connection === "closed" && <LinkButton href={sitePaths.dashboard}>{liveGroupTexts.backToAll}</LinkButton>}
      </p>
      {offline && <offline.OfflineComposer anchor={anchor} book={bookOf(books, anchor)} onAnchor={onAnchor} />}
    </>
  );
}

type Loaded = typeof import("./OfflineComposer.tsx");

const load = late(() => import("./OfflineComposer.tsx"));

const idleAfter = 3000;

function useOfflineComposer(connection: Connection): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  const isAway = connection === "reconnecting" || connection === "disconnected";
  useEffect(() => {
    if (loaded) return;
    const timer = setTimeout(() => void load().then(setLoaded, console.warn), isAway ? 0 : idleAfter);
    return () => clearTimeout(timer);
  }, [isAway, loaded]);
  return loaded;
}
