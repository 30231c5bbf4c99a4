/** Makes blocks of one document of a book. What is not named in `elements.ts` is left out, and its text stays. */
import { epub as limits } from "../../contract/books/text_limits.ts";
import { BlockWriter } from "./block_writer.ts";
import { DocumentStyles } from "./document_styles.ts";
import { Drawing } from "./drawing.ts";
import * as elements from "./elements.ts";
import { Formula } from "./formula.ts";
import { type Frame, Frames } from "./frames.ts";
import { InlineContent } from "./inline_content.ts";
import { isNote, Notes } from "./notes.ts";
import { PageMarks } from "./page_marks.ts";
import type { Parts } from "./parts.ts";
import type { References } from "./references.ts";
import type { Meaning, Styles } from "./styles.ts";
import { piecesOf } from "./text_pieces.ts";
import { Wrappers } from "./wrappers.ts";
import type { Element, Events } from "./xml.ts";

interface Meant {
  attributes: Map<string, string>;
  meanings: Set<Meaning>;
}

/** What goes on in all that is in a block. */
const lasting: Meaning[] = ["verse", "pre", "small-caps", "center", "right", "hanging"];

export class Chapter implements Events {
  /** How deep within what is left out. */
  #skipped = 0;
  #formula: Formula | undefined;
  #drawing: Drawing | undefined;

  readonly #path: string;
  readonly #parts: Parts;
  readonly #references: References;
  readonly #styles: DocumentStyles;
  readonly #frames = new Frames();
  readonly #notes: Notes;
  readonly #wrappers: Wrappers;
  readonly #blocks: BlockWriter;
  readonly #inline: InlineContent;
  readonly #pageMarks: PageMarks;

  constructor(path: string, { language, parts, references, sheets }: {
    language: string | null;
    parts: Parts;
    references: References;
    sheets: Map<string, Styles>;
  }) {
    [this.#path, this.#parts, this.#references] = [path, parts, references];
    this.#styles = new DocumentStyles(path, sheets);
    this.#notes = new Notes(references);
    const [frames, notes] = [this.#frames, this.#notes];
    this.#wrappers = new Wrappers(frames, { parts, language });
    this.#blocks = new BlockWriter({ frames, wrappers: this.#wrappers, notes, parts, references });
    this.#inline = new InlineContent(this.#blocks, { path, frames, notes, parts, references });
    this.#pageMarks = new PageMarks(this.#blocks, references);
    references.see({ path, id: "" }, parts.offset);
  }

  open(element: Element): void {
    if (this.#skipped > 0) return this.#skip(element);
    const foreign = this.#formula ?? this.#drawing;
    if (foreign) {
      if (!foreign.open(element)) this.#skipped++;
      return;
    }
    if (element.space === "math") this.#formula = new Formula(element);
    else if (element.space === "svg") this.#drawing = new Drawing(element);
    else this.#openOwn(element);
  }

  text(text: string): void {
    this.#styles.text(text);
    if (this.#skipped > 0) return;
    const taker = this.#pageMarks.isOpen ? this.#pageMarks : this.#formula ?? this.#drawing;
    for (const piece of piecesOf(text)) {
      if (taker) taker.add(piece);
      else this.#blocks.addText(piece);
    }
  }

  close(): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return this.#styles.close();
    }
    if (this.#formula) return this.#closeFormula(this.#formula);
    if (this.#drawing) return this.#closeDrawing(this.#drawing);
    const frame = this.#frames.pop();
    if (frame) this.#closeHtml(frame);
  }

  finish(): void {
    this.#blocks.end();
  }

  /** Of what is left out only the styles are read. */
  #skip(element: Element): void {
    this.#skipped++;
    this.#styles.open(element);
  }

  #closeFormula(formula: Formula): void {
    if (!formula.close()) return;
    this.#formula = undefined;
    this.#inline.addFormula(formula.result);
  }

  #closeDrawing(drawing: Drawing): void {
    if (!drawing.close()) return;
    this.#drawing = undefined;
    this.#inline.addDrawing(drawing.result);
  }

  #openOwn(element: Element): void {
    const { attributes } = element;
    const meanings = this.#styles.meaningsOf(element.name.toLowerCase(), attributes);
    if (isLeftOut(element, meanings)) this.#skip(element);
    else this.#openHtml(element, { attributes, meanings });
  }

  #openHtml({ name: given, space }: Element, meant: Meant): void {
    const { attributes } = meant;
    const name = given.toLowerCase();
    const frame = this.#frames.make(name, attributes);
    const isBlock = elements.blocks.has(name);
    if (isBlock) this.#blocks.end();
    this.#frames.push(frame);
    this.#see(name, attributes);
    if (isBlock) this.#openBlock(frame, meant);
    else if (space !== "other") this.#openWithin(frame, meant);
  }

  #see(name: string, attributes: Map<string, string>): void {
    const ids = [attributes.get("id"), attributes.get("xml:id"), name === "a" ? attributes.get("name") : undefined];
    for (const id of ids) {
      if (id && id.length <= limits.id) this.#references.see({ path: this.#path, id }, this.#parts.offset);
    }
  }

  #openWithin(frame: Frame, meant: Meant): void {
    const { name } = frame;
    const isPage = !elements.things.has(name) && PageMarks.isPageMark(meant.attributes);
    if (isPage) this.#pageMarks.open(frame, meant.attributes);
    else this.#inline.open(frame, meant);
  }

  #openBlock(frame: Frame, { attributes, meanings }: Meant): void {
    const { name } = frame;
    frame.meanings = lastingOf(frame, meanings);
    frame.block = elements.headings.get(name) ?? (name === "pre" ? "pre" : "p");
    frame.isNote = this.#notes.open(attributes, this.#path);
    if (name === "hr") {
      this.#blocks.addRule();
      frame.block = "hr";
      return;
    }
    if (PageMarks.isPageMark(attributes)) this.#pageMarks.open(frame, attributes);
    if (this.#wrappers.takes(name)) this.#wrappers.open(frame, attributes);
    if (!elements.headings.has(name)) this.#inline.openMeant(frame, meanings);
  }

  #closeHtml(frame: Frame): void {
    frame.onClose?.();
    this.#frames.closing(frame);
    if (frame.block !== undefined) this.#blocks.end(frame.wrapper);
    if (frame.wrapper) this.#wrappers.close(frame);
    this.#blocks.closeInline(frame.inline);
    if (frame.isNote) this.#notes.close();
  }
}

/** Notes and marks of pages are often hidden where apps show them in ways of their own. */
function isLeftOut({ name, space, attributes }: Element, meanings: Set<Meaning>): boolean {
  if (space === "other") return name.toLowerCase() === "case";
  if (elements.dropped.has(name.toLowerCase())) return true;
  const isHidden = attributes.has("hidden") || meanings.has("hidden") && !PageMarks.isPageMark(attributes);
  return isHidden && !isNote(attributes);
}

function lastingOf({ name, meanings: outer }: Frame, own: Set<Meaning>): Set<Meaning> {
  const kept = new Set(lasting.filter((meaning) => own.has(meaning)));
  const isSet = own.has("center") || own.has("right");
  const meanings = (isSet ? outer.difference(new Set<Meaning>(["center", "right"])) : outer).union(kept);
  return name === "center" ? meanings.union(new Set<Meaning>(["center"])) : meanings;
}
