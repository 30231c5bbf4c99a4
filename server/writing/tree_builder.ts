import { written as limits } from "../contract/site/written_limits.ts";
import type { WrittenNode } from "../contract/site/written_shapes.ts";
import { wordsOf } from "../contract/site/written_words.ts";

/** Nodes in the order of a text, counted while they are added. */
export class TreeBuilder {
  #root: WrittenNode[] = [];
  #open: WrittenNode[] = [];
  #count = 0;
  #hasForm = false;

  get isTooMuch(): boolean {
    return this.#count > limits.nodes || this.#open.length > limits.depth;
  }

  get result(): WrittenNode[] | null | undefined {
    if (this.isTooMuch) return undefined;
    return this.#hasForm ? this.#root : null;
  }

  get #siblings(): WrittenNode[] {
    const parent = this.#open.at(-1);
    return parent ? parent.children ??= [] : this.#root;
  }

  wordsOfLast(): string {
    return wordsOf(this.#siblings.slice(-1));
  }

  open(node: WrittenNode): void {
    this.#append(node, node.type !== "paragraph");
    this.#open.push(node);
  }

  close(): void {
    this.#open.pop();
  }

  add(node: WrittenNode): void {
    this.#append(node, true);
  }

  /** Without it being a form: a bare address is one in any text. */
  addPlain(node: WrittenNode): void {
    this.#append(node, false);
  }

  text(value: string, { isForm = false } = {}): void {
    if (isForm) this.#hasForm = true;
    const last = this.#siblings.at(-1);
    // What follows a formula that stands by itself begins a line.
    if (last?.display) value = value.trimStart();
    if (value === "") return;
    if (last?.type === "text") last.value += value;
    else this.#append({ type: "text", value }, false);
  }

  /** Puts in place of the last node what is in it, and after it, where there is one, an address. */
  unwrapLast(address: string): void {
    const { children = [] } = this.#siblings.pop()!;
    this.#siblings.push(...children);
    if (!address) return;
    this.text(" (");
    this.add({ type: "link", url: address, children: [{ type: "text", value: address }] });
    this.text(")");
  }

  #append(node: WrittenNode, isForm: boolean): void {
    this.#count += 1 + (node.children?.length ?? 0);
    if (isForm) this.#hasForm = true;
    this.#siblings.push(node);
  }
}
