import { type ComponentType, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

/** Hydrates a server-rendered island and marks it `data-hydrated` once its effects have run. */
export function hydrateIsland<P extends object>(
  marker: HTMLElement,
  Island: ComponentType<P>,
  props: P,
  prefix = "",
): void {
  function Marked() {
    useEffect(() => {
      marker.dataset.hydrated = "";
    }, []);
    return <Island {...props} />;
  }
  hydrateRoot(marker, <Marked />, { identifierPrefix: prefix });
}
