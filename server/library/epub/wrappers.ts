/** Lists, tables, quotations and notes: what blocks are in. */
import * as elements from "./elements.ts";
import type { Frame, Frames } from "./frames.ts";
import type { Attributes, Parts, Wrapper } from "./parts.ts";
import { classes } from "./styles.ts";

export class Wrappers {
  #open: Wrapper[] = [];
  readonly #frames: Frames;
  readonly #parts: Parts;
  readonly #language: string | null;

  /** @param language that of the book */
  constructor(frames: Frames, { parts, language }: { parts: Parts; language: string | null }) {
    [this.#frames, this.#parts, this.#language] = [frames, parts, language];
  }

  get chain(): Wrapper[] {
    return [...this.#open];
  }

  /** Whether one can be opened here. */
  takes(name: string): boolean {
    if (!elements.wrappers.has(name) || this.#open.length >= elements.deepestWrapper) return false;
    const outer = elements.wrappers.get(name);
    const around = this.#open.at(-1)?.name ?? "";
    return outer ? outer.includes(around) : true;
  }

  open(frame: Frame, given: Map<string, string>): void {
    const { name } = frame;
    const wrapper: Wrapper = { name, attributes: this.around(frame) };
    if (name === "ol") openList(frame, { wrapper, given });
    if (name === "li") this.#numberItem(wrapper, given);
    Object.assign(wrapper.attributes, ownAttributes(frame, given));
    if (name === "tr") this.#parts.beginRow();
    frame.wrapper = wrapper;
    this.#open.push(wrapper);
  }

  #numberItem(wrapper: Wrapper, given: Map<string, string>): void {
    const around = this.#open.at(-1);
    const list = around && this.#frames.of(around)?.list;
    if (!list) return;
    wrapper.number = numberIn(given.get("value")) ?? list.next;
    list.next = wrapper.number + list.step;
  }

  close(frame: Frame): void {
    this.#open = this.#open.filter((wrapper) => wrapper !== frame.wrapper);
    if (frame.blocks === 0 && (frame.name === "td" || frame.name === "th")) {
      this.#parts.addEmpty(this.#open, frame.wrapper!);
      this.#frames.countBlock(this.#open);
    }
  }

  /** What is not so all around it. */
  around({ language, direction }: Frame): Attributes {
    const isOwn = language !== undefined && language.toLowerCase() !== (this.#language ?? "").toLowerCase();
    const isWithin = direction === "ltr" && !this.#open.some(({ attributes }) => attributes.dir !== undefined);
    return { lang: isOwn ? language : undefined, dir: isWithin ? undefined : direction };
  }
}

function openList(frame: Frame, { wrapper, given }: { wrapper: Wrapper; given: Map<string, string> }): void {
  const [start, isReversed] = [numberIn(given.get("start")), given.has("reversed")];
  // From how many items there are a browser counts down by itself.
  if (isReversed && start === undefined) wrapper.attributes.reversed = "";
  else frame.list = { next: start ?? 1, step: isReversed ? -1 : 1 };
  wrapper.attributes.type = /^[1aAiI]$/.exec(given.get("type") ?? "")?.[0];
}

function ownAttributes({ name, isNote }: Frame, given: Map<string, string>): Attributes {
  const spans = { colspan: spanIn(given.get("colspan")), rowspan: spanIn(given.get("rowspan")) };
  if (name === "td") return spans;
  if (name === "th") return Object.assign(spans, { scope: /^(row|col)$/.exec(given.get("scope") ?? "")?.[0] });
  if (name === "aside") return isNote ? { class: classes.note, role: "doc-footnote" } : { class: classes.aside };
  const isEpigraph = name === "blockquote" && /epigraph/.test(given.get("epub:type") ?? "");
  return isEpigraph ? { class: classes.epigraph } : {};
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*-?\d{1,6}\s*$/.test(text) ? Number(text) : undefined;
}

function spanIn(text: string | undefined): string | undefined {
  const span = numberIn(text);
  return span !== undefined && span > 1 && span <= elements.widestSpan ? String(span) : undefined;
}
