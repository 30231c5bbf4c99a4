import { useEffect, useLayoutEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { Boundary } from "./Boundary.tsx";
import { on } from "./events.ts";
import { type IslandComponent, propsOf } from "./from_html.ts";
import { watchTyped } from "./typed_early.ts";

/**
 * Hydrates a server-rendered island and marks it `data-hydrated` once its effects have run. It ends when it is removed
 * from the page.
 *
 * @param sent the props that were sent as JSON
 */
export function hydrateIsland<P extends object>(
  marker: HTMLElement,
  Island: IslandComponent<P>,
  sent: P,
  prefix = "",
): void {
  const restoreTyped = watchTyped(marker);
  function Marked() {
    // Here, where a failure is caught.
    const [props] = useState(() => propsOf(Island, marker, sent));
    useLayoutEffect(restoreTyped, []);
    useEffect(() => {
      marker.dataset.hydrated = "";
    }, []);
    return <Island {...props} />;
  }
  const root = hydrateRoot(
    marker,
    <Boundary island={marker}>
      <Marked />
    </Boundary>,
    { identifierPrefix: prefix },
  );
  const stop = on("islandRemoved", (removed) => {
    if (removed !== marker) return;
    stop();
    root.unmount();
  });
}
