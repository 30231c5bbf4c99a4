import { useEffect, useState } from "react";
import { late } from "../../runtime/late.ts";
import type { Connection } from "../connection/state.ts";

type Loaded = typeof import("./OfflineComposer.tsx");

const load = late(() => import("./OfflineComposer.tsx"));

/** Milliseconds after which a page that is joined has nothing else to load. */
const idleAfter = 3000;

/** The box for writing without a connection: loaded while there still is one, or when there is none any more. */
export function useOfflineComposer(connection: Connection): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  const isAway = connection === "reconnecting" || connection === "disconnected";
  useEffect(() => {
    if (loaded) return;
    const timer = setTimeout(() => void load().then(setLoaded, console.warn), isAway ? 0 : idleAfter);
    return () => clearTimeout(timer);
  }, [isAway, loaded]);
  return loaded;
}
