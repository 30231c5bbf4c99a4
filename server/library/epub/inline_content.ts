/** What stands within blocks: emphasis, links, pictures, marks of printed pages. */
import { epub as limits } from "../../contract/books/text_limits.ts";
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import { targetOf, webAddress } from "./addresses.ts";
import type { BlockWriter } from "./block_writer.ts";
import * as elements from "./elements.ts";
import { directionOf, type Frame, type Frames } from "./frames.ts";
import { isNoteRef, type Notes } from "./notes.ts";
import type { Attributes, Parts } from "./parts.ts";
import type { References } from "./references.ts";
import { classes, type Meaning } from "./styles.ts";
import { blank, describing, withoutControls } from "./text_pieces.ts";

const longestTitle = 200;

interface Around {
  path: string;
  frames: Frames;
  notes: Notes;
  parts: Parts;
  references: References;
}

export class InlineContent {
  readonly #blocks: BlockWriter;
  readonly #around: Around;

  constructor(blocks: BlockWriter, around: Around) {
    [this.#blocks, this.#around] = [blocks, around];
  }

  open(frame: Frame, { attributes, meanings }: { attributes: Map<string, string>; meanings: Set<Meaning> }): void {
    const { name } = frame;
    if (name === "br") return this.#blocks.breakLine();
    if (name === "wbr") return this.#blocks.allowBreak();
    if (name === "img") return this.addPicture(attributes.get("src"), attributes.get("alt"));
    if (name === "audio" || name === "video") return this.#openMedia(frame, name);
    const given: Attributes = {
      lang: frame.language === this.#around.frames.outerLanguage ? undefined : frame.language,
      dir: directionOf(attributes),
    };
    if (name === "a") this.#openLink(frame, { attributes, given });
    else this.#openElement(frame, { attributes, given, meanings });
    if (elements.inline.get(name) === "span" || name === "font" || name === "a") this.openMeant(frame, meanings);
    if (name === "object" && /^image\//.test(attributes.get("type") ?? "")) {
      this.addPicture(attributes.get("data"), undefined);
    }
  }

  #openElement(frame: Frame, { attributes: from, given, meanings }: {
    attributes: Map<string, string>;
    given: Attributes;
    meanings: Set<Meaning>;
  }): void {
    const own = elements.inline.get(frame.name);
    if (own === "abbr" || own === "dfn") {
      const title = from.get("title");
      given.title = title && withoutControls(title.slice(0, longestTitle));
    }
    if (own && own !== "span") this.#blocks.openInline(frame, own, { attributes: given });
    else if (meanings.has("small-caps")) {
      this.#blocks.openInline(frame, "span", { attributes: Object.assign({ class: classes.smallCaps }, given) });
    } else if (given.lang || given.dir) this.#blocks.openInline(frame, "span", { attributes: given });
  }

  /** Emphasis that is only in the style. */
  openMeant(frame: Frame, meanings: Set<Meaning>): void {
    const tags: [Meaning, string][] = [["italic", "i"], ["bold", "b"], ["super", "sup"], ["sub", "sub"]];
    const isBlock = frame.block !== undefined;
    for (const [meaning, tag] of tags) {
      const isOfWords = tag === "sup" || tag === "sub";
      if (meanings.has(meaning) && !(isBlock && isOfWords)) this.#blocks.openInline(frame, tag);
    }
  }

  #openLink(frame: Frame, { attributes: from, given }: { attributes: Map<string, string>; given: Attributes }): void {
    const address = from.get("href");
    if (address === undefined || this.#blocks.isWithin("a")) return;
    const { path, parts, references, notes } = this.#around;
    const target = targetOf(address, path);
    const web = target ? undefined : webAddress(address);
    if (web) {
      const attributes = Object.assign({ href: web, rel: "nofollow noopener noreferrer" }, given);
      return this.#blocks.openInline(frame, "a", { attributes });
    }
    if (!target) return;
    const refersToNote = isNoteRef(from);
    if (!refersToNote) notes.seeLink();
    const mark = references.link(target, refersToNote ? parts.offset : undefined);
    const own: Attributes = refersToNote ? { class: classes.noteRef, role: "doc-noteref" } : {};
    this.#blocks.openInline(frame, "a", { attributes: Object.assign(own, given), mark });
  }

  addPicture(address: string | undefined, alt: string | undefined): void {
    const { path, references } = this.#around;
    const picture = address === undefined ? undefined : inlined(address) ?? targetOf(address, path)?.path;
    const label = describing(alt ?? "").replaceAll(blank, " ").trim();
    if (picture === undefined && label === "") return;
    this.#blocks.addPicture(references.image(picture, label));
  }

  addDrawing({ addresses, label }: { addresses: (string | undefined)[]; label: string }): void {
    for (const address of addresses) this.addPicture(address, label);
  }

  /** Without HTML it is a text like others. */
  addFormula({ html, text }: { html: string | undefined; text: string }): void {
    if (html === undefined) this.#blocks.addText(text);
    else if (text !== "") this.#blocks.addFormula(html, text);
  }

  /** What stands in for a recording is read; where there is nothing, a line says what was here. */
  #openMedia(frame: Frame, kind: "audio" | "video"): void {
    const before = this.#blocks.offset;
    frame.onClose = () => {
      if (this.#blocks.offset === before) this.#blocks.addText(` ${texts.media(kind)} `);
    };
  }
}

/** A picture within its address, which is decoded like one of a file. */
function inlined(address: string): string | undefined {
  const isPicture = address.length <= limits.inlinePicture.one &&
    /^data:image\/(?:png|jpeg|gif|webp);base64,/.test(address);
  return isPicture ? address : undefined;
}
