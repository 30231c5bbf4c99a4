/** The style sheets of one document: those that it names, and its own. */
import { epub as limits } from "../../contract/books/text_limits.ts";
import { targetOf } from "./addresses.ts";
import { type Meaning, meaningsBy, readStyles, type Styles } from "./styles.ts";
import type { Element } from "./xml.ts";

export class DocumentStyles {
  #read: Styles[] = [];
  /** Of one that is open. */
  #source: string | undefined;
  readonly #path: string;
  readonly #sheets: Map<string, Styles>;

  /** @param sheets those of the book, by their paths */
  constructor(path: string, sheets: Map<string, Styles>) {
    [this.#path, this.#sheets] = [path, sheets];
  }

  open({ name, attributes }: Element): void {
    const path = name === "link" && /stylesheet/i.test(attributes.get("rel") ?? "")
      ? targetOf(attributes.get("href") ?? "", this.#path)?.path
      : undefined;
    const sheet = path === undefined ? undefined : this.#sheets.get(path);
    if (sheet) this.#add(sheet);
    if (name === "style") this.#source = "";
  }

  text(text: string): void {
    if (this.#source !== undefined) this.#source += text.slice(0, limits.styles.bytes);
  }

  close(): void {
    if (this.#source === undefined) return;
    const styles: Styles = new Map();
    if (this.#read.length < limits.styles.sheets) readStyles(this.#source, styles);
    this.#add(styles);
    this.#source = undefined;
  }

  meaningsOf(name: string, attributes: Map<string, string>): Set<Meaning> {
    return meaningsBy({ name, attributes }, this.#read);
  }

  #add(styles: Styles): void {
    const isMore = this.#read.length < limits.styles.sheets && styles.size > 0 && !this.#read.includes(styles);
    if (isMore) this.#read.push(styles);
  }
}
