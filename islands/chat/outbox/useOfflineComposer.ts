import { useEffect, useState } from "react";
import { late } from "../../runtime/late.ts";
import type { Connection } from "../connection/state.ts";

type Loaded = typeof import("./OfflineComposer.tsx");

const load = late(() => import("./OfflineComposer.tsx"));

const idleAfter = 3000;

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
