import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { on } from "./events.ts";
import { type IslandComponent, propsOf } from "./from_html.ts";

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
  const props = propsOf(Island, marker, sent);
  function Marked() {
    useEffect(() => {
      marker.dataset.hydrated = "";
    }, []);
    return <Island {...props} />;
  }
  const root = hydrateRoot(marker, <Marked />, { identifierPrefix: prefix });
  const stop = on("islandRemoved", (removed) => {
    if (removed !== marker) return;
    stop();
    root.unmount();
  });
}
