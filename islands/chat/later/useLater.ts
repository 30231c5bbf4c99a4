import { useEffect, useState } from "react";
import { late } from "../../runtime/late.ts";
import type { Connection } from "../connection/reducer.ts";

type Later = typeof import("./WriteLater.tsx");

const load = late(() => import("./WriteLater.tsx"));

/** Milliseconds after which a page that is joined has nothing else to load. */
const idleAfter = 3000;

/** The box for writing without a connection: loaded while there still is one, or when there is none any more. */
export function useLater(connection: Connection): Later | undefined {
  const [later, setLater] = useState<Later>();
  const isAway = connection === "reconnecting" || connection === "disconnected";
  useEffect(() => {
    if (later) return;
    const timer = setTimeout(() => void load().then(setLater, console.warn), isAway ? 0 : idleAfter);
    return () => clearTimeout(timer);
  }, [isAway, later]);
  return later;
}
