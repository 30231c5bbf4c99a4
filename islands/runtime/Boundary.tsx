import { Component, type ReactNode } from "react";
import { emit } from "./events.ts";

interface Props {
  island: HTMLElement;
  children: ReactNode;
}

/** Around an island: where drawing it fails, what was drawn last stays. */
export class Boundary extends Component<Props> {
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
