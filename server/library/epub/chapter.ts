/** Makes blocks of one document of a book. What is not named in `elements.ts` is left out, and its text stays. */
import { Buffer } from "node:buffer";
import { epub as limits } from "../../contract/books/text_limits.ts";
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import { targetOf, webAddress } from "./addresses.ts";
import * as elements from "./elements.ts";
import { cut } from "./navigation.ts";
import { languageTag } from "./package.ts";
import { type Attributes, escapedText, type Parts, type Wrapper, written } from "./parts.ts";
import type { References } from "./references.ts";
import { classes, type Meaning, meaningsBy, readStyles, type Styles } from "./styles.ts";
import type { Element, Events } from "./xml.ts";

interface Frame {
  name: string;
  language: string | undefined;
  direction: string | undefined;
  /** Those that go on within it. */
  meanings: Set<Meaning>;
  /** Of the block that its text makes. */
  block: string | undefined;
  wrapper?: Wrapper;
  /** Of a wrapper: how many blocks are in it. */
  blocks: number;
  list?: { next: number };
  /** How many elements of `#inline` it has opened. */
  inline: number;
  note?: string;
  /** What is read of a page's mark, a recording or a picture. */
  end?: () => void;
}

interface Leaf {
  chain: Wrapper[];
  frame: Frame;
  pieces: string[];
  bytes: number;
  text: string;
  /** It has something to be seen that is no text. */
  hasThing: boolean;
  /** A blank comes before what is next. */
  isBlank: boolean;
  goesOn: boolean;
}

/** What is replaced in a text of megabytes takes some hundred megabytes: it is taken by pieces. */
const piece = 32 * 1024;

/** Not within a character. */
function endOfPiece(text: string, from: number): number {
  const to = Math.min(text.length, from + piece);
  return to < text.length && /[\ud800-\udbff]/.test(text[to - 1]) ? to - 1 : to;
}

const languageOf = (attributes: Map<string, string>) =>
  languageTag((attributes.get("xml:lang") ?? attributes.get("lang") ?? "").slice(0, 40));
const directionOf = (attributes: Map<string, string>) =>
  /^(ltr|rtl|auto)$/.exec(attributes.get("dir")?.toLowerCase() ?? "")?.[0];

