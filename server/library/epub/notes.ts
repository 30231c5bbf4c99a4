/** Notes lead back to where they are first referred to, unless they have a link of their own. */
import type { References } from "./references.ts";

const types = /(?:^|\s)(?:footnote|endnote|rearnote|note|doc-footnote|doc-endnote)(?:\s|$)/;
const referring = /(?:^|\s)(?:noteref|doc-noteref)(?:\s|$)/;

const typesOf = (attributes: Map<string, string>) =>
  `${attributes.get("epub:type") ?? ""} ${attributes.get("role") ?? ""}`;

export const isNote = (attributes: Map<string, string>): boolean => types.test(attributes.get("epub:type") ?? "");
export const isNoteRef = (attributes: Map<string, string>): boolean => referring.test(typesOf(attributes));

export class Notes {
  #open: { hasLink: boolean }[] = [];
  #mark: string | undefined;
  readonly #references: References;

  constructor(references: References) {
    this.#references = references;
  }

  /** Whether it is one that can be referred to. */
  open(attributes: Map<string, string>, path: string): boolean {
    if (!types.test(typesOf(attributes)) || !attributes.has("id")) return false;
    const { note, mark } = this.#references.note(`${path}#${attributes.get("id")}`);
    this.#mark = mark;
    this.#open.push(note);
    return true;
  }

  seeLink(): void {
    for (const note of this.#open) note.hasLink = true;
  }

  /** For the first block of it. */
  takeMark(): string {
    const mark = this.#mark ?? "";
    this.#mark = undefined;
    return mark;
  }

  close(): void {
    this.#mark = undefined;
    this.#open.pop();
  }
}
