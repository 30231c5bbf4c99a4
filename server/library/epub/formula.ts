/** A formula of MathML as it is read: only its elements that are known, or in their place its text. */
import { mathAttributes, mathElements } from "../../writing/mathml.ts";
import * as elements from "./elements.ts";
import { escapedText, written } from "./parts.ts";
import { blank, describing } from "./text_pieces.ts";
import type { Element } from "./xml.ts";

/** Characters of HTML. */
const longest = 5000;
const deepest = 100;

export class Formula {
  #names: string[] = [];
  #html = "";
  #text = "";
  readonly #description: string;

  constructor({ attributes }: Element) {
    this.#description = describing(attributes.get("alttext") ?? "");
    this.open({ name: "math", space: "math", attributes });
  }

  /** Whether it is read at all, with what is in it. */
  open({ name: given, space, attributes }: Element): boolean {
    const name = given.toLowerCase();
    if (elements.mathDropped.has(name) || elements.dropped.has(name)) return false;
    const isKnown = space === "math" && mathElements.has(name) && this.#names.length + 1 < deepest;
    this.#names.push(isKnown ? name : "");
    if (!isKnown) return true;
    const kept = [...attributes].filter(([key, value]) => mathAttributes.get(key)?.test(value));
    this.#write(`<${name}${written(Object.fromEntries(kept))}>`);
    return true;
  }

  add(text: string): void {
    const words = text.replaceAll(blank, " ");
    if (words.trim() === "") return;
    this.#write(escapedText(words));
    this.#text += words;
  }

  /** Whether it ends with that. */
  close(): boolean {
    const name = this.#names.pop();
    if (name) this.#write(`</${name}>`);
    return this.#names.length === 0;
  }

  /** One without HTML is read as a text. */
  get result(): { html: string | undefined; text: string } {
    if (this.#html.length > longest) return { html: undefined, text: this.#description || this.#text };
    return { html: this.#html, text: this.#text };
  }

  #write(html: string): void {
    if (this.#html.length <= longest) this.#html += html;
  }
}