const noteTypes = /(?:^|\s)(?:footnote|endnote|rearnote|note|doc-footnote|doc-endnote)(?:\s|$)/;
const blank = /[ \t\n\r\f]+/g;
const controls =
  // deno-lint-ignore no-control-regex
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const sentenceEnd = /[.!?…。！？]["'”’»)\]]*(?:\s|(?<=[。！？]["'”’»)\]]*))/g;
/** Characters of a description, of a page's name, of a formula's HTML. */
const longest = { alt: 1000, page: 20, math: 5000, title: 200 };
/** Less room than this is not worth a cut. */
const leastRoom = 200;

export class Chapter implements Events {
  #frames: Frame[] = [{
    name: "",
    language: undefined,
    direction: undefined,
    meanings: new Set(),
    block: undefined,
    blocks: 0,
    inline: 0,
  }];
  #chain: Wrapper[] = [];
  #inline: { name: string; start: string }[] = [];
  #leaf: Leaf | undefined;
  /** How deep within what is left out. */
  #skipped = 0;
  #style: string | undefined;
  #styles: Styles[] = [];
  /** Text goes there in place of the block. */
  #heard: { text: string } | undefined;
  #math: { depth: number; html: string; text: string; alt: string } | undefined;
  #svg: { depth: number; images: (string | undefined)[]; label: string } | undefined;
  #noteMark: string | undefined;
  #notes: { hasLink: boolean }[] = [];
  #page: string | undefined;
  #mathNames: string[] = [];
  /** It is none of `#frames` any more, and not yet gone. */
  #closing: Frame | undefined;

  readonly #path: string;
  readonly #language: string | null;
  readonly #parts: Parts;
  readonly #references: References;
  readonly #sheets: Map<string, Styles>;

  constructor(path: string, { language, parts, references, sheets }: {
    language: string | null;
    parts: Parts;
    references: References;
    sheets: Map<string, Styles>;
  }) {
    [this.#path, this.#language, this.#parts] = [path, language, parts];
    [this.#references, this.#sheets] = [references, sheets];
    references.see({ path, id: "" }, parts.offset);
  }

  open(element: Element): void {
    if (this.#skipped > 0) return this.#openSkipped(element);
    if (this.#math) return this.#openMath(element);
    if (this.#svg) return this.#openSvg(element);
    if (element.space === "math") return this.#beginMath(element);
    if (element.space === "svg") return this.#beginSvg(element);
    const name = element.name.toLowerCase();
    if (this.#isLeftOut(name, element)) return this.#openSkipped(element);
    this.#openHtml(name, element);
  }

  text(text: string): void {
    if (this.#style !== undefined) this.#style += text.slice(0, limits.styles.bytes);
    if (this.#skipped > 0) return;
    for (let from = 0; from < text.length;) {
      const to = endOfPiece(text, from);
      this.#hear(text.slice(from, to));
      from = to;
    }
  }

  #hear(text: string): void {
    const clean = text.replaceAll(controls, "");
    if (this.#heard) this.#heard.text = (this.#heard.text + clean).slice(0, longest.alt);
    else if (this.#math) this.#addMath(clean);
    else if (this.#svg) this.#svg.label = (this.#svg.label + clean).slice(0, longest.alt);
    else this.#addText(clean);
  }

  close(): void {
    if (this.#skipped > 0) return this.#closeSkipped();
    if (this.#math) return this.#closeMath();
    if (this.#svg) return this.#closeSvg();
    const frame = this.#frames.pop();
    if (!frame || this.#frames.length === 0) return;
    frame.end?.();
    this.#closing = frame;
    if (frame.block !== undefined || frame.wrapper) this.#flush(frame.wrapper);
    if (frame.wrapper) this.#closeWrapper(frame);
    this.#closeInline(frame.inline);
    if (frame.note !== undefined) [this.#noteMark, this.#notes] = [undefined, this.#notes.slice(0, -1)];
  }

  finish(): void {
    this.#flush();
  }

  #isLeftOut(name: string, { space, attributes }: Element): boolean {
    if (space === "other") return name === "case";
    if (elements.dropped.has(name)) return true;
    return attributes.has("hidden") && !noteTypes.test(attributes.get("epub:type") ?? "");
  }

  /** Of what is left out only the styles are read. */
  #openSkipped({ name, attributes }: Element): void {
    this.#skipped++;
    const path = name === "link" && /stylesheet/i.test(attributes.get("rel") ?? "")
      ? targetOf(attributes.get("href") ?? "", this.#path)?.path
      : undefined;
    const sheet = path === undefined ? undefined : this.#sheets.get(path);
    if (sheet) this.#addStyles(sheet);
    if (name === "style") this.#style = "";
  }

  #closeSkipped(): void {
    this.#skipped--;
    if (this.#style === undefined) return;
    const styles: Styles = new Map();
    if (this.#styles.length < limits.styles.sheets) readStyles(this.#style, styles);
    this.#addStyles(styles);
    this.#style = undefined;
  }

  #addStyles(styles: Styles): void {
    const isMore = this.#styles.length < limits.styles.sheets && styles.size > 0 && !this.#styles.includes(styles);
    if (isMore) this.#styles.push(styles);
  }

  #openHtml(name: string, element: Element): void {
    const { attributes } = element;
    const outer = this.#frames.at(-1)!;
    const meanings = meaningsBy({ name, attributes }, this.#styles);
    const frame: Frame = {
      name,
      language: languageOf(attributes) ?? outer.language,
      direction: directionOf(attributes) ?? outer.direction,
      meanings: outer.meanings,
      block: undefined,
      blocks: 0,
      inline: 0,
    };
    const wrapper = this.#isWrapper(name);
    const isBlock = wrapper || elements.wrappers.has(name) || elements.groups.has(name) ||
      elements.headings.has(name) ||
      name === "hr";
    if (isBlock) this.#flush();
    this.#frames.push(frame);
    this.#see(name, attributes);
    if (isBlock) this.#openBlock(frame, { element, wrapper, meanings });
    else this.#openWithin(frame, { element, meanings });
  }

  #see(name: string, attributes: Map<string, string>): void {
    const ids = [attributes.get("id"), attributes.get("xml:id"), name === "a" ? attributes.get("name") : undefined];
    for (const id of ids) {
      if (id && id.length <= 500) this.#references.see({ path: this.#path, id }, this.#parts.offset);
    }
  }

  #isWrapper(name: string): boolean {
    if (!elements.wrappers.has(name) || this.#chain.length >= elements.deepestWrapper) return false;
    const outer = elements.wrappers.get(name);
    const around = this.#chain.at(-1)?.name ?? "";
    return outer ? outer.includes(around) : true;
  }

  #openBlock(
    frame: Frame,
    { element, wrapper, meanings }: { element: Element; wrapper: boolean; meanings: Set<Meaning> },
  ) {
    const { name } = frame;
    const { attributes } = element;
    const lasting: Meaning[] = ["verse", "pre", "small-caps", "center", "right", "hanging"];
    const kept = lasting.filter((meaning) => meanings.has(meaning));
    if (meanings.has("center") || meanings.has("right")) {
      frame.meanings = new Set(frame.meanings).difference(new Set(["center", "right"]));
    }
    frame.meanings = frame.meanings.union(new Set(kept));
    frame.block = elements.headings.get(name) ?? (name === "pre" ? "pre" : "p");
    if (name === "center") frame.meanings = frame.meanings.union(new Set<Meaning>(["center"]));
    const note = noteTypes.test(`${attributes.get("epub:type") ?? ""} ${attributes.get("role") ?? ""}`);
    if (note && attributes.has("id")) {
      const { note, mark } = this.#references.note(`${this.#path}#${attributes.get("id")}`);
      frame.note = attributes.get("id");
      this.#noteMark = mark;
      this.#notes.push(note);
    }
    if (name === "hr") {
      this.#begin().hasThing = true;
      frame.block = "hr";
      return;
    }
    if (this.#isPageMark(attributes)) this.#markPage(frame, attributes);
    if (wrapper) this.#openWrapper(frame, attributes);
    if (!elements.headings.has(name)) this.#openMeant(frame, meanings);
  }

  #openWrapper(frame: Frame, attributes: Map<string, string>): void {
    const { name } = frame;
    const wrapper: Wrapper = { name, attributes: this.#around(frame) };
    if (name === "ol") {
      frame.list = { next: numberIn(attributes.get("start")) ?? 1 };
      wrapper.attributes.type = /^[1aAiI]$/.exec(attributes.get("type") ?? "")?.[0];
    }
    if (name === "li") {
      const list = this.#frames.findLast(({ wrapper }) => wrapper === this.#chain.at(-1))?.list;
      if (list) {
        wrapper.number = numberIn(attributes.get("value")) ?? list.next;
        list.next = wrapper.number + 1;
      }
    }
    if (name === "td" || name === "th") {
      wrapper.attributes.colspan = spanIn(attributes.get("colspan"));
      wrapper.attributes.rowspan = spanIn(attributes.get("rowspan"));
    }
    if (name === "th") wrapper.attributes.scope = /^(row|col)$/.exec(attributes.get("scope") ?? "")?.[0];
    if (name === "aside") {
      wrapper.attributes.class = frame.note === undefined ? classes.aside : classes.note;
      if (frame.note !== undefined) wrapper.attributes.role = "doc-footnote";
    }
    if (name === "blockquote" && /epigraph/.test(attributes.get("epub:type") ?? "")) {
      wrapper.attributes.class = classes.epigraph;
    }
    if (name === "tr") this.#parts.beginRow();
    frame.wrapper = wrapper;
    this.#chain.push(wrapper);
  }

  #closeWrapper(frame: Frame): void {
    this.#chain = this.#chain.filter((wrapper) => wrapper !== frame.wrapper);
    if (frame.blocks === 0 && (frame.name === "td" || frame.name === "th")) {
      this.#parts.addEmpty(this.#chain, frame.wrapper!);
      this.#countBlock(this.#chain);
    }
  }

  #around({ language, direction }: Frame): Attributes {
    const isOwn = language !== undefined && language.toLowerCase() !== (this.#language ?? "").toLowerCase();
    const isWithin = direction === "ltr" && !this.#chain.some(({ attributes }) => attributes.dir !== undefined);
    return { lang: isOwn ? language : undefined, dir: isWithin ? undefined : direction };
  }

  #openWithin(
    frame: Frame,
    { element: { attributes, space }, meanings }: { element: Element; meanings: Set<Meaning> },
  ) {
    const { name } = frame;
    if (space === "other") return;
    if (name === "br") return this.#breakLine();
    if (name === "wbr") return this.#leaf && this.#write("<wbr>");
    if (name === "img") return this.#image(attributes.get("src"), attributes.get("alt"));
    if (name === "audio" || name === "video") return this.#openMedia(frame, name);
    if (this.#isPageMark(attributes)) return this.#markPage(frame, attributes);
    const own = elements.inline.get(name);
    const given: Attributes = {
      lang: frame.language === this.#frames.at(-2)?.language ? undefined : frame.language,
      dir: directionOf(attributes),
    };
    if (name === "a") this.#openLink(frame, { attributes, given });
    else if (own && own !== "span") {
      if (own === "abbr" || own === "dfn") {
        given.title = attributes.get("title")?.slice(0, longest.title).replaceAll(controls, "");
      }
      this.#openInline(frame, own, given);
    } else if (meanings.has("small-caps")) this.#openInline(frame, "span", { class: classes.smallCaps, ...given });
    else if (given.lang || given.dir) this.#openInline(frame, "span", given);
    if (own === "span" || name === "font" || name === "a") this.#openMeant(frame, meanings);
    if (name === "object" && /^image\//.test(attributes.get("type") ?? "")) {
      this.#image(attributes.get("data"), undefined);
    }
  }

  /** Emphasis that is only in the style. */
  #openMeant(frame: Frame, meanings: Set<Meaning>): void {
    const tags: [Meaning, string][] = [["italic", "i"], ["bold", "b"], ["super", "sup"], ["sub", "sub"]];
    const isBlock = frame.block !== undefined;
    for (const [meaning, tag] of tags) {
      if (meanings.has(meaning) && !(isBlock && (tag === "sup" || tag === "sub"))) this.#openInline(frame, tag, {});
    }
  }

  #openLink(frame: Frame, { attributes, given }: { attributes: Map<string, string>; given: Attributes }): void {
    const address = attributes.get("href");
    if (address === undefined || this.#inline.some(({ name }) => name === "a")) return;
    const target = targetOf(address, this.#path);
    const web = target ? undefined : webAddress(address);
    if (web) return this.#openInline(frame, "a", { href: web, rel: "nofollow noopener noreferrer", ...given });
    if (!target) return;
    const isNoteRef = /(?:^|\s)(?:noteref|doc-noteref)(?:\s|$)/.test(
      `${attributes.get("epub:type") ?? ""} ${attributes.get("role") ?? ""}`,
    );
    if (!isNoteRef) { for (const note of this.#notes) note.hasLink = true; }
    const mark = this.#references.link(target, isNoteRef ? this.#parts.offset : undefined);
    const own = isNoteRef ? { class: classes.noteRef, role: "doc-noteref" } : {};
    this.#openInline(frame, "a", { ...own, ...given }, mark);
  }

  #openInline(frame: Frame, name: string, attributes: Attributes, mark = ""): void {
    if (this.#inline.length >= elements.deepestInline) return;
    const start = `<${name}${mark}${written(attributes)}>`;
    if (this.#leaf && this.#leaf.bytes > limits.block) this.#cut();
    this.#inline.push({ name, start });
    frame.inline++;
    if (!this.#leaf) return;
    this.#writeBlank();
    this.#write(start);
    // A link is longer than its mark.
    if (mark) this.#leaf.bytes += 30;
  }

  #closeInline(count: number): void {
    for (let n = 0; n < count; n++) {
      const { name } = this.#inline.pop()!;
      if (this.#leaf) this.#write(`</${name}>`);
    }
  }

  #begin(): Leaf {
    if (this.#leaf) return this.#leaf;
    const frame = this.#frames.findLast(({ block }) => block !== undefined) ?? this.#frames[0];
    const pieces = this.#inline.map(({ start }) => start);
    const leaf: Leaf = {
      chain: [...this.#chain],
      frame,
      pieces,
      bytes: pieces.join("").length,
      text: "",
      hasThing: false,
      isBlank: false,
      goesOn: false,
    };
    this.#leaf = leaf;
    if (this.#page !== undefined) this.#writePage();
    return leaf;
  }

  #write(html: string): void {
    this.#leaf!.pieces.push(html);
    this.#leaf!.bytes += html.length;
  }

  #writeBlank(): void {
    const leaf = this.#leaf!;
    if (leaf.isBlank && /[^ \n]$/.test(leaf.text.slice(-1))) {
      leaf.text += " ";
      this.#write(" ");
    }
    leaf.isBlank = false;
  }

  #isPre(): boolean {
    const frame = this.#frames.findLast(({ block }) => block !== undefined);
    return frame !== undefined && (frame.block === "pre" || frame.meanings.has("pre"));
  }

  #addText(text: string): void {
    if (this.#isPre()) {
      if (text === "" || !this.#leaf && text.trim() === "") return;
      const leaf = this.#begin();
      // The first line end in `pre` is none of its text.
      const given = text.replaceAll(/\r\n?/g, "\n");
      return this.#addLong(leaf.text === "" ? given.replace(/^\n/, "") : given);
    }
    const words = text.replaceAll(blank, " ");
    if (!this.#leaf && words.trim() === "" && !words.includes("\u00a0")) return;
    const leaf = this.#begin();
    if (words.startsWith(" ")) leaf.isBlank = true;
    const from = words.startsWith(" ") ? 1 : 0;
    const to = words.endsWith(" ") ? words.length - 1 : words.length;
    if (to <= from) return;
    this.#writeBlank();
    this.#addLong(words.slice(from, to));
    if (words.endsWith(" ") && this.#leaf) this.#leaf.isBlank = true;
  }

  /** Cut at a sentence, or else at a word, where the block gets too long. */
  #addLong(text: string): void {
    let rest = text;
    while (rest !== "") {
      const room = limits.block - this.#leaf!.bytes;
      if (room < leastRoom) {
        this.#cut();
        continue;
      }
      const fits = Buffer.byteLength(rest) <= room;
      const piece = fits ? rest : rest.slice(0, cutIn(rest, room));
      const html = escapedText(piece);
      this.#leaf!.text += piece;
      this.#leaf!.pieces.push(html);
      this.#leaf!.bytes += Buffer.byteLength(html);
      rest = rest.slice(piece.length);
      if (rest === "") return;
      this.#cut();
      if (!this.#isPre()) rest = rest.trimStart();
    }
  }

  /** The block ends here and goes on in another. */
  #cut(): void {
    this.#flush();
    this.#begin().goesOn = true;
  }

  #breakLine(): void {
    if (!this.#leaf) return;
    if (this.#leaf.bytes > limits.block) this.#cut();
    const leaf = this.#leaf;
    if (leaf.text === "") return;
    leaf.isBlank = false;
    leaf.text += "\n";
    this.#write(this.#isPre() ? "\n" : "<br>\n");
  }

  #image(address: string | undefined, alt: string | undefined): void {
    const path = address === undefined ? undefined : inlined(address) ?? targetOf(address, this.#path)?.path;
    const label = (alt ?? "").slice(0, longest.alt).replaceAll(controls, "").replaceAll(blank, " ").trim();
    if (path === undefined && label === "") return;
    if (this.#leaf && this.#leaf.bytes > limits.block) this.#cut();
    const leaf = this.#begin();
    this.#writeBlank();
    this.#write(this.#references.image(path, label));
    leaf.bytes += 80 + Buffer.byteLength(label);
    leaf.hasThing = true;
  }

  /** What stands in for a recording is read; where there is nothing, a line says what was here. */
  #openMedia(frame: Frame, kind: "audio" | "video"): void {
    const before = this.#parts.offset + (this.#leaf?.text.length ?? 0);
    frame.end = () => {
      if (this.#parts.offset + (this.#leaf?.text.length ?? 0) === before) this.#addText(` ${texts.media(kind)} `);
    };
  }

  #isPageMark(attributes: Map<string, string>): boolean {
    return /(?:^|\s)pagebreak(?:\s|$)/.test(attributes.get("epub:type") ?? "") ||
      attributes.get("role") === "doc-pagebreak";
  }

  #markPage(frame: Frame, attributes: Map<string, string>): void {
    const heard = this.#heard ??= { text: "" };
    frame.end = () => {
      this.#heard = undefined;
      const written = attributes.get("title") ?? attributes.get("aria-label") ?? heard.text;
      const label = written.replaceAll(controls, "").replace(/^\s*page\s+/i, "").trim().slice(0, longest.page);
      if (!label) return;
      const at = this.#parts.offset + (this.#leaf?.text.length ?? 0);
      if (this.#references.pages.length < limits.printPages) this.#references.pages.push({ label, at });
      this.#page = label;
      if (this.#leaf) this.#writePage();
    };
  }

  #writePage(): void {
    this.#write(`<span${written({ class: classes.page, "data-page": this.#page })}></span>`);
    this.#page = undefined;
  }

  #flush(closing?: Wrapper): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (!leaf) return;
    const { frame, chain, text } = leaf;
    if (!leaf.hasThing && text.trim() === "") return;
    const holder = closing && chain.at(-1) === closing && elements.holders.has(closing.name) && !leaf.goesOn &&
        this.#frameOf(closing)?.blocks === 0 && frame.wrapper === closing
      ? closing
      : undefined;
    while (chain.length > 0 && elements.structures.has(chain.at(-1)!.name)) chain.pop();
    const note = this.#noteMark ?? "";
    this.#noteMark = undefined;
    const ends = this.#inline.toReversed().map(({ name }) => `</${name}>`).join("");
    const name = holder?.name ?? frame.block ?? "p";
    const meant = [...frame.meanings].filter((meaning) => !(meaning === "pre" && name === "pre"));
    const own = [...meant, ...leaf.goesOn ? [classes.goesOn] : []].join(" ");
    if (holder) chain.pop();
    const at = this.#parts.add(chain, {
      name,
      attributes: { ...this.#around(frame), ...holder?.attributes, class: own || undefined },
      html: leaf.pieces.join("") + ends + note,
      text,
      number: holder?.number,
    });
    this.#countBlock(leaf.chain);
    if (holder && this.#closing) this.#closing.blocks++;
    if (/^h\d$/.test(name) && !leaf.goesOn && this.#references.headings.length < limits.sections) {
      const title = cut(text.replaceAll(/\s+/g, " ").trim());
      if (title) this.#references.headings.push({ title, level: Number(name[1]) - 1, at });
    }
  }

  #frameOf(wrapper: Wrapper): Frame | undefined {
    return this.#closing?.wrapper === wrapper
      ? this.#closing
      : this.#frames.findLast((frame) => frame.wrapper === wrapper);
  }

  #countBlock(chain: Wrapper[]): void {
    for (const wrapper of chain) {
      const frame = this.#frameOf(wrapper);
      if (frame) frame.blocks++;
    }
  }

  #beginMath({ attributes }: Element): void {
    const alt = (attributes.get("alttext") ?? "").slice(0, longest.alt).replaceAll(controls, "");
    this.#math = { depth: 0, html: "", text: "", alt };
    this.#openMath({ name: "math", space: "math", attributes });
  }

  #openMath({ name: given, space, attributes }: Element): void {
    const name = given.toLowerCase();
    const math = this.#math!;
    if (elements.mathDropped.has(name) || elements.dropped.has(name)) {
      this.#skipped++;
      return;
    }
    math.depth++;
    const isKnown = space === "math" && elements.math.has(name) && math.depth < 100;
    this.#mathNames.push(isKnown ? name : "");
    if (!isKnown) return;
    const kept = [...attributes].filter(([key, value]) => elements.mathAttributes.get(key)?.test(value));
    if (math.html.length <= longest.math) math.html += `<${name}${written(Object.fromEntries(kept))}>`;
  }

  #addMath(text: string): void {
    const math = this.#math!;
    const words = text.replaceAll(blank, " ");
    if (words.trim() === "") return;
    if (math.html.length <= longest.math) math.html += escapedText(words);
    math.text += words;
  }

  #closeMath(): void {
    const math = this.#math!;
    const name = this.#mathNames.pop();
    if (name && math.html.length <= longest.math) math.html += `</${name}>`;
    if (--math.depth > 0) return;
    this.#math = undefined;
    if (math.html.length > longest.math) return this.#addText(math.alt || math.text);
    if (math.text === "") return;
    if (this.#leaf && this.#leaf.bytes + math.html.length > limits.block) this.#cut();
    const leaf = this.#begin();
    this.#writeBlank();
    this.#write(math.html);
    leaf.text += math.text;
    leaf.hasThing = true;
  }

  /** A drawing is hostile until shown otherwise: of it remain the pictures in it, and what describes it. */
  #beginSvg(element: Element): void {
    this.#svg = { depth: 0, images: [], label: "" };
    this.#openSvg(element);
  }

  #openSvg({ name, space, attributes }: Element): void {
    const svg = this.#svg!;
    const isText = svg.depth === 0 ||
      /^(?:svg|g|a|title|desc|text|tspan|textPath|switch|image|defs|symbol)$/i.test(name);
    if (!isText || space !== "svg") {
      this.#skipped++;
      return;
    }
    svg.depth++;
    svg.label += " ";
    if (name.toLowerCase() !== "image" || svg.images.length >= 20) return;
    svg.images.push(attributes.get("xlink:href") ?? attributes.get("href"));
  }

  #closeSvg(): void {
    const svg = this.#svg!;
    if (--svg.depth > 0) return;
    this.#svg = undefined;
    if (svg.images.length === 0) return this.#image(undefined, svg.label);
    for (const address of svg.images) this.#image(address, svg.label);
  }
}

/** A picture within its address, which is decoded like one of a file. */
function inlined(address: string): string | undefined {
  const isPicture = address.length <= limits.inlinePicture.one &&
    /^data:image\/(?:png|jpeg|gif|webp);base64,/.test(address);
  return isPicture ? address : undefined;
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*-?\d{1,6}\s*$/.test(text) ? Number(text) : undefined;
}

function spanIn(text: string | undefined): string | undefined {
  const span = numberIn(text);
  return span !== undefined && span > 1 && span <= elements.widestSpan ? String(span) : undefined;
}

/** @param room in bytes */
function cutIn(text: string, room: number): number {
  let most = Math.min(text.length, room);
  while (Buffer.byteLength(escapedText(text.slice(0, most))) > room) most = Math.floor(most * 0.75);
  const window = text.slice(0, most);
  const ends = [...window.matchAll(sentenceEnd)].map(({ index, 0: { length } }) => index + length);
  const sentence = ends.at(-1) ?? 0;
  if (sentence > most / 2) return sentence;
  const word = window.search(/\s\S*$/) + 1;
  if (word > most / 2) return word;
  return /[\ud800-\udbff]$/.test(window) ? most - 1 : most;
}
