/** Writes the block that is open: a paragraph, heading, item, cell or line, cut where it gets too long. */
import { Buffer } from "node:buffer";
import { epub as limits } from "../../contract/books/text_limits.ts";
import * as elements from "./elements.ts";
import type { Frame, Frames } from "./frames.ts";
import { bytesOf } from "./marks.ts";
import { cut } from "./navigation.ts";
import type { Notes } from "./notes.ts";
import { type Attributes, escapedText, type Parts, type Wrapper, written } from "./parts.ts";
import type { References } from "./references.ts";
import { classes } from "./styles.ts";
import { blank, cutIn } from "./text_pieces.ts";
import type { Wrappers } from "./wrappers.ts";

interface Block {
  chain: Wrapper[];
  frame: Frame;
  pieces: string[];
  bytes: number;
  text: string;
  /** Something to be seen that is no text, as a picture. */
  hasContent: boolean;
  /** A blank comes before what is next. */
  isBlank: boolean;
  goesOn: boolean;
}

/** Less room than this, in bytes, is not worth a cut. */
const leastRoom = 200;

interface Around {
  frames: Frames;
  wrappers: Wrappers;
  notes: Notes;
  parts: Parts;
  references: References;
}

export class BlockWriter {
  #block: Block | undefined;
  /** Elements within blocks, which go on in the next. */
  #inline: { name: string; start: string; bytes: number }[] = [];
  /** The name of a printed page that begins with the next block. */
  #page: string | undefined;
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Characters so far. */
  get offset(): number {
    return this.#around.parts.offset + (this.#block?.text.length ?? 0);
  }

  get isOpen(): boolean {
    return this.#block !== undefined;
  }

  isWithin(name: string): boolean {
    return this.#inline.some((open) => open.name === name);
  }

