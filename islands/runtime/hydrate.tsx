import { type ComponentType, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { Boundary } from "./Boundary.tsx";
import { on } from "./events.ts";
import { propsOf } from "./sent_props.ts";
import { watchTyped } from "./typed_early.ts";

export function hydrateIsland<P extends object>(marker: HTMLElement, Island: ComponentType<P>): void {
  const restoreTyped = watchTyped(marker);
  const props = propsOf(marker);
  function Marked() {
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
    { identifierPrefix: marker.dataset.prefix },
  );
  const stop = on("islandRemoved", (removed) => {
    if (removed !== marker) return;
    stop();
    root.unmount();
  });
}
