/** Parts wait until all is read: of a long book they would be most of the memory that reading it takes. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { epub as limits } from "../../contract/books/text_limits.ts";

export interface Part {
  /** Characters before it. */
  from: number;
  html: string;
  plain: string;
}

/** No text has it. */
const between = "\0";

export class WaitingParts {
  #parts: (Part | { from: number; packed: Uint8Array })[] = [];
  #characters = 0;

  push(part: Part): void {
    this.#characters += part.html.length + part.plain.length;
    this.#parts.push(this.#characters > limits.waiting ? packed(part) : part);
  }

  /** Each once: it waits no more. */
  *taken(): Generator<Part> {
    for (const part of this.#parts.splice(0)) yield "packed" in part ? unpacked(part) : part;
  }
}

const packed = ({ from, html, plain }: Part) => ({
  from,
  packed: deflateRawSync(html + between + plain, { level: 1 }),
});

function unpacked({ from, packed }: { from: number; packed: Uint8Array }): Part {
  const [html, plain] = inflateRawSync(packed).toString().split(between);
  return { from, html, plain };
}
