/** The heads of tables, which are repeated where a table goes on in the next part. */
import { epub as limits } from "../../contract/books/text_limits.ts";

/** `<` stands only where a tag begins. */
const ids = /<([a-z][a-z\d]*) id="c\d+"/g;

/** Of links back from notes, and pages of print: each may be in a text once only. */
// deno-lint-ignore no-control-regex -- see `references.ts`
const once = /\x02|<span class="page"/;

interface Head {
  html: string;
  /** With what is written in it once all is read. */
  bytes: number;
}

export class TableHeads {
  #heads = new WeakMap<object, Head>();

  /** A table that is not well-formed has several. @param head from the beginning of its `thead` to the end */
  keep(table: object, { html, bytes }: Head): void {
    const before = this.#heads.get(table) ?? { html: "", bytes: 0 };
    const all = { html: before.html + html.replaceAll(ids, "<$1"), bytes: before.bytes + bytes };
    if (all.bytes <= limits.head && !once.test(html)) this.#heads.set(table, all);
  }

  forget(table: object): void {
    this.#heads.delete(table);
  }

  /** Without ids: characters are counted only where the head first stands. */
  of(table: object): string | undefined {
    return this.#heads.get(table)?.html;
  }
}
