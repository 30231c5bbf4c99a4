import { Component, type ComponentType, type ReactNode, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { emit, on } from "./events.ts";
import { propsOf } from "./markers.ts";

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

interface Typed {
  value: string;
  selection: [number, number];
}

/** React sets texts back to what the server sent. @returns a function that puts back what was typed, with the caret */
function watchTyped(island: HTMLElement): () => void {
  const typed = new Map<HTMLTextAreaElement, Typed>();
  function note(field: HTMLTextAreaElement) {
    const { value, defaultValue, selectionStart, selectionEnd } = field;
    if (value !== defaultValue) typed.set(field, { value, selection: [selectionStart, selectionEnd] });
  }
  const onInput = ({ target }: Event) => target instanceof HTMLTextAreaElement && note(target);
  island.querySelectorAll("textarea").forEach(note);
  island.addEventListener("input", onInput, { capture: true });
  return () => {
    island.removeEventListener("input", onInput, { capture: true });
    for (const [field, { value, selection }] of typed) {
      if (field.value === value) continue;
      field.value = value;
      field.setSelectionRange(...selection);
    }
  };
}
