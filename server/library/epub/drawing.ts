/** A drawing is hostile until shown otherwise: of it remain the pictures in it, and what describes it. */
import { longestDescription } from "./text_pieces.ts";
import type { Element } from "./xml.ts";

const described = /^(?:svg|g|a|title|desc|text|tspan|textPath|switch|image|defs|symbol)$/i;
const mostPictures = 20;

export class Drawing {
  #depth = 0;
  #label = "";
  #pictures: (string | undefined)[] = [];

  constructor(element: Element) {
    this.open(element);
  }

  /** Whether it is read at all, with what is in it. */
  open({ name, space, attributes }: Element): boolean {
    const isRead = this.#depth === 0 || described.test(name);
    if (!isRead || space !== "svg") return false;
    this.#depth++;
    this.#label += " ";
    if (name.toLowerCase() !== "image" || this.#pictures.length >= mostPictures) return true;
    this.#pictures.push(attributes.get("xlink:href") ?? attributes.get("href"));
    return true;
  }

  add(text: string): void {
    this.#label = (this.#label + text).slice(0, longestDescription);
  }

  /** Whether it ends with that. */
  close(): boolean {
    return --this.#depth <= 0;
  }

  /** Addresses of pictures, or one of none. */
  get result(): { addresses: (string | undefined)[]; label: string } {
    return { addresses: this.#pictures.length === 0 ? [undefined] : this.#pictures, label: this.#label };
  }
}