  /** @param mark of what is written later, which is longer than it */
  openInline(
    frame: Frame,
    name: string,
    { attributes = {}, mark = "" }: { attributes?: Attributes; mark?: string } = {},
  ) {
    if (this.#inline.length >= elements.deepestInline) return;
    const start = `<${name}${mark}${written(attributes)}>`;
    // Each block that is cut begins with all of them.
    const bytes = this.#inline.reduce((sum, open) => sum + open.bytes, bytesOf(start));
    if (bytes > limits.openInline) return;
    this.#cutIfFull();
    this.#inline.push({ name, start, bytes: bytesOf(start) });
    frame.inline++;
    if (!this.#block) return;
    this.#writeBlank();
    this.#write(start);
  }

  closeInline(count: number): void {
    for (let n = 0; n < count; n++) {
      const { name } = this.#inline.pop()!;
      if (this.#block) this.#write(`</${name}>`);
    }
  }

  addText(text: string): void {
    if (this.#around.frames.isPre) return this.#addLines(text);
    const words = text.replaceAll(blank, " ");
    if (!this.#block && words.trim() === "" && !words.includes("\u00a0")) return;
    const block = this.#begin();
    if (words.startsWith(" ")) block.isBlank = true;
    const from = words.startsWith(" ") ? 1 : 0;
    const to = words.endsWith(" ") ? words.length - 1 : words.length;
    if (to <= from) return;
    this.#writeBlank();
    this.#addLong(words.slice(from, to));
    if (words.endsWith(" ") && this.#block) this.#block.isBlank = true;
  }

  #addLines(text: string): void {
    if (text === "" || !this.#block && text.trim() === "") return;
    const { text: before } = this.#begin();
    const lines = text.replaceAll(/\r\n?/g, "\n");
    // The first line end in `pre` is none of its text.
    this.#addLong(before === "" ? lines.replace(/^\n/, "") : lines);
  }

  #addLong(text: string): void {
    let rest = text;
    while (rest !== "") {
      const room = limits.block - this.#block!.bytes;
      if (room < leastRoom) {
        this.#cut();
        continue;
      }
      this.#writePage();
      const fits = rest.length <= room && Buffer.byteLength(escapedText(rest)) <= room;
      const piece = fits ? rest : rest.slice(0, cutIn(rest, room));
      this.#block!.text += piece;
      this.#write(escapedText(piece));
      rest = rest.slice(piece.length);
      if (rest === "") return;
      this.#cut();
      if (!this.#around.frames.isPre) rest = rest.trimStart();
    }
  }

  breakLine(): void {
    if (!this.#block) return;
    this.#cutIfFull();
    const block = this.#block;
    if (block.text === "") return;
    block.isBlank = false;
    block.text += "\n";
    this.#write(this.#around.frames.isPre ? "\n" : "<br>\n");
  }

  allowBreak(): void {
    this.#cutIfFull();
    if (this.#block && this.#block.pieces.at(-1) !== "<wbr>") this.#write("<wbr>");
  }

  addPicture(html: string): void {
    this.#cutIfFull();
    this.#addObject(html, "");
  }

  addFormula(html: string, text: string): void {
    if (this.#block && this.#block.bytes + html.length > limits.block) this.#cut();
    this.#addObject(html, text);
  }

  addRule(): void {
    this.#begin().hasContent = true;
  }

  #addObject(html: string, text: string): void {
    const block = this.#begin();
    this.#writeBlank();
    this.#writePage();
    this.#write(html);
    block.text += text;
    block.hasContent = true;
  }

  /** Written before what comes next. */
  markPage(label: string): void {
    this.#page = label;
  }

  #begin(): Block {
    if (this.#block) return this.#block;
    const pieces = this.#inline.map(({ start }) => start);
    this.#block = {
      chain: this.#around.wrappers.chain,
      frame: this.#around.frames.block,
      pieces,
      bytes: bytesOf(pieces.join("")),
      text: "",
      hasContent: false,
      isBlank: false,
      goesOn: false,
    };
    return this.#block;
  }

  #write(html: string): void {
    this.#block!.pieces.push(html);
    this.#block!.bytes += bytesOf(html);
  }

  #writeBlank(): void {
    const block = this.#block!;
    if (block.isBlank && /[^ \n]$/.test(block.text.slice(-1))) {
      block.text += " ";
      this.#write(" ");
    }
    block.isBlank = false;
  }

  #writePage(): void {
    if (this.#page === undefined) return;
    this.#write(`<span${written({ class: classes.page, "data-page": this.#page })}></span>`);
    this.#page = undefined;
  }

  #cutIfFull(): void {
    if (this.#block && this.#block.bytes > limits.block) this.#cut();
  }

  /** It ends here and goes on in another. */
  #cut(): void {
    this.end();
    this.#begin().goesOn = true;
  }

  /** @param closing the wrapper that closes, whose own text it may be */
  end(closing?: Wrapper): void {
    const block = this.#block;
    this.#block = undefined;
    if (!block || !block.hasContent && block.text.trim() === "") return;
    const { frame, chain, text } = block;
    const { frames, wrappers, notes, parts } = this.#around;
    const holder = closing && this.#isAllOf(closing, block) ? closing : undefined;
    while (chain.length > 0 && elements.structures.has(chain.at(-1)!.name)) chain.pop();
    const note = notes.takeMark();
    const ends = this.#inline.toReversed().map(({ name }) => `</${name}>`).join("");
    const name = holder?.name ?? frame.block ?? "p";
    if (holder) chain.pop();
    const at = parts.add(chain, {
      name,
      attributes: Object.assign(wrappers.around(frame), holder?.attributes, { class: classesOf(block, name) }),
      html: block.pieces.join("") + ends + note,
      text,
      number: holder?.number,
    });
    frames.countBlock(holder ? [...chain, holder] : chain);
    if (/^h\d$/.test(name) && !block.goesOn) this.#addHeading({ text, name, at });
  }

  #isAllOf(wrapper: Wrapper, { chain, goesOn, frame }: Block): boolean {
    return chain.at(-1) === wrapper && elements.holders.has(wrapper.name) && !goesOn &&
      this.#around.frames.of(wrapper)?.blocks === 0 && frame.wrapper === wrapper;
  }

  #addHeading({ text, name, at }: { text: string; name: string; at: number }): void {
    const { headings } = this.#around.references;
    const title = cut(text.replaceAll(/\s+/g, " ").trim());
    if (title && headings.length < limits.sections) headings.push({ title, level: Number(name[1]) - 1, at });
  }
}

function classesOf({ frame, goesOn }: Block, name: string): string | undefined {
  const meant = [...frame.meanings].filter((meaning) => !(meaning === "pre" && name === "pre"));
  return [...meant, ...goesOn ? [classes.goesOn] : []].join(" ") || undefined;
}
