import { Component, type ComponentType, type ReactNode, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { emit, on } from "./events.ts";
import { propsOf } from "./markers.ts";

export function hydrateIsland<P extends object>(marker: HTMLElement, Island: ComponentType<P>): void {
  const endKeeping = keepTyped(marker);
  const props = propsOf(marker);
  function Marked() {
    useLayoutEffect(endKeeping, []);
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

interface BoundaryProps {
  island: HTMLElement;
  children: ReactNode;
}

/** Around an island: where drawing it fails, what was drawn last stays. */
class Boundary extends Component<BoundaryProps> {
  override state = { hasFailed: false };
  #drawn: Node[] = [];

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    this.#drawn = Array.from(this.props.island.childNodes, (node) => node.cloneNode(true));
    return null;
  }

  override componentDidCatch() {
    const { island } = this.props;
    island.replaceChildren(...this.#drawn);
    emit("islandFailed", island);
  }
}

/**
 * React sets each text back to what the server sent, with the caret at an end, some time before it has hydrated all.
 * Until then properties of the element hide those of its prototype from it.
 *
 * @returns a function that removes them
 */
function keepTyped(island: HTMLElement): () => void {
  const fields = [...island.querySelectorAll("textarea")];
  for (const field of fields) {
    Object.defineProperties(field, {
      defaultValue: { value: field.defaultValue, writable: true, configurable: true },
      textContent: { value: "", configurable: true },
    });
  }
  return () => {
    for (const field of fields) {
      delete (field as Partial<HTMLTextAreaElement>).defaultValue;
      delete (field as Partial<HTMLTextAreaElement>).textContent;
    }
  };
}
