/** The heads of tables, which are repeated where a table goes on in the next part. */
import { Buffer } from "node:buffer";
import { epub as limits } from "../../contract/books/text_limits.ts";

/** `<` stands only where a tag begins. */
const ids = /<([a-z][a-z\d]*) id="c\d+"/g;

/** Of links back from notes, and pages of print: each may be in a text once only. */
// deno-lint-ignore no-control-regex -- see `references.ts`
const once = /\x02|<span class="page"/;

export class TableHeads {
  #heads = new WeakMap<object, string>();

  /** @param html from the beginning of its `thead` to the end */
  keep(table: object, html: string): void {
    if (Buffer.byteLength(html) <= limits.head && !once.test(html)) {
      this.#heads.set(table, html.replaceAll(ids, "<$1"));
    }
  }

  forget(table: object): void {
    this.#heads.delete(table);
  }

  /** Without ids: characters are counted only where the head first stands. */
  of(table: object): string | undefined {
    return this.#heads.get(table);
  }
}
