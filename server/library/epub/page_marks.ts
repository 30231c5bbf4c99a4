/** Where pages of the printed book begin. */
import { epub as limits } from "../../contract/books/text_limits.ts";
import type { BlockWriter } from "./block_writer.ts";
import type { Frame } from "./frames.ts";
import type { References } from "./references.ts";
import { longestDescription, withoutControls } from "./text_pieces.ts";

/** Characters of a page's name. */
const longest = 20;

export class PageMarks {
  /** What is in the one that is open: it is none of the text. */
  #label: { text: string } | undefined;
  readonly #blocks: BlockWriter;
  readonly #references: References;

  constructor(blocks: BlockWriter, references: References) {
    [this.#blocks, this.#references] = [blocks, references];
  }

  static isPageMark(attributes: Map<string, string>): boolean {
    return /(?:^|\s)pagebreak(?:\s|$)/.test(attributes.get("epub:type") ?? "") ||
      attributes.get("role") === "doc-pagebreak";
  }

  get isOpen(): boolean {
    return this.#label !== undefined;
  }

  add(text: string): void {
    if (this.#label) this.#label.text = (this.#label.text + text).slice(0, longestDescription);
  }

  open(frame: Frame, attributes: Map<string, string>): void {
    const label = this.#label ??= { text: "" };
    frame.onClose = () => {
      this.#label = undefined;
      this.#mark(attributes.get("title") ?? attributes.get("aria-label") ?? label.text);
    };
  }

  #mark(written: string): void {
    const label = withoutControls(written).replace(/^\s*page\s+/i, "").trim().slice(0, longest);
    if (!label) return;
    const { pages } = this.#references;
    if (pages.length >= limits.printPages) return;
    pages.push({ label, at: this.#blocks.offset });
    this.#blocks.markPage(label);
  }
}
