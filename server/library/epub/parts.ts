/** Divides a text, block by block, into parts of about `epub.part` bytes of HTML. */
import { epub as limits } from "../../contract/books/text_limits.ts";
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import { bytesOf } from "./marks.ts";
import { refusal } from "./refusal.ts";
import { classes } from "./styles.ts";
import { TableHeads } from "./table_heads.ts";
import { WaitingParts } from "./waiting_parts.ts";

/** What blocks are in: opened again where a part goes on within it. */
export interface Wrapper {
  name: string;
  attributes: Attributes;
  /** Of an item of a list with numbers. */
  number?: number;
}

export type Attributes = Record<string, string | undefined>;

export interface Block {
  name: string;
  attributes: Attributes;
  /** Of what is in it. */
  html: string;
  /** That of its HTML. */
  text: string;
  number?: number;
}

interface Open {
  wrapper: Wrapper;
  /** The number that its next item has by itself. */
  next: number;
  /** Where it begins in the HTML of the part. */
  begin: number;
}

/** A part that is so full ends before: a chapter, a heading, a row. */
const full = { chapter: 0.5, heading: 0.75, row: 0.8 };

const megabyte = 1024 * 1024;

export class Parts {
  readonly waiting = new WaitingParts();
  /** Characters so far. */
  offset = 0;
  /** Where the last block begins. */
  last = 0;
  #open: Open[] = [];
  #html: string[] = [];
  #plain: string[] = [];
  #bytes = 0;
  #total = 0;
  #from = 0;
  #reopened = new WeakSet<Wrapper>();
  #heads = new TableHeads();

  beginChapter(): void {
    this.#endIf(full.chapter);
  }

  beginRow(): void {
    this.#endIf(full.row);
  }

  /** @returns the number of characters before it */
  add(chain: Wrapper[], block: Block): number {
    if (/^h\d$/.test(block.name)) this.#endIf(full.heading);
    const size = bytesOf(block.html) + 40 * (chain.length + 1);
    if (this.#bytes + size > limits.part && this.#plain.length > 0) this.#end();
    this.#enter(chain);
    const id = this.offset;
    this.#item(block, `c${id}`);
    this.#plain.push(`${block.text}\n`);
    this.last = id;
    this.offset += block.text.length + 1;
    if (this.offset > limits.characters) throw refusal(texts.tooLong(limits.characters));
    return id;
  }

  /** A cell that has nothing in it. */
  addEmpty(chain: Wrapper[], { name, attributes }: Wrapper): void {
    if (this.#bytes > limits.part) return;
    this.#enter(chain);
    this.#write(`<${name}${written(attributes)}></${name}>`);
  }

  finish(): void {
    if (this.#plain.length > 0) this.#end();
  }

  #endIf(share: number): void {
    if (this.#plain.length > 0 && this.#bytes > share * limits.part) this.#end();
  }

  #end(): void {
    const open = this.#open.map(({ wrapper }) => wrapper);
    this.#leave(0);
    for (const wrapper of open) this.#reopened.add(wrapper);
    this.waiting.push({ from: this.#from, html: this.#html.join(""), plain: this.#plain.join("") });
    [this.#html, this.#plain, this.#bytes, this.#from] = [[], [], 0, this.offset];
  }

  #enter(chain: Wrapper[]): void {
    let same = 0;
    while (same < chain.length && this.#open[same]?.wrapper === chain[same]) same++;
    this.#leave(same);
    for (let n = same; n < chain.length; n++) {
      const [wrapper, begin] = [chain[n], this.#html.length];
      const attributes = { ...wrapper.attributes };
      if (wrapper.name === "li" && this.#reopened.has(wrapper)) attributes.class = classes.goesOn;
      this.#write(`<${wrapper.name}${written(attributes)}${this.#numbered(wrapper)}>`);
      this.#open.push({ wrapper, next: 1, begin });
      if (!this.#reopened.has(wrapper)) continue;
      // A head that continues in another part is not repeated.
      if (wrapper.name === "thead") this.#heads.forget(chain[n - 1]);
      else if (chain[n + 1]?.name !== "thead") this.#repeatHead(wrapper);
    }
  }

  #leave(depth: number): void {
    while (this.#open.length > depth) {
      const { wrapper, begin } = this.#open.pop()!;
      this.#write(`</${wrapper.name}>`);
      if (wrapper.name !== "thead" || this.#reopened.has(wrapper)) continue;
      this.#heads.keep(this.#open.at(-1)!.wrapper, this.#html.slice(begin).join(""));
    }
  }

  /** Heads of nested tables are repeated only while they fit into `limits.head` bytes. */
  #repeatHead(table: Wrapper): void {
    const head = this.#heads.of(table);
    if (head && this.#bytes <= limits.head) this.#write(head);
  }

  #item(block: Block, id: string): void {
    const { name, attributes, html } = block;
    const start = `<${name} id="${id}"${written(attributes)}${this.#numbered(block)}>`;
    this.#write(name === "hr" ? start : `${start}${html}</${name}>`);
  }

  /** Items are numbered by themselves where they follow each other. */
  #numbered({ name, number }: { name: string; number?: number }): string {
    const list = this.#open.at(-1);
    if (name !== "li" || number === undefined || !list) return "";
    const isNext = list.next === number;
    list.next = number + 1;
    return isNext ? "" : ` value="${number}"`;
  }

  #write(html: string): void {
    const bytes = bytesOf(html);
    this.#bytes += bytes;
    this.#total += bytes;
    const most = Math.min(limits.html, 2 * megabyte + limits.htmlOfCharacter * this.offset);
    if (this.#total > most) throw refusal(texts.tooMuchMarkup);
    this.#html.push(html);
  }
}

export const written = (attributes: Attributes): string =>
  Object.entries(attributes).map(([name, value]) => value === undefined ? "" : ` ${name}="${escapedValue(value)}"`)
    .join("");

export const escapedText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
export const escapedValue = (value: string) => escapedText(value).replaceAll('"', "&quot;");
