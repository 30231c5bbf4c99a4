/** The elements that are open, by what they mean for what is in them. */
import { languageTag } from "./package.ts";
import type { Wrapper } from "./parts.ts";
import type { Meaning } from "./styles.ts";

export interface Frame {
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
  list?: { next: number; step: number };
  /** How many elements of the open block it has opened. */
  inline: number;
  isNote?: boolean;
  /** Of a page's mark or a recording, which is written once all of it is read. */
  onClose?: () => void;
}

type Attributes = Map<string, string>;

const languageOf = (attributes: Attributes) =>
  languageTag((attributes.get("xml:lang") ?? attributes.get("lang") ?? "").slice(0, 40));

export const directionOf = (attributes: Attributes) =>
  /^(ltr|rtl|auto)$/.exec(attributes.get("dir")?.toLowerCase() ?? "")?.[0];

export class Frames {
  #open: Frame[] = [{
    name: "",
    language: undefined,
    direction: undefined,
    meanings: new Set(),
    block: undefined,
    blocks: 0,
    inline: 0,
  }];
  /** It is none of the open ones any more, and not yet gone. */
  #closing: Frame | undefined;

  /** Within the last. */
  make(name: string, attributes: Attributes): Frame {
    const outer = this.#open.at(-1)!;
    return {
      name,
      language: languageOf(attributes) ?? outer.language,
      direction: directionOf(attributes) ?? outer.direction,
      meanings: outer.meanings,
      block: undefined,
      blocks: 0,
      inline: 0,
    };
  }

  push(frame: Frame): void {
    this.#open.push(frame);
  }

  /** Undefined for that around the document. */
  pop(): Frame | undefined {
    const frame = this.#open.pop();
    return this.#open.length === 0 ? undefined : frame;
  }

  closing(frame: Frame): void {
    this.#closing = frame;
  }

  /** Whose language an element that has just been opened is in. */
  get outerLanguage(): string | undefined {
    return this.#open.at(-2)?.language;
  }

  /** The one that text makes a block of. */
  get block(): Frame {
    return this.#open.findLast(({ block }) => block !== undefined) ?? this.#open[0];
  }

  get isPre(): boolean {
    const { block, meanings } = this.block;
    return block !== undefined && (block === "pre" || meanings.has("pre"));
  }

  of(wrapper: Wrapper): Frame | undefined {
    return this.#closing?.wrapper === wrapper
      ? this.#closing
      : this.#open.findLast((frame) => frame.wrapper === wrapper);
  }

  countBlock(wrappers: Wrapper[]): void {
    for (const wrapper of wrappers) {
      const frame = this.of(wrapper);
      if (frame) frame.blocks++;
    }
  }
}
